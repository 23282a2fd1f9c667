import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from './entry';

// Held here, as tests replace functions of `fs`.
const write = writeSync;

/**
 * What one process saw, as lines of JSON in a file of its own. A line is written whole when it is known, so that a
 * process that is killed loses what it had not finished, and nothing else.
 */
export class Journal {
  readonly #file: number;
  #pending = '';

  constructor(folder: string, name: string) {
    mkdirSync(folder, { recursive: true });
    this.#file = openSync(join(folder, `${name}.jsonl`), 'a');
  }

  /** Entries that can wait are written with the next that cannot. */
  add(entry: Entry, canWait = false): void {
    this.#pending += `${JSON.stringify(entry)}\n`;
    if (!canWait || this.#pending.length > 1 << 16) this.flush();
  }

  flush(): void {
    if (this.#pending === '') return;
    const text = this.#pending;
    this.#pending = '';
    write(this.#file, text);
  }

  close(): void {
    this.flush();
    closeSync(this.#file);
  }
}
