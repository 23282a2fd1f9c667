import { isMadeSymbol, type PropertyKeyText, type UniqueValue } from '#symbolic/value';
import { Partners } from './partners';

/** Symbols of two versions: unlike objects they hold nothing but who they are. */
export class SymbolPairs {
  readonly #partners = new Partners<PropertyKeyText>();

  /** Those that a version has made are alike as long as the same ones are one in both. */
  areAlike(first: UniqueValue, second: UniqueValue): boolean {
    // One that everybody gets by its text is another one than a symbol of its own, be it called alike.
    if (!isMadeSymbol(first) || !isMadeSymbol(second)) return first.key === second.key;
    return first.description === second.description && this.#partners.join(first.key, second.key);
  }
}
