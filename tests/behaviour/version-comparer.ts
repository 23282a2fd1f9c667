import { tmpdir } from 'node:os';
import { ChangeFacts } from '#behaviour/change-facts';
import { compareFunction } from '#behaviour/compare-function';
import type { ComparedFunction } from '#behaviour/compared-function';
import type { ComparisonOptions } from '#behaviour/compare-for-inputs';
import { hasDepartures } from '#behaviour/departures';
import { EscapingCode } from '#behaviour/escaping-code';
import { PlainFunctions } from '#behaviour/plain-functions';
import { triggersOf } from '#behaviour/triggers';
import type { ChangeSet } from '#change/change-set';
import { compareModules } from '#change/compare-modules';
import type { NodeId } from '#core/ids';
import { buildDependenceGraph, type DependenceGraph } from '#dependence/dependence-graph';
import type { ModuleIr } from '#ir/cfg';
import { loadProgram, type LoadedProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { Replayer } from '#replay/replay';
import { reachedFunctions } from '#result/reached-functions';
import { NodeDescriber } from '#result/describe-node';
import { baseToHead, changeSeeds } from '#slice/change-seeds';
import { slice } from '#slice/slice';

const path = 'a.ts';

/** Compares `f`, or another function, of many pairs of versions, following all paths or those that the change directs to. */
export class VersionComparer {
  readonly #replayers = {
    base: new Replayer({ timeoutMs: 2_000, memoryMb: 256 }),
    head: new Replayer({ timeoutMs: 2_000, memoryMb: 256 }),
  };

  readonly #name: string;

  constructor(name = 'f') {
    this.#name = name;
  }

  async dispose(): Promise<void> {
    await this.#replayers.base.dispose();
    await this.#replayers.head.dispose();
  }

  open(baseText: string, headText: string): ComparedVersions {
    return new ComparedVersions(load(baseText), load(headText), this.#replayers, this.#name);
  }
}

export class ComparedVersions {
  readonly #base: LoadedProgram;
  readonly #head: LoadedProgram;
  readonly #changes: ChangeSet;
  readonly #name: string;
  readonly #replayers: { readonly base: Replayer; readonly head: Replayer };

  constructor(
    base: LoadedProgram,
    head: LoadedProgram,
    replayers: { readonly base: Replayer; readonly head: Replayer },
    name = 'f',
  ) {
    this.#name = name;
    this.#base = base;
    this.#head = head;
    this.#changes = compareModules(modulesOf(base), modulesOf(head));
    this.#replayers = replayers;
  }

  async everyPath(budgetMs: number): Promise<ComparedFunction> {
    return this.#compare({ isImpacted: () => true, isAltered: () => true }, { directed: null }, budgetMs);
  }

  /** As a whole change is compared. */
  async directed(budgetMs: number): Promise<ComparedFunction> {
    const [base, head, changes] = [this.#base, this.#head, this.#changes];
    const seeds = changeSeeds(base.program, head.program, changes);
    const graph = graphOf(head);
    const baseGraph = seeds.base.size > 0 || hasDepartures(changes) ? graphOf(base) : null;
    const versions = { base: new NodeDescriber(base), head: new NodeDescriber(head) };
    const toReported = baseToHead(base.program, head.program, changes);
    const slices = [
      { slice: slice(graph, seeds.head), nodes: versions.head, toReported: (node: NodeId) => node },
      ...(baseGraph === null ? [] : [{ slice: slice(baseGraph, seeds.base), nodes: versions.base, toReported }]),
    ];
    const { impacted, altered } = reachedFunctions(versions, changes, slices, graph.callGraph);
    const inHead = triggersOf(graph, changes, 'head', seeds.head);
    const inBase = baseGraph === null ? null : triggersOf(baseGraph, changes, 'base', seeds.base);
    if (inHead === null) throw new Error('the graph of a small program is complete');
    const module = head.program.moduleIndex(path) ?? 0;
    return this.#compare(
      {
        isImpacted: (fn) => impacted.has(head.program.functionAt(module, fn)),
        isAltered: (fn) => altered.has(head.program.functionAt(module, fn)),
      },
      {
        directed: { head: inHead, base: inBase },
        plain: new PlainFunctions(graph, head),
        escaping: new EscapingCode(graph, head, (fn) => impacted.has(fn)),
      },
      budgetMs,
    );
  }

  #compare(
    { isImpacted, isAltered }: Record<'isImpacted' | 'isAltered', (fn: number) => boolean>,
    means: Pick<ComparisonOptions, 'directed' | 'plain' | 'escaping'>,
    budgetMs: number,
  ): Promise<ComparedFunction> {
    const end = performance.now() + budgetMs;
    return compareFunction(
      { base: versionOf(this.#base, this.#name), head: versionOf(this.#head, this.#name) },
      new ChangeFacts(
        this.#changes,
        (_, fn) => isImpacted(fn),
        (_, fn) => isImpacted(fn),
        (_, fn) => isAltered(fn),
      ),
      {
        limits: { paths: 80 },
        preconditions: {},
        solver: 'embedded',
        store: null,
        lastResortMs: 300,
        ...means,
        strict: false,
        replayers: this.#replayers,
        expired: () => performance.now() > end,
        isInterrupted: () => false,
      },
    );
  }
}

function load(text: string): LoadedProgram {
  return loadProgram(openTexts(tmpdir(), { [path]: text }));
}

function modulesOf(loaded: LoadedProgram): ModuleIr[] {
  return loaded.snapshot.paths.flatMap((each) => loaded.module(each) ?? []);
}

function versionOf(
  loaded: LoadedProgram,
  name: string,
): {
  readonly loaded: LoadedProgram;
  readonly path: string;
  readonly index: number;
} {
  const index = loaded.module(path)?.functions.findIndex((fn) => fn.qualifiedName === name) ?? -1;
  if (index < 0) throw new Error(`no function ${name}`);
  return { loaded, path, index };
}

function graphOf({ program }: LoadedProgram): DependenceGraph {
  return buildDependenceGraph(program, () => ({ kind: 'unresolved' }));
}
