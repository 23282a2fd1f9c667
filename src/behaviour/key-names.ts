import { memberName } from '#symbolic/object-changes';
import { isSymbolKey } from '#symbolic/value';

/** A key by what it is called in the source: private names are numbered by the classes that were evaluated before, of which another version may have more. */
export function withoutNumber(key: string): string {
  return isSymbolKey(key) ? `\u0000${memberName('', key) ?? key}` : key;
}

export interface PairedKey {
  readonly first: string;
  readonly second: string;
}

/** Of the same name in the source, where that is clear. */
export function pairedKeys(first: readonly string[], second: readonly string[]): PairedKey[] {
  const others = new Map(second.map((key) => [withoutNumber(key), key]));
  const known = new Set(first.map(withoutNumber));
  const isAmbiguous = others.size < second.length || known.size < first.length;
  if (isAmbiguous) return [...new Set([...first, ...second])].map((key) => ({ first: key, second: key }));
  return [
    ...first.map((key) => ({ first: key, second: others.get(withoutNumber(key)) ?? key })),
    ...second.filter((key) => !known.has(withoutNumber(key))).map((key) => ({ first: key, second: key })),
  ];
}
