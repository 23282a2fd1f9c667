import { displayPath } from '#core/display-path';
import type { TechniquesResult } from '#result/techniques-result';
import { cutText } from './source-text';
import { paintFor, type TextOptions } from './text-style';
import { count } from './words';

/** Techniques side by side: how much each says, then function by function who says it. */
export function renderTechniquesText(result: TechniquesResult, options: TextOptions): string {
  const paint = paintFor(options.colour);
  const { techniques } = result;
  const widest = Math.max(0, ...techniques.map(({ name }) => name.length));
  const lines = [
    paint.bold(`A change of ${displayPath(result.target)} may affect`),
    paint.dim(`recorded from ${result.recording}; ${count(result.executed, 'function')} ran under a test`),
    '',
    ...techniques.map(({ name, about, functions }, i) => {
      const amount =
        functions === null ? 'not recorded: needs "wingbeat record --paths"' : count(functions.length, 'function');
      return cutText(
        `  ${i + 1}  ${name.padEnd(widest)}  ${amount.padEnd(14)}  ${paint.dim(about)}`,
        options.width + 10,
      );
    }),
  ];
  const says = new Map<string, Set<number>>();
  techniques.forEach(({ functions }, i) => {
    for (const id of functions ?? []) says.set(id, (says.get(id) ?? new Set()).add(i));
  });
  const rows = [...says].toSorted(([a, x], [b, y]) => y.size - x.size || (a < b ? -1 : 1));
  const shown = options.all ? rows : rows.slice(0, mostRows);
  if (rows.length > 0) {
    lines.push('', `  ${techniques.map((_, i) => String(i + 1)).join(' ')}`);
    for (const [id, who] of shown) {
      const marks = techniques.map((_, i) => (who.has(i) ? '●' : '·')).join(' ');
      lines.push(cutText(`  ${marks}  ${displayPath(id)}`, options.width));
    }
    if (shown.length < rows.length)
      lines.push(paint.dim(`  and ${count(rows.length - shown.length, 'more function')}; --all shows them`));
  }
  return `${lines.join('\n')}\n`;
}

const mostRows = 25;
