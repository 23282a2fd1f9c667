/** What a value can be used for, so that most runs get far without an error of the engine. */
export type Sort =
  'number' | 'object' | 'numbers' | 'objects' | 'functions' | 'map' | 'function' | 'maker' | 'instance';

export interface Variable {
  readonly name: string;
  readonly sort: Sort;
}

/** The variables that can be used at a place: those of the functions around it, too. */
export class Scope {
  private readonly own: Variable[] = [];

  constructor(
    private readonly outer: Scope | null,
    /** What `return` or `yield` gives, null outside of functions. */
    readonly result: 'number' | 'object' | null,
    readonly isGenerator = false,
    /** Inside a method `this` is an instance. */
    readonly hasThis = false,
  ) {}

  /** A block inside the same function. */
  block(): Scope {
    return new Scope(this, this.result, this.isGenerator, this.hasThis);
  }

  add(variable: Variable): void {
    this.own.push(variable);
  }

  of(...sorts: Sort[]): Variable[] {
    const outer = this.outer?.of(...sorts) ?? [];
    return [...outer, ...this.own.filter((variable) => sorts.includes(variable.sort))];
  }
}
