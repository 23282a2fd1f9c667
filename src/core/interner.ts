import { invariant } from './diagnostics';

/** Gives each distinct string a number, counting from 0 in the order of first appearance. */
export class Interner {
  readonly #ids = new Map<string, number>();
  readonly #texts: string[] = [];

  get size(): number {
    return this.#texts.length;
  }

  intern(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#texts.length;
    this.#ids.set(text, id);
    this.#texts.push(text);
    return id;
  }

  /** Without adding it. */
  idOf(text: string): number | undefined {
    return this.#ids.get(text);
  }

  textOf(id: number): string {
    const text = this.#texts[id];
    invariant(text !== undefined, 'an interned id came from this interner');
    return text;
  }

  /** All strings, in the order of their ids. */
  values(): readonly string[] {
    return this.#texts;
  }
}
