import { Interner } from '#core/interner';
import type { ModuleIr } from '#ir/cfg';
import { BindingPairs } from './binding-pairs';
import type { ChangeSet, FunctionChange, FunctionRef, ModuleChange, ModulePair, NodeMap } from './change-set';
import { FunctionComparer, type ComparedFunction } from './function-comparer';
import type { Comparison } from './comparison';
import { compareDescriptions } from './compare-descriptions';
import { compareRecords } from './compare-records';
import { EditsOfFunctions } from './edits-of-functions';
import { Entities } from './entities';
import { findEdits, type FoundEdits } from './find-edits';
import { withChanged } from './judge-nodes';
import { matchFunctions } from './match-functions';
import { Renamings } from './renamings';
import { Version, type VersionFunction } from './version';

/** Two versions of the files that changed → what changed. Files keep their partner under another path, functions in another file. */
export function compareModules(baseModules: readonly ModuleIr[], headModules: readonly ModuleIr[]): ChangeSet {
  const names = new Interner();
  const base = new Version(baseModules, names);
  const head = new Version(headModules, names);
  const match = matchFunctions(base, head, names);
  const bindings = new BindingPairs(base, head, match);
  const entities = {
    base: new Entities(base, new Map(match.modules.map(([i], pair) => [i, pair]))),
    head: new Entities(head, new Map(match.modules.map(([, j], pair) => [j, pair]))),
  };
  const comparison: Comparison = { base, head, match, bindings, entities };
  const renamings = new Renamings(comparison);
  const compared = compareFunctions(comparison, renamings);
  const moduleChanges = match.modules.flatMap(([i, j]) => {
    const changes = compareRecords(comparison, i, j);
    if (changes.length > 0) markModule(comparison, compared, i);
    return changes;
  });
  const edits = new LazyEdits(() => findEdits(comparison, names, renamings));
  return new FoundChanges(comparison, functionChanges(comparison, compared, edits), moduleChanges, edits);
}

class FoundChanges implements ChangeSet {
  readonly modules: readonly ModulePair[];
  readonly #comparison: Comparison;
  readonly #edits: LazyEdits;
  #described: ChangeSet['described'] | null = null;

  constructor(
    comparison: Comparison,
    readonly functions: readonly FunctionChange[],
    readonly moduleChanges: readonly ModuleChange[],
    edits: LazyEdits,
  ) {
    this.modules = modulePairs(comparison);
    this.#comparison = comparison;
    this.#edits = edits;
  }

  get edits(): ChangeSet['edits'] {
    return this.#edits.found.edits;
  }

  get described(): ChangeSet['described'] {
    return (this.#described ??= compareDescriptions(this.#comparison));
  }
}

/** To compare graphs, no edits are needed, and to find them takes as long again. */
class LazyEdits {
  readonly #find: () => FoundEdits;
  #found: FoundEdits | null = null;
  #ofFunctions: EditsOfFunctions | null = null;

  constructor(find: () => FoundEdits) {
    this.#find = find;
  }

