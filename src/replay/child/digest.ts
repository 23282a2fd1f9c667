/** A short text that is the same for values that look the same: the order of keys and the stacks of errors do not count. */
export function digestOf(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) => plain(part));
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}.${text.length.toString(36)}`;
}

/** What JSON cannot say is said in words; observed properties are put in order. */
function plain(part: unknown): unknown {
  switch (typeof part) {
    case 'number':
      return Number.isFinite(part) && !Object.is(part, -0) ? part : `number ${Object.is(part, -0) ? '-0' : part}`;
    case 'bigint':
      return `bigint ${part}`;
    case 'undefined':
      return 'undefined';
    case 'object':
      return isObserved(part) ? observedPart(part) : part;
    default:
      return part;
  }
}

interface ObservedPart {
  readonly kind: 'object';
  readonly contents: { readonly kind: string };
  readonly properties: readonly (readonly [string, unknown])[];
}

function isObserved(part: unknown): part is ObservedPart {
  return part !== null && typeof part === 'object' && 'contents' in part && 'properties' in part;
}

/** Without the number of the object, which tells in which order objects were met. */
function observedPart(part: ObservedPart): unknown {
  const { kind, contents, properties, ...rest } = part as ObservedPart & { readonly id?: number };
  delete rest.id;
  const shown = contents.kind === 'error' ? [] : properties.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return { ...rest, is: kind, holds: contents, has: shown };
}
