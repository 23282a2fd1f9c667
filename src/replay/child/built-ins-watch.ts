const { getOwnPropertyDescriptor, is } = Object;
const { ownKeys } = Reflect;

/** Notices when a program changed the built-ins or left globals behind, which the next input would find. */
export class BuiltInsWatch {
  readonly #owners: readonly object[];
  #before: readonly Look[] = [];

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
    for (const before of this.#before) if (differs(before)) return true;
    return false;
  }
}

interface Look {
  readonly owner: Record<PropertyKey, unknown>;
  readonly keys: readonly PropertyKey[];
  /** Accessors are compared as they are: asking them would run code. */
  readonly accessors: readonly (PropertyDescriptor | null)[];
  readonly values: readonly unknown[];
}

function look(owner: object): Look {
  const keys = ownKeys(owner);
  const accessors: (PropertyDescriptor | null)[] = [];
  const values: unknown[] = [];
  for (const key of keys) {
    const descriptor = getOwnPropertyDescriptor(owner, key);
    const isData = descriptor !== undefined && 'value' in descriptor;
    values.push(isData ? descriptor.value : undefined);
    accessors.push(isData ? null : (descriptor ?? {}));
  }
  return { owner: owner as Record<PropertyKey, unknown>, keys, accessors, values };
}

/** Data is read without its descriptor, which is most of the time that this takes. */
function differs({ owner, keys, accessors, values }: Look): boolean {
  const now = ownKeys(owner);
  if (now.length !== keys.length) return true;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as PropertyKey;
    if (now[i] !== key) return true;
    const accessor = accessors[i] ?? null;
    if (accessor === null) {
      if (!is(owner[key], values[i])) return true;
      continue;
    }
    const descriptor = getOwnPropertyDescriptor(owner, key);
    if (descriptor?.get !== accessor.get || descriptor?.set !== accessor.set) return true;
  }
  return false;
}
