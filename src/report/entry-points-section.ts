import { displayPath } from '#core/display-path';
import type { EntryPointResult } from '#result/result';
import { cutText } from './source-text';
import { paintFor, type TextOptions } from './text-style';
import { count } from './words';

/** What callers from outside can notice the change through. */
export function entryPointsSection(entryPoints: readonly EntryPointResult[], options: TextOptions): string[] {
  if (entryPoints.length === 0) return [];
  const paint = paintFor(options.colour);
  const shown = options.all ? entryPoints : entryPoints.slice(0, mostEntryPoints);
  const lines = [paint.bold('Entry points that reach the change')];
  for (const entryPoint of shown) {
    const through = entryPoint.reaches.filter((id) => id !== entryPoint.id).map(displayPath);
    const suffix = through.length === 0 ? '' : ` through ${through.join(', ')}`;
    const id = displayPath(entryPoint.id);
    lines.push(`  ${id}${paint.dim(cutText(suffix, Math.max(16, options.width - 2 - id.length)))}`);
  }
  if (shown.length < entryPoints.length) {
    lines.push(
      paint.dim(`  … ${count(entryPoints.length - shown.length, 'more entry point')} (--all shows everything)`),
    );
  }
  return lines;
}

const mostEntryPoints = 10;
