import { Interner } from '#core/interner';
import type { PropertyKeyText } from './value';

/** Numbers for property keys, which index the properties of objects. */
export class Keys {
  readonly #keys = new Interner();

  idOf(key: PropertyKeyText): number {
    return this.#keys.intern(key);
  }

  textOf(id: number): PropertyKeyText {
    return this.#keys.textOf(id);
  }
}
