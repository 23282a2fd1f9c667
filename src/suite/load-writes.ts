import type { BitSet } from '#core/bit-set';
import type { FunctionId, NodeId } from '#core/ids';
import { stepToCallees } from '#dependence/call-walk';
import { isModuleKind } from '#dependence/holders';
import { isTestPath } from '#project/test-path';
import { changeSeeds } from '#slice/change-seeds';
import { slice } from '#slice/slice';
import { enumMemberAt } from './enum-members';
import { runsAtLoad } from './follow-load';
import type { ComparedVersions } from './load-effects';
import { isQuiet } from './quiet-nodes';
import type { RecordedSuite } from './recorded-suite';
import { collectingFunctions, registrationAt } from './registrations';
import type { LastingState, Left } from './state-effects';
import type { Version } from './versions';

type Side = 'base' | 'head';
const sides = ['base', 'head'] as const;

/** In each version, which modules are loaded where some tests run; and the functions that were seen to run meanwhile. */
export interface LoadedCode extends Readonly<Record<Side, ReadonlySet<string>>> {
  readonly functions: BitSet;
}

/**
 * What is left behind otherwise while files are loaded, and by hooks that were not there before or are gone. Tests that load what changed are
 * selected anyway; others in the same process may see what it leaves. Statements that only compute values are not asked about:
 * whom those reach is followed by itself.
 */
export class LoadWrites {
  private readonly collecting = new Map<string, ReadonlySet<number>>();
  private starts: Readonly<Record<Side, ReadonlySet<NodeId>>> | undefined;
  private readonly reached = new Map<Side, ReadonlyMap<FunctionId, ReadonlySet<NodeId>>>();

  constructor(
    private readonly versions: ComparedVersions,
    private readonly suite: RecordedSuite,
    private readonly states: Readonly<Record<Side, LastingState>>,
    private readonly isTestFile: (path: string) => boolean,
  ) {}

  leftIn(code: LoadedCode): ReadonlySet<Left> {
    const found = new Set<Left>();
    for (const side of sides) {
      const nodes = new Map<FunctionId, ReadonlySet<NodeId>>();
      for (const [fn, own] of this.reachedBy(side, code)) if (this.runsIn(code, side, fn)) nodes.set(fn, own);
      for (const fn of this.loadedOnlyIn(side, code)) nodes.set(fn, this.loudNodes(side, fn));
      for (const [fn, own] of nodes) for (const left of this.states[side].leftByNodes(fn, own)) found.add(left);
      for (const fn of this.calledFrom(side, nodes)) for (const left of this.states[side].leftBy(fn)) found.add(left);
    }
    return found;
  }

  /** The same for what changed in some of the code. */
  private reachedBy(side: Side, code: LoadedCode): ReadonlyMap<FunctionId, ReadonlySet<NodeId>> {
    const { program } = this.versions[side].loaded;
    const isStart = [...this.startsIn(side)].some((node) => this.runsIn(code, side, program.functionOf(node)));
    return isStart ? this.reachedIn(side) : new Map();
  }

  private runsIn(code: LoadedCode, side: Side, fn: FunctionId): boolean {
    const version = this.versions[side];
    if (!code[side].has(version.loaded.program.locate(fn).module.path)) return false;
    const known = version.recorded(fn);
    return this.isBody(side, fn) || (typeof known === 'number' && code.functions.has(known));
  }

  /** Statements that run while files are loaded, and that what changed in such can reach. */
  private reachedIn(side: Side): ReadonlyMap<FunctionId, ReadonlySet<NodeId>> {
    const known = this.reached.get(side);
    if (known !== undefined) return known;
    const version = this.versions[side];
    const { program } = version.loaded;
    const starts = this.startsIn(side);
    const found = new Map<FunctionId, Set<NodeId>>();
    const hits = starts.size === 0 ? [] : slice(version.graph(), starts, { isTest: isTestPath }).hits;
    for (const { node } of hits) {
      const fn = program.functionOf(node);
      if (this.isLoad(side, fn) && this.isLoud(side, fn, node)) found.set(fn, (found.get(fn) ?? new Set()).add(node));
    }
    this.reached.set(side, found);
    return found;
  }

  private startsIn(side: Side): ReadonlySet<NodeId> {
    return (this.starts ??= this.findStarts())[side];
  }

