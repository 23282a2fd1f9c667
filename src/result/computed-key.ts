import type { FunctionRef } from '#change/change-set';

/**
 * A call of a method whose key is computed, with the key as it is written: `(a)[Symbol.iterator]()`. Names of functions leave it
 * open, as subclasses may write the same key in another way.
 */
export function withComputedKey(call: string, { module, fn }: FunctionRef): string {
  const key = fn.qualifiedName.includes(computed) ? keyText({ module, fn }) : null;
  const places = [...call.matchAll(/\[computed\](?:~\d+)?/g)];
  const [only, ...others] = places;
  // A text among the arguments may look like it.
  if (key === null || only === undefined || others.length > 0) return call;
  return `${call.slice(0, only.index)}[${key}]${call.slice(only.index + only[0].length)}`;
}

const computed = '[computed]';

/** A symbol of the language, or a variable of the module; null for what means nothing elsewhere. */
function keyText({ module: { text, bindings }, fn: { start } }: FunctionRef): string | null {
  const before = text.slice(Math.max(0, start - longestKey), start);
  const key = /\[\s*(Symbol\.\w+|[\p{ID_Start}$_][\p{ID_Continue}$]*)\s*\]\s*$/u.exec(before)?.[1];
  if (key === undefined) return null;
  return key.startsWith('Symbol.') || bindings.some(({ owner, name }) => owner === 0 && name === key) ? key : null;
}

const longestKey = 200;