  get found(): FoundEdits {
    return (this.#found ??= this.#find());
  }

  get ofFunctions(): EditsOfFunctions {
    return (this.#ofFunctions ??= new EditsOfFunctions(this.found));
  }
}

function modulePairs({ base, head, match }: Comparison): ModulePair[] {
  const kept = match.modules.map(([i, j]) => ({ base: base.modules[i]!, head: head.modules[j]! }));
  const paired = { base: new Set(kept.map((pair) => pair.base)), head: new Set(kept.map((pair) => pair.head)) };
  return [
    ...kept,
    ...head.modules.filter((module) => !paired.head.has(module)).map((module) => ({ base: null, head: module })),
    ...base.modules.filter((module) => !paired.base.has(module)).map((module) => ({ base: module, head: null })),
  ];
}

/** By base function, for those with a partner. */
function compareFunctions(comparison: Comparison, renamings: Renamings): Map<number, ComparedFunction> {
  const { base, head, match } = comparison;
  const comparer = new FunctionComparer(comparison, renamings);
  const compared = new Map<number, ComparedFunction>();
  for (const ours of base.functions) {
    const partner = match.pairs.toHead[ours.id]!;
    if (partner >= 0) compared.set(ours.id, comparer.compare(ours, head.at(partner)));
  }
  return compared;
}

function markModule({ base }: Comparison, compared: Map<number, ComparedFunction>, module: number): void {
  const id = base.id(module, 0);
  const body = compared.get(id);
  if (body !== undefined) compared.set(id, { ...body, nodes: withChanged(body.nodes, base.at(id).fn.entry) });
}

function functionChanges(
  comparison: Comparison,
  compared: ReadonlyMap<number, ComparedFunction>,
  edits: LazyEdits,
): FunctionChange[] {
  const { base, head, match } = comparison;
  const inHead = head.functions.map((theirs): FunctionChange => {
    const partner = match.pairs.toBase[theirs.id]!;
    const result = compared.get(partner);
    if (result === undefined) {
      return {
        status: 'added',
        base: null,
        head: ref(theirs),
        nodes: added(theirs),
        edits: () => edits.ofFunctions.around('head', theirs),
      };
    }
    const ours = base.at(partner);
    const unchanged =
      result.nodes.baseStatus.every((s) => s === 'unchanged') &&
      result.nodes.headStatus.every((s) => s === 'unchanged');
    return {
      status: unchanged ? 'unchanged' : 'changed',
      renamed: isRenamed(ours, theirs),
      moved: isMoved(comparison, ours, theirs),
      base: ref(ours),
      head: ref(theirs),
      headerChanges: result.headerChanges,
      isCalledAlike: result.isCalledAlike,
      notices: [],
      nodes: result.nodes,
      edits: () => edits.ofFunctions.of(ours, theirs),
    };
  });
  const gone = base.functions.filter((ours) => !compared.has(ours.id));
  return [
    ...inHead,
    ...gone.map((ours): FunctionChange => ({
      status: 'removed',
      base: ref(ours),
      head: null,
      nodes: removed(ours),
      edits: () => edits.ofFunctions.around('base', ours),
    })),
  ];
}

function ref({ module, fn }: VersionFunction): FunctionRef {
  return { module, fn };
}

function isRenamed(ours: VersionFunction, theirs: VersionFunction): boolean {
  if (ours.fn.name === theirs.fn.name) return false;
  const anonymous = ours.fn.name.startsWith('<fn') && theirs.fn.name.startsWith('<fn');
  return !anonymous && lastName(ours) !== lastName(theirs);
}

function lastName({ fn }: VersionFunction): string {
  return fn.name.slice(fn.name.lastIndexOf('.') + 1);
}

/** Into another file, function or class. */
function isMoved({ base, head, match }: Comparison, ours: VersionFunction, theirs: VersionFunction): boolean {
  if (ours.module.path !== theirs.module.path) return true;
  const arePartners = (a: number | null, b: number | null): boolean =>
    a === null || b === null ? a === b : match.pairs.toHead[a] === b;
  if (!arePartners(base.parentOf(ours.id), head.parentOf(theirs.id))) return true;
  return !arePartners(classOf(base, ours), classOf(head, theirs));
}

/** A class by its constructor. */
function classOf(version: Version, { moduleIndex, module, fn }: VersionFunction): number | null {
  return fn.classIndex === null ? null : version.id(moduleIndex, module.classes[fn.classIndex]!.constructorFn);
}

function added({ fn }: VersionFunction): NodeMap {
  const none = new Int32Array(fn.nodes.length).fill(-1);
  return { toHead: new Int32Array(0), toBase: none, baseStatus: [], headStatus: fn.nodes.map(() => 'added') };
}

function removed({ fn }: VersionFunction): NodeMap {
  const none = new Int32Array(fn.nodes.length).fill(-1);
  return { toHead: none, toBase: new Int32Array(0), baseStatus: fn.nodes.map(() => 'removed'), headStatus: [] };
}
