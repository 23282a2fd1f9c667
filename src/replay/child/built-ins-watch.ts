const { getOwnPropertyDescriptor } = Object;
const { ownKeys } = Reflect;

/** Notices when a program changed the built-ins or left globals behind, which the next input would find. */
export class BuiltInsWatch {
  readonly #owners: readonly object[];
  #before: readonly (readonly unknown[])[] = [];

  constructor() {
    const owners = new Set<object>([globalThis, console, process, process.env]);
    for (const key of ownKeys(globalThis)) {
      const value: unknown = getOwnPropertyDescriptor(globalThis, key)?.value;
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) continue;
      owners.add(value);
      const prototype: unknown = typeof value === 'function' ? value.prototype : undefined;
      if (typeof prototype === 'object' && prototype !== null) owners.add(prototype);
    }
    this.#owners = [...owners];
  }

  /** What is there now is how it should stay. */
  remember(): void {
    this.#before = this.#owners.map(look);
  }

  isChanged(): boolean {
    for (let i = 0; i < this.#owners.length; i++) {
      const owner = this.#owners[i];
      const before = this.#before[i];
      if (owner === undefined || before === undefined) continue;
      const now = look(owner);
      if (now.length !== before.length) return true;
      for (let k = 0; k < now.length; k++) if (!Object.is(now[k], before[k])) return true;
    }
    return false;
  }
}

/** Keys and what they hold, in a row. Accessors are taken as they are: asking them would run code. */
function look(owner: object): unknown[] {
  const seen: unknown[] = [];
  for (const key of ownKeys(owner)) {
    const descriptor = getOwnPropertyDescriptor(owner, key);
    seen.push(key);
    if (descriptor === undefined) continue;
    if ('value' in descriptor) seen.push(descriptor.value);
    else seen.push(descriptor.get, descriptor.set);
  }
  return seen;
}
