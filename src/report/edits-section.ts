import { displayPath } from '#core/display-path';
import type { EditResult } from '#result/edit-result';
import { editPlace, placeText, type EditPlace } from './edit-place';
import { cutText, oneLine } from './source-text';
import { paintFor, type TextOptions } from './text-style';
import { count } from './words';

/** The parts of the change that can be taken back one without the other, by file; a single one says nothing new. */
export function editsSection(edits: readonly EditResult[], options: TextOptions): string[] {
  if (edits.length < 2) return [];
  const paint = paintFor(options.colour);
  const shown = options.all ? edits : edits.slice(0, mostEdits);
  const placed = shown.map((edit) => ({ edit, place: editPlace(edit) }));
  const gutter = Math.max(...placed.map(({ place }) => place.lines.length));
  const lines = [paint.bold('Independent edits')];
  let file: string | undefined;
  for (const { edit, place } of placed) {
    if (place.file !== file) lines.push(`  ${paint.cyan(displayPath(place.file))}`);
    file = place.file;
    const text = `${oneLine(edit.summary)}${alsoAt(place)}${entailment(edit, edits)}`;
    lines.push(`    ${paint.dim(place.lines.padEnd(gutter))}  ${cutText(text, options.width - gutter - 6)}`);
  }
  if (shown.length < edits.length) {
    lines.push(paint.dim(`  … ${count(edits.length - shown.length, 'more edit')} (--all shows everything)`));
  }
  return lines;
}

const mostEdits = 12;

function alsoAt({ others }: EditPlace): string {
  return others === 0 ? '' : ` (and at ${count(others, 'more place')})`;
}

/** Named by their places, because ids mean nothing to a reader. */
function entailment(edit: EditResult, edits: readonly EditResult[]): string {
  const entailed = edits.filter(({ id }) => edit.entails.includes(id)).map((other) => placeText(editPlace(other)));
  return entailed.length === 0 ? '' : ` (only together with ${entailed.join(', ')})`;
}
