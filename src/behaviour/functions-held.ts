import type { Keys } from '#symbolic/keys';
import type { State } from '#symbolic/state';
import { HeldObjects, type HeldFunction } from './held-objects';

/**
 * Functions that variables of modules lead to once the modules are loaded: through properties, elements, entries, and variables
 * around functions. What objects inherit is not looked at: methods are called by name, and that is a call.
 */
export class FunctionsHeld {
  readonly #state: State;
  readonly #keys: Keys;
  readonly #known = new Map<string, readonly HeldFunction[] | null>();

  constructor(state: State, keys: Keys) {
    this.#state = state;
    this.#keys = keys;
  }

  /** Null where it cannot be told. */
  by(path: string, binding: number): readonly HeldFunction[] | null {
    const key = `${binding} ${path}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#find(path, binding);
    this.#known.set(key, found);
    return found;
  }

  #find(path: string, binding: number): readonly HeldFunction[] | null {
    const module = this.#state.modules.get(this.#keys.idOf(path));
    const cell = module?.status === 'evaluated' ? module.env.get(binding) : undefined;
    const value = cell === undefined ? undefined : this.#state.cells.get(cell);
    if (value === undefined || value === null) return null;
    const walk = new HeldObjects(this.#state);
    return walk.from(value) ? walk.functions : null;
  }
}
