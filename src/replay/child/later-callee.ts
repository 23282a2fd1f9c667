import type { LaterCallee } from '../later-call';

/** What the text of an input makes. */
export interface MadeInput {
  readonly receiver: unknown;
  readonly args: readonly unknown[];
  /** The arguments of later calls. */
  readonly later: readonly (readonly unknown[])[];
}

/** How to call what earlier calls have left behind; null when there is nothing to call. */
export function laterCallee(
  { from, keys, how }: LaterCallee,
  { receiver, args }: MadeInput,
  results: readonly unknown[],
  variable: (name: string) => unknown,
): ((args: unknown[]) => unknown) | null {
  let holder: unknown;
  let found =
    from.kind === 'result'
      ? results[from.call]
      : from.kind === 'argument'
        ? args[from.index]
        : from.kind === 'receiver'
          ? receiver
          : variable(from.name);
  for (const [index, key] of keys.entries()) {
    if (!isObject(found)) return null;
    holder = found;
    if (how === 'get' && index === keys.length - 1) return () => Reflect.get(Object(holder) as object, key) as unknown;
    found = Reflect.get(found, key);
  }
  if (typeof found !== 'function') return null;
  const fn = found as (...given: unknown[]) => unknown;
  return (given) => (how === 'new' ? Reflect.construct(fn, given) : Reflect.apply(fn, holder, given)) as unknown;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
