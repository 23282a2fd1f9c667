import { createHash } from 'node:crypto';
import type { ChangeSet, FunctionRef } from '#change/change-set';
import type { FunctionId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { LoadedProgram } from '#ir/load-program';
import type { Program } from '#ir/program';
import type { RecordedSuite } from './recorded-suite';

/**
 * What the recording knows a function by: its number; `unseen` when it was there, but no probe could tell whether it ran;
 * `new` when it was not there.
 */
export type Recorded = number | 'unseen' | 'new';

/** One version of the source, and what the recording calls its functions. */
export interface Version {
  readonly loaded: LoadedProgram;
  readonly graph: () => DependenceGraph;
  readonly recorded: (fn: FunctionId) => Recorded;
}

/** Of the recorded source itself; files that were not as they were kept are not known by their positions. */
export function recordedFunctions(
  program: Program,
  suite: RecordedSuite,
  texts: ReadonlyMap<string, string>,
): (fn: FunctionId) => Recorded {
  const isAsRun = new Map(
    suite.recording.modules.map(({ path, hash }) => {
      const text = texts.get(path);
      return [path, text !== undefined && createHash('sha256').update(text).digest('hex') === hash];
    }),
  );
  return (fn) => {
    const { module, index } = program.locate(fn);
    if (isAsRun.get(module.path) !== true) return 'unseen';
    const start = module.functions.start[index] ?? -1;
    return suite.functionAt(module.path, { start, kind: program.functionKind(fn) }) ?? 'unseen';
  };
}

/** Of another version: by the partners that its functions have in one whose functions are known. */
export function functionsThrough(
  known: { readonly program: Program; readonly recorded: (fn: FunctionId) => Recorded },
  other: Program,
  partners: Partners,
): (fn: FunctionId) => Recorded {
  return (fn) => {
    const { module, index } = other.locate(fn);
    if (partners.compared.has(module.path)) {
      const partner = partners.of.get(fn);
      return partner === undefined ? 'new' : known.recorded(partner);
    }
    const m = known.program.moduleIndex(module.path);
    return m === undefined ? 'new' : known.recorded(known.program.functionAt(m, index));
  };
}

/** Functions of one version → those of the other, in the files that were compared. */
export interface Partners {
  readonly compared: ReadonlySet<string>;
  readonly of: ReadonlyMap<FunctionId, FunctionId>;
}

export function partnersInBase(base: Program, head: Program, changes: ChangeSet): Partners {
  return pairUp(
    changes,
    'head',
    (ref) => functionOf(head, ref),
    (ref) => functionOf(base, ref),
  );
}

export function partnersInHead(base: Program, head: Program, changes: ChangeSet): Partners {
  return pairUp(
    changes,
    'base',
    (ref) => functionOf(base, ref),
    (ref) => functionOf(head, ref),
  );
}

function pairUp(
  changes: ChangeSet,
  from: 'base' | 'head',
  here: (ref: FunctionRef) => FunctionId | undefined,
  there: (ref: FunctionRef) => FunctionId | undefined,
): Partners {
  const of = new Map<FunctionId, FunctionId>();
  for (const change of changes.functions) {
    if (change.base === null || change.head === null) continue;
    const a = here(change[from]);
    const b = there(change[from === 'base' ? 'head' : 'base']);
    if (a !== undefined && b !== undefined) of.set(a, b);
  }
  return { compared: new Set(changes.modules.flatMap((pair) => pair[from]?.path ?? [])), of };
}

export function functionOf(program: Program, { module, fn }: FunctionRef): FunctionId | undefined {
  const m = program.moduleIndex(module.path);
  return m === undefined ? undefined : program.functionAt(m, fn.index);
}
