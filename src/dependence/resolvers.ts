import type { PointerSolver, SolverCall } from './pointers';

/** A promise: the call that makes it, and the variable that stands for it and for what it is settled with. */
interface MadePromise {
  readonly call: SolverCall;
  readonly result: number;
}

/**
 * What executors of promises are handed: whoever calls one settles its promise, wherever it was kept until then
 * (`waiting.set(id, resolve)`).
 */
export class Resolvers {
  private readonly promises = new Map<number, MadePromise>();

  constructor(private readonly host: Pick<PointerSolver, 'pointsTo'>) {}

  make(resolver: number, promise: MadePromise): void {
    this.promises.set(resolver, promise);
  }

  has(object: number): boolean {
    return this.promises.has(object);
  }

  /** A call runs the resolver, with variables as its first argument. */
  run(by: SolverCall, resolver: number, values: readonly number[]): void {
    const promise = this.promises.get(resolver);
    if (promise === undefined) return;
    by.settles.add(promise.call);
    for (const value of values) if (value >= 0) this.host.pointsTo.copy(value, promise.result);
  }
}
