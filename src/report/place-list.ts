import { displayPath } from '#core/display-path';
import type { SpanResult } from '#result/location';

/** `src/cart.ts:12, :14, src/api.ts:3`: lines by file, each once; `…` where there are more than `most`. */
export function placeList(spans: readonly SpanResult[], most: number): string {
  const seen = new Map<string, Set<number>>();
  for (const { file, line } of spans) {
    const lines = seen.get(file);
    if (lines === undefined) seen.set(file, new Set([line]));
    else lines.add(line);
  }
  const places = [...seen].flatMap(([file, lines]) =>
    [...lines].toSorted((a, b) => a - b).map((line, index) => `${index === 0 ? displayPath(file) : ''}:${line}`),
  );
  return [...places.slice(0, most), ...(places.length > most ? ['…'] : [])].join(', ');
}
