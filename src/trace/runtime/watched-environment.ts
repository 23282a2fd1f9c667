/** Stands for all variables, where somebody has looked through them. */
export const allVariables = '*';

/**
 * Variables that tell of being read, or looked through, and otherwise are as they were: reads, writes and refusals are those of
 * the object behind.
 */
export function watchedEnvironment(env: NodeJS.ProcessEnv, told: (name: string) => void): NodeJS.ProcessEnv {
  const listing = new Listing();
  const tell = (key: PropertyKey): void => {
    if (typeof key === 'string' && !listing.goesOnWith(key)) told(key);
  };
  return new Proxy(env, {
    get(target, key) {
      tell(key);
      return Reflect.get(target, key) as unknown;
    },
    has(target, key) {
      tell(key);
      return Reflect.has(target, key);
    },
    getOwnPropertyDescriptor(target, key) {
      tell(key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    ownKeys(target) {
      const keys = Reflect.ownKeys(target);
      told(allVariables);
      listing.begin(keys);
      return keys;
    },
    // Without the receiver: the object behind it makes text of what is written, or refuses it.
    set: (target, key, value) => Reflect.set(target, key, value),
  });
}

/**
 * Who looks through all names is given one after the other, each up to three times (is it there, is it listed, what is it), perhaps
 * all over again: that is one look at everything.
 */
class Listing {
  #keys: readonly PropertyKey[] = [];
  #at = 0;

  begin(keys: readonly PropertyKey[]): void {
    this.#keys = keys;
    this.#at = 0;
  }

  goesOnWith(key: string): boolean {
    if (this.#keys.length === 0) return false;
    for (const at of [this.#at, this.#at + 1, 0]) {
      if (this.#keys[at] !== key) continue;
      this.#at = at;
      return true;
    }
    this.#keys = [];
    return false;
  }
}
