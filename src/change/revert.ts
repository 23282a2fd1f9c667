import { parseModule } from '#syntax/parse';
import type { ChangeSet, Edit, Hunk } from './change-set';

/** The head without these edits: P′∖C of Effects 4.1.3. */
export function revert(changes: ChangeSet, ids: Iterable<string>): Reverted {
  const byId = new Map(changes.edits.map((edit) => [edit.id, edit]));
  const chosen = new Set<Edit>();
  for (const id of ids) choose(id, byId, chosen);
  for (;;) {
    const files = write(changes, chosen);
    const broken = files.filter(({ path, text }) => text !== null && parseModule(path, text).tree === null);
    const missing = changes.edits.filter((edit) => !chosen.has(edit) && broken.some(({ path }) => touches(edit, path)));
    if (missing.length === 0)
      return { files, edits: changes.edits.filter((edit) => chosen.has(edit)).map((edit) => edit.id) };
    for (const edit of missing) choose(edit.id, byId, chosen);
  }
}

/** A file of P′∖C; null where the file does not exist without the change. */
export interface RevertedFile {
  readonly path: string;
  readonly text: string | null;
}

export interface Reverted {
  /** The files in which anything was taken back. */
  readonly files: readonly RevertedFile[];
  /** Ids of the edits that were taken back: those asked for, those they entail, and those without which it would not parse. */
  readonly edits: readonly string[];
}

function choose(id: string, byId: ReadonlyMap<string, Edit>, chosen: Set<Edit>): void {
  const pending = [id];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const edit = byId.get(next);
    if (edit === undefined || chosen.has(edit)) continue;
    chosen.add(edit);
    pending.push(...edit.entails);
  }
}

function touches(edit: Edit, headPath: string): boolean {
  return edit.hunks.some((hunk) => hunk.kind === 'replace' && hunk.head.path === headPath);
}

function write(changes: ChangeSet, chosen: ReadonlySet<Edit>): RevertedFile[] {
  const files = new Map<string, string | null>();
  const replaced = new Map<string, Extract<Hunk, { kind: 'replace' }>[]>();
  for (const { hunks } of chosen) {
    for (const hunk of hunks) {
      if (hunk.kind === 'add-file') files.set(hunk.head.path, null);
      else if (hunk.kind === 'remove-file') files.set(hunk.base.path, textOf(changes, 'base', hunk.base.path));
      else replaced.set(hunk.head.path, [...(replaced.get(hunk.head.path) ?? []), hunk]);
    }
  }
  for (const [path, hunks] of replaced) files.set(path, splice(textOf(changes, 'head', path), hunks));
  return [...files].map(([path, text]) => ({ path, text })).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function textOf(changes: ChangeSet, side: 'base' | 'head', path: string): string {
  return changes.modules.find(({ [side]: module }) => module?.path === path)?.[side]?.text ?? '';
}

function splice(text: string, hunks: readonly Extract<Hunk, { kind: 'replace' }>[]): string {
  let result = '';
  let at = 0;
  const order = hunks.toSorted((a, b) => a.head.start - b.head.start || a.head.end - b.head.end);
  for (const { head, restored } of order) {
    result += text.slice(at, head.start) + restored;
    at = head.end;
  }
  return result + text.slice(at);
}
