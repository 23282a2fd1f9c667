/** Where a piece of a program is rendered: what it can name, and which statements and expressions are allowed there. */
export interface Place {
  readonly names: Names;
  readonly strict: boolean;
  readonly async: boolean;
  readonly generator: boolean;
  /** Statements directly in a function body, where sloppy code may declare functions without surprises. */
  readonly isFunctionBody: boolean;
  readonly mayReturn: boolean;
  readonly mayUseArguments: boolean;
  readonly hasSuper: boolean;
  /** Directly in a field initialiser or static block, where assigning to a private name could not be told from declaring it. */
  readonly initialises: boolean;
  readonly jumps: readonly JumpTarget[];
  readonly privates: readonly PrivateMember[];
  readonly counter: Counter;
}

export interface JumpTarget {
  readonly label: string | null;
  readonly kind: 'loop' | 'switch' | 'block';
}

export interface PrivateMember {
  readonly name: string;
}

export interface CallableName {
  readonly name: string;
  readonly async: boolean;
  readonly generator: boolean;
}

/** Gives out numbers that no other name or log line of the program has. */
export class Counter {
  #next = 1;

  next(): number {
    return this.#next++;
  }
}

/** Lexical scope of the program being rendered. */
export class Names {
  readonly #parent: Names | null;
  readonly #isFunction: boolean;
  readonly #values: string[] = [];
  readonly #functions: CallableName[] = [];
  readonly #classes: string[] = [];
  readonly #taken = new Set<string>();
  /** Declared further down in the same block: reading one now hits its dead zone. */
  #later: string[] = [];

  constructor(parent: Names | null, isFunction: boolean) {
    this.#parent = parent;
    this.#isFunction = isFunction;
  }

  block(): Names {
    return new Names(this, false);
  }

  functionBody(): Names {
    return new Names(this, true);
  }

  /** A name for a block-scoped variable, free in this block; visible from now on. */
  declare(wanted: number, counter: Counter): string {
    const name = this.#free(`v${wanted % 5}`, counter);
    this.#values.push(name);
    return name;
  }

  /** `var`: visible in the whole function. */
  declareVar(wanted: number): string {
    const name = `w${wanted % 3}`;
    const owner = this.#functionScope();
    if (!owner.#values.includes(name)) owner.#values.push(name);
    return name;
  }

  addValue(name: string): void {
    this.#values.push(name);
  }

  addFunction(callable: CallableName): void {
    this.#functions.push(callable);
    // A promise that nobody waits for would fail outside of the program.
    if (!callable.async) this.#values.push(callable.name);
  }

  addClass(name: string): void {
    this.#classes.push(name);
    this.#values.push(name);
  }

  announce(names: readonly string[]): void {
    this.#later = [...names];
  }

  get values(): readonly string[] {
    return [...(this.#parent?.values ?? []), ...this.#values];
  }

  get functions(): readonly CallableName[] {
    return [...(this.#parent?.functions ?? []), ...this.#functions];
  }

  get classes(): readonly string[] {
    return [...(this.#parent?.classes ?? []), ...this.#classes];
  }

  get later(): readonly string[] {
    return this.#later.filter((name) => !this.#values.includes(name));
  }

  #free(name: string, counter: Counter): string {
    const free = this.#taken.has(name) ? `${name}_${counter.next()}` : name;
    this.#taken.add(free);
    return free;
  }

  #functionScope(): Names {
    return this.#isFunction || this.#parent === null ? this : this.#parent.#functionScope();
  }
}

export function choose<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items.length === 0 ? undefined : items[pick % items.length];
}
