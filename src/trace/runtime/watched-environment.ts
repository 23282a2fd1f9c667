/** Stands for all variables, where somebody has looked through them. */
export const allVariables = '*';

/** A variable was read, by a call of this function. */
export type TellVariable = (name: string, by: CallableFunction) => void;

/**
 * Variables that tell of being read, or looked through, and otherwise are as they were: reads, writes and refusals are those of
 * the object behind.
 */
export function watchedEnvironment(env: NodeJS.ProcessEnv, told: TellVariable): NodeJS.ProcessEnv {
  const listing = new Listing();
  const tell = (key: PropertyKey, by: CallableFunction): void => {
    if (typeof key === 'string' && !listing.goesOnWith(key)) told(key, by);
  };
  const get = (target: NodeJS.ProcessEnv, key: PropertyKey): unknown => {
    tell(key, get);
    return Reflect.get(target, key) as unknown;
  };
  const has = (target: NodeJS.ProcessEnv, key: PropertyKey): boolean => {
    tell(key, has);
    return Reflect.has(target, key);
  };
  const getOwnPropertyDescriptor = (target: NodeJS.ProcessEnv, key: PropertyKey): PropertyDescriptor | undefined => {
    tell(key, getOwnPropertyDescriptor);
    return Reflect.getOwnPropertyDescriptor(target, key);
  };
  const ownKeys = (target: NodeJS.ProcessEnv): (string | symbol)[] => {
    const keys = Reflect.ownKeys(target);
    told(allVariables, ownKeys);
    listing.begin(keys);
    return keys;
  };
  return new Proxy(env, {
    get,
    has,
    getOwnPropertyDescriptor,
    ownKeys,
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
