import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, ProcessEntry } from './runtime/entry';

/** What one process of a run wrote, its loader's thread included. */
export interface ProcessJournal {
  readonly start: ProcessEntry;
  readonly entries: readonly Entry[];
  /** False when the process ended in the middle of something. */
  readonly complete: boolean;
}

export interface Journals {
  readonly processes: readonly ProcessJournal[];
  /** Files with lines that cannot be read, other than a last one that was cut off. */
  readonly unreadable: readonly string[];
}

/** All journals of a folder, in the order of their processes' beginnings. */
export function readJournals(folder: string): Journals {
  const unreadable: string[] = [];
  const byProcess = new Map<string, Entry[]>();
  for (const name of readdirSync(folder).toSorted()) {
    if (!name.endsWith('.jsonl')) continue;
    const id = name.replace(/(?:-loader)?\.jsonl$/, '');
    const { entries, damaged } = readEntries(join(folder, name));
    if (damaged) unreadable.push(name);
    byProcess.set(id, [...(byProcess.get(id) ?? []), ...entries]);
  }
  const processes = [...byProcess.values()].flatMap((entries): ProcessJournal[] => {
    const start = entries.find((entry) => entry.t === 'process');
    return start === undefined ? [] : [{ start, entries, complete: isComplete(entries) }];
  });
  return { processes, unreadable };
}

/** Whether a test is told of in journals that came to a folder. */
export function haveTestsBegun(folder: string, before: ReadonlySet<string>): boolean {
  return readdirSync(folder).some(
    (name) =>
      name.endsWith('.jsonl') &&
      !before.has(name) &&
      readEntries(join(folder, name)).entries.some(({ t }) => t === 'begin'),
  );
}

/** A process says that it ends, or its runner ended it when it had nothing to do, or before it had. */
function isComplete(entries: readonly Entry[]): boolean {
  const last = entries.findLast(({ t }) => !remarks.has(t));
  return last === undefined || last.t === 'process' || last.t === 'rest' || entries.some(({ t }) => t === 'exit');
}

/** Written whenever something is seen. */
const remarks: ReadonlySet<Entry['t']> = new Set(['import', 'package', 'note', 'read', 'call', 'variable', 'text']);

function readEntries(file: string): { readonly entries: Entry[]; readonly damaged: boolean } {
  const lines = readFileSync(file, 'utf8').split('\n');
  // A whole journal ends with a line break; what follows the last one was being written when the process was killed.
  lines.pop();
  const entries: Entry[] = [];
  let damaged = false;
  for (const line of lines) {
    try {
      entries.push(JSON.parse(line) as Entry);
    } catch {
      damaged = true;
    }
  }
  return { entries, damaged };
}
