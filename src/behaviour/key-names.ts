import { memberName } from '#symbolic/object-changes';
import { isSymbolKey } from '#symbolic/value';

/** A key by what it is called in the source: private names are numbered by the classes that were evaluated before, of which another version may have more. */
export function withoutNumber(key: string): string {
  return isSymbolKey(key) ? `\u0000${memberName('', key) ?? key}` : key;
}
