import { readFileSync } from 'node:fs';
import { nodeId, type FunctionId, type NodeId } from '#core/ids';
import { LineIndex } from '#core/span';
import { buildDependenceGraph, type DependenceGraph } from '#dependence/dependence-graph';
import { affectedInFunction, impactedByContext, type AffectedSource } from '#directed/affected-source';
import { affectedSets } from '#directed/affected-sets';
import { createDirectedSearch, type DirectedInput } from '#directed/create-directed-search';
import type { AffectedRuleSet } from '#directed/derivation';
import type { DirectedSearch } from '#directed/directed-search';
import { FunctionFlow } from '#directed/function-flow';
import { impactSets } from '#directed/impact-sets';
import type { Element } from '#directed/next-affected';
import { extractFacts } from '#ir/extract-facts';
import { lowerSource } from '#ir/lower-module';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import { Program } from '#ir/program';
import { createSolver, type SolverOptions } from '#smt/chain';
import { describeCondition } from '#symbolic/describe-condition';
import { createWorld, explore } from '#symbolic/explore';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import type { Limits } from '#symbolic/limits';
import { listed, type State } from '#symbolic/state';
import { fullSearch } from './full-search';

/** A program of one file whose lines may end in names (`// n0`), ready to be searched. */
export class SearchedSource {
  readonly module: ModuleIr;
  readonly program: Program;
  readonly graph: DependenceGraph;
  readonly #names: readonly string[];
  readonly #lines: LineIndex;

  constructor(text: string, path = 'a.ts') {
    const { module } = lowerSource(path, text);
    if (module === null) throw new Error('the source does not parse');
    this.module = module;
    this.program = new Program([extractFacts(module)]);
    this.graph = buildDependenceGraph(this.program, () => ({ kind: 'unresolved' }));
    this.#lines = new LineIndex(text);
    this.#names = text.split('\n').map((line) => /\/\/ (\w+)$/.exec(line)?.[1] ?? '');
  }

  fn(name: string): FunctionId {
    return this.program.functionAt(0, this.ir(name).index);
  }

  ir(name: string): FunctionIr {
    const fn = this.module.functions.find((candidate) => candidate.qualifiedName === name);
    if (fn === undefined) throw new Error(`no function ${name}`);
    return fn;
  }

  nameOf(node: NodeId): string {
    return this.#names[this.#lines.positionAt(this.program.spanOf(node).start).line - 1] ?? '';
  }

  /** `n0`, `n0→n1` for a decision, `b0@l3` in a function that was called at l3. */
  show({ context, node, to }: Element): string {
    const { first } = this.program.nodesOf(context.fn);
    const name = (index: number): string => this.nameOf(nodeId(first + index)) || `${first + index}`;
    const calls: string[] = [];
    for (let at = context.caller; at !== null; at = at.context.caller) {
      calls.push(`@${this.nameOf(nodeId(this.program.nodesOf(at.context.fn).first + at.site))}`);
    }
    return `${name(node)}${to === null ? '' : `→${name(to)}`}${calls.join('')}`;
  }

  nodesAt(name: string): NodeId[] {
    const all = Array.from({ length: this.program.nodeCount }, (_, node) => nodeId(node));
    return all.filter((node) => this.nameOf(node) === name && !['entry', 'exit'].includes(this.program.kindOf(node)));
  }

  /** DiSE: the affected sets of one function after changes at some lines. */
  affectedBy(fn: string, changed: readonly string[], rules: AffectedRuleSet = 'published'): AffectedSource {
    const flow = new FunctionFlow(this.program, this.fn(fn));
    const seeds = changed.flatMap((name) => this.nodesAt(name)).map((node) => ({ rule: 'changed', node }) as const);
    return affectedInFunction(this.fn(fn), affectedSets(flow, seeds, rules));
  }

  /** Just these. */
  affected(fn: string, nodes: Iterable<NodeId>): AffectedSource {
    return affectedInFunction(this.fn(fn), { ACN: [], AWN: [], other: [...nodes], derivation: [] });
  }

  /** iDiSE: impact sets, by calling context. */
  impactedBy(changed: Iterable<NodeId>, rules: AffectedRuleSet = 'published'): AffectedSource {
    const changes = Array.from(changed, (node) => ({ rule: 'changed', node }) as const);
    const { program, graph } = this;
    return impactedByContext(impactSets({ program, calls: graph.callGraph, changes, rules }), graph.callGraph);
  }
}

/** A program of `tests/fixtures/papers`, over integers, which the documents mean. */
export function paperSource(name: string): SearchedSource {
  const text = readFileSync(new URL(`../fixtures/papers/${name}`, import.meta.url), 'utf8');
  return new SearchedSource(`import type { int } from 'wingbeat';\n${text.replaceAll(': number', ': int')}`);
}

export type SearchOptions = Pick<DirectedInput, 'goal' | 'repeats' | 'onVisit'> & {
  readonly pruning?: 'exact' | 'published' | 'none';
  readonly limits?: Partial<Limits>;
  readonly budgetMs?: number;
  readonly solver?: SolverOptions;
};

export interface Searched {
  readonly search: DirectedSearch;
  readonly complete: boolean;
  readonly paths: readonly FoundSequence[];
}

export interface FoundSequence {
  readonly state: State;
  /** Node by node with its calling context, and where conditions went on to. */
  readonly sequence: string;
  /** The same without where conditions went on to. */
  readonly nodes: string;
  readonly condition: string;
  readonly isCut: boolean;
}

export function searchSource(
  source: SearchedSource,
  name: string,
  affected: AffectedSource,
  options: SearchOptions = {},
): Searched {
  const { module, graph } = source;
  const fn = source.ir(name);
  const solver = createSolver(options.solver);
  try {
    const modules = { module: (path: string) => (path === module.path ? module : null), resolve: () => null };
    const world = createWorld(modules, solver, options.limits);
    const inputs = functionInputs(
      { moduleAt: modules.module, resolve: () => null, ambientModules: () => [] },
      fn,
      module,
    );
    const { pruning, goal, repeats, onVisit } = options;
    const input: DirectedInput = {
      world,
      graph,
      entry: { fn: source.fn(name), inputs },
      source: affected,
      ...(goal === undefined ? {} : { goal }),
      ...(repeats === undefined ? {} : { repeats }),
      ...(onVisit === undefined ? {} : { onVisit }),
      ...(pruning === undefined || pruning === 'none' ? {} : { pruning }),
    };
    const search = pruning === 'none' ? fullSearch(input) : createDirectedSearch(input);
    const end = performance.now() + (options.budgetMs ?? Infinity);
    const explored = explore({
      world,
      path: module.path,
      fn,
      inputs,
      searcher: search,
      observer: search,
      expired: () => performance.now() > end,
    });
    const paths = search.paths.map(({ state, sequence }): FoundSequence => {
      const conditions = listed(state.conditions).map(({ condition }) => {
        const { text } = describeCondition(world, condition);
        return `${search.isAffected(condition) ? '*' : ''}${text}`;
      });
      const shown = sequence.map((element) => source.show(element)).join(' ');
      return {
        state,
        sequence: shown,
        nodes: shown.replaceAll(/→\w+/g, ''),
        condition: conditions.join(' && '),
        isCut: state.completion?.kind === 'cut',
      };
    });
    return { search, complete: explored.complete, paths };
  } finally {
    solver.close();
  }
}
