import type { Observed, ObservedObject } from '#replay/observed';

/** The text of an array that was seen, or the symbol in it because of which it has none; undefined where what was seen does not tell. */
export function textOfArray(array: ObservedObject, separator: string): Observed | undefined {
  const text = joined(array, separator);
  return typeof text === 'string' ? { kind: 'primitive', value: text } : text;
}

function joined({ contents }: ObservedObject, separator: string): string | Observed | undefined {
  if (contents.kind !== 'array') return undefined;
  const parts: string[] = [];
  for (const element of contents.elements) {
    const text = element === null ? '' : textOf(element);
    if (typeof text !== 'string') return text;
    parts.push(text);
  }
  return parts.join(separator);
}

function textOf(value: Observed): string | Observed | undefined {
  switch (value.kind) {
    case 'primitive':
      return value.value === null || value.value === undefined ? '' : String(value.value);
    case 'symbol':
      return value;
    case 'object':
      if (value.contents.kind === 'array') return joined(value, ',');
      return value.contents.kind === 'none' && value.constructorName === 'Object' && value.properties.length === 0
        ? '[object Object]'
        : undefined;
    default:
      return undefined;
  }
}
