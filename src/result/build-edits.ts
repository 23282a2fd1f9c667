import type { ChangeSet, Hunk, TextRange } from '#change/change-set';
import { idOf, type DescribedVersions } from './build-functions';
import type { NodeDescriber } from './describe-node';
import type { EditHunk, EditResult } from './edit-result';
import type { LineSpan } from './location';

/** The independent changes of the text, with the functions that each touches. */
export function buildEdits(versions: DescribedVersions, changes: ChangeSet): EditResult[] {
  const functions = changes.edits.map(() => new Set<string>());
  for (const change of changes.functions) {
    for (const edit of change.edits()) functions[edit]?.add(idOf(change.head ?? change.base));
  }
  return changes.edits.map((edit, i) => ({
    id: edit.id,
    summary: edit.description,
    hunks: edit.hunks.map((hunk) => buildHunk(versions, hunk)),
    functions: [...(functions[i] ?? [])],
    entails: edit.entails,
  }));
}

function buildHunk({ base, head }: DescribedVersions, hunk: Hunk): EditHunk {
  switch (hunk.kind) {
    case 'replace':
      return {
        kind: 'replace',
        baseFile: hunk.base.path,
        baseLines: linesOf(base, hunk.base),
        headFile: hunk.head.path,
        headLines: linesOf(head, hunk.head),
      };
    case 'add-file':
      return { kind: 'add', headFile: hunk.head.path, headLines: linesOf(head, hunk.head) };
    case 'remove-file':
      return { kind: 'remove', baseFile: hunk.base.path, baseLines: linesOf(base, hunk.base) };
  }
}

function linesOf(nodes: NodeDescriber, { path, start, end }: TextRange): LineSpan {
  const lines = nodes.linesOf(path);
  const first = lines.positionAt(start).line;
  return { first, last: Math.max(first, lines.positionAt(Math.max(start, end - 1)).line) };
}
