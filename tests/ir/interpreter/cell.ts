import type { Binding } from '#ir/cfg';

/** One instance of a binding, with its dead zone. */
export class Cell {
  readonly binding: Binding;
  #value: unknown = undefined;
  #initialised: boolean;

  constructor(binding: Binding) {
    this.binding = binding;
    this.#initialised = !hasDeadZone.has(binding.kind);
  }

  read(): unknown {
    if (!this.#initialised) throw new ReferenceError(`Cannot access '${this.binding.name}' before initialization`);
    return this.#value;
  }

  declare(value: unknown): void {
    this.#value = value;
    this.#initialised = true;
  }

  write(value: unknown): void {
    if (!this.#initialised) throw new ReferenceError(`Cannot access '${this.binding.name}' before initialization`);
    if (isReadOnly.has(this.binding.kind)) throw new TypeError('Assignment to constant variable.');
    this.#value = value;
  }

  /** A new instance in its dead zone, if it has one. */
  fresh(): Cell {
    return new Cell(this.binding);
  }

  /** A new instance with the same value, in the same state. */
  copy(): Cell {
    const copied = new Cell(this.binding);
    if (this.#initialised) copied.declare(this.#value);
    return copied;
  }
}

const hasDeadZone = new Set<Binding['kind']>(['let', 'const', 'class', 'default', 'param', 'catch']);
const isReadOnly = new Set<Binding['kind']>(['const', 'import']);
