import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What was seen so far, a line of JSON each, so that a run that was ended can go on. */
export class RunLog<T extends { readonly key: string }> {
  private readonly seen = new Map<string, T>();

  constructor(private readonly path: string | null) {
    if (path === null || !existsSync(path)) return;
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (line === '') continue;
      const entry = JSON.parse(line) as T;
      this.seen.set(entry.key, entry);
    }
  }

  has(key: string): boolean {
    return this.seen.has(key);
  }

  add(entry: T): void {
    this.seen.set(entry.key, entry);
    if (this.path !== null) appendFileSync(this.path, `${JSON.stringify(entry)}\n`);
  }

  get entries(): readonly T[] {
    return [...this.seen.values()];
  }
}
