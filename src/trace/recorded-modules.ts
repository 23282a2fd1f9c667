import { decodeFunctions } from './function-table';
import type { ProcessJournal } from './read-journals';
import type { RecordedFunction } from './recording';

/** Modules of all processes, each once, with their functions numbered through. */
export interface ModuleNumbers {
  readonly modules: readonly NumberedModule[];
  /** From numbers of functions in each process to those of the recording. */
  readonly functions: readonly ReadonlyMap<number, number>[];
  indexOf(path: string, hash: string): number | undefined;
  /** Indexes of all modules of a path, whatever their text was. */
  ofPath(path: string): readonly number[];
}

export interface NumberedModule {
  readonly path: string;
  readonly hash: string;
  readonly firstFunction: number;
  readonly functions: readonly RecordedFunction[];
}

/** One text can be compiled in several ways, each of which keeps other functions: the module has all of them. */
export function numberModules(processes: readonly ProcessJournal[]): ModuleNumbers {
  const functionsOf = new Map<string, Map<string, RecordedFunction>>();
  for (const { entries } of processes) {
    for (const entry of entries) {
      if (entry.t !== 'module') continue;
      const key = keyOf(entry.path, entry.hash);
      const known = functionsOf.get(key) ?? new Map<string, RecordedFunction>();
      for (const fn of decodeFunctions(entry.table)) known.set(nameOf(fn), fn);
      functionsOf.set(key, known);
    }
  }
  const modules: NumberedModule[] = [];
  const numbers = new Map<string, number>();
  const indexes = new Map<string, number>();
  let firstFunction = 0;
  for (const [key, found] of [...functionsOf].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [path = '', hash = ''] = key.split('\n');
    const functions = [...found.values()].toSorted(inOrder);
    functions.forEach((fn, i) => numbers.set(`${key}\n${nameOf(fn)}`, firstFunction + i));
    indexes.set(key, modules.push({ path, hash, firstFunction, functions }) - 1);
    firstFunction += functions.length;
  }
  const byPath = new Map<string, number[]>();
  modules.forEach(({ path }, i) => byPath.set(path, [...(byPath.get(path) ?? []), i]));
  return {
    modules,
    functions: processes.map((process) => numbersOf(process, numbers)),
    indexOf: (path, hash) => indexes.get(keyOf(path, hash)),
    ofPath: (path) => byPath.get(path) ?? [],
  };
}

function numbersOf({ entries }: ProcessJournal, numbers: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
  const own = new Map<number, number>();
  for (const entry of entries) {
    if (entry.t !== 'module') continue;
    const key = keyOf(entry.path, entry.hash);
    decodeFunctions(entry.table).forEach((fn, i) => {
      const number = numbers.get(`${key}\n${nameOf(fn)}`);
      if (number !== undefined) own.set(entry.base + i, number);
    });
  }
  return own;
}

function inOrder(a: RecordedFunction, b: RecordedFunction): number {
  if ((a.kind === 'module') !== (b.kind === 'module')) return a.kind === 'module' ? -1 : 1;
  return a.start - b.start || (a.kind < b.kind ? -1 : 1);
}

function keyOf(path: string, hash: string): string {
  return `${path}\n${hash}`;
}

function nameOf({ start, kind }: RecordedFunction): string {
  return `${kind} ${start}`;
}