  private findStarts(): Readonly<Record<Side, ReadonlySet<NodeId>>> {
    const { base, head, changes } = this.versions;
    const seeds = changeSeeds(base.loaded.program, head.loaded.program, changes);
    const within = (side: Side): ReadonlySet<NodeId> => {
      const { program } = this.versions[side].loaded;
      return new Set([...seeds[side]].filter((node) => this.isLoad(side, program.functionOf(node))));
    };
    return { base: within('base'), head: within('head') };
  }

  private isLoad(side: Side, fn: FunctionId): boolean {
    return runsAtLoad(this.versions[side], this.suite, fn) || this.isBody(side, fn);
  }

  /** Does it run wherever its module is loaded? */
  private isBody(side: Side, fn: FunctionId): boolean {
    const { program } = this.versions[side].loaded;
    const { module, index } = program.locate(fn);
    return isModuleKind(program.functionKind(fn)) || this.collectingIn(side, module.path).has(index);
  }

  private collectingIn(side: Side, path: string): ReadonlySet<number> {
    const key = `${side} ${path}`;
    const known = this.collecting.get(key);
    if (known !== undefined) return known;
    const module = this.isTestFile(path) ? this.versions[side].loaded.module(path) : null;
    const found = module === null ? new Set<number>() : collectingFunctions(module);
    this.collecting.set(key, found);
    return found;
  }

  private isLoud(side: Side, fn: FunctionId, node: NodeId): boolean {
    const version = this.versions[side];
    if (version.loaded.program.functionKind(fn) !== 'module') return true;
    return !isQuiet(version, node) && !setsEnumMember(version, fn, node);
  }

  private loudNodes(side: Side, fn: FunctionId): ReadonlySet<NodeId> {
    const { first, count } = this.versions[side].loaded.program.nodesOf(fn);
    const nodes = Array.from({ length: count }, (_, i) => (first + i) as NodeId);
    return new Set(nodes.filter((node) => this.isLoud(side, fn, node)));
  }

  /** Bodies of modules that are loaded in one version alone, changed or not. */
  private *loadedOnlyIn(side: Side, paths: LoadedCode): Iterable<FunctionId> {
    const { program } = this.versions[side].loaded;
    const other = paths[side === 'base' ? 'head' : 'base'];
    for (const path of paths[side]) {
      const m = other.has(path) ? undefined : program.moduleIndex(path);
      if (m !== undefined) yield program.functionAt(m, 0);
    }
  }

  private calledFrom(side: Side, nodes: ReadonlyMap<FunctionId, ReadonlySet<NodeId>>): ReadonlySet<FunctionId> {
    const version = this.versions[side];
    const found = new Set<FunctionId>();
    if (nodes.size === 0) return found;
    const { callGraph } = version.graph();
    const all = new Set(
      [...nodes].flatMap(([fn, own]) => [...own].filter((node) => !this.isOfTest(version, fn, node))),
    );
    for (const node of all) for (const { callee } of callGraph.callsAt(node)) found.add(callee);
    if (callGraph.common.sites.some(({ site }) => all.has(site)))
      for (const fn of callGraph.common.callees) found.add(fn);
    return withCallees(version, found);
  }

  /** Tests and groups of tests that a file tells its runner of do not run there. */
  private isOfTest({ loaded }: Version, fn: FunctionId, node: NodeId): boolean {
    const { module: facts, index } = loaded.program.locate(fn);
    const module = this.isTestFile(facts.path) ? loaded.module(facts.path) : null;
    const ir = module?.functions[index];
    const at = ir?.nodes[node - loaded.program.nodesOf(fn).first];
    if (module === null || ir === undefined || at === undefined) return false;
    const role = registrationAt(module, ir, at)?.role;
    return role === 'test' || role === 'suite';
  }
}

function setsEnumMember({ loaded }: Version, fn: FunctionId, node: NodeId): boolean {
  const { module: facts, index } = loaded.program.locate(fn);
  const module = loaded.module(facts.path);
  const ir = module?.functions[index];
  const at = ir?.nodes[node - loaded.program.nodesOf(fn).first];
  return module !== null && ir !== undefined && at !== undefined && enumMemberAt(module, ir, at) !== null;
}

/** Functions with all that they may call. */
export function withCallees({ graph }: Version, functions: Iterable<FunctionId>): ReadonlySet<FunctionId> {
  const found = new Set(functions);
  const calleesOf = stepToCallees(graph().callGraph);
  for (const fn of found) for (const callee of calleesOf(fn)) found.add(callee);
  return found;
}
