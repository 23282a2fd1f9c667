import { displayPath } from '#core/display-path';
import type { FunctionResult } from '#result/function-result';
import type { SpanResult } from '#result/location';

/** The name of a function without its file, which the span knows: a path may hold a `#`, and so may a private name. */
export function functionName(id: string, file: string): string {
  const name = id.startsWith(`${file}#`) ? id.slice(file.length + 1) : id;
  return name === '<module>' ? moduleBody : displayPath(name);
}

export const moduleBody = 'module body';

/** `src/cart.ts:12`, as terminals and editors understand it. */
export function lineOf(span: SpanResult): string {
  return `${displayPath(span.file)}:${span.line}`;
}

/** `src/cart.ts:12-30`. */
export function linesOf(span: SpanResult): string {
  return span.endLine === span.line ? lineOf(span) : `${lineOf(span)}-${span.endLine}`;
}

/** `was Cart.insert`, `moved from src/old.ts#add`; empty when it kept its name and place. */
export function formerName({ renamedFrom, movedFrom, span }: FunctionResult): string {
  if (renamedFrom !== undefined) return `was ${functionName(renamedFrom, span.file)}`;
  return movedFrom === undefined ? '' : `moved from ${displayPath(movedFrom)}`;
}
