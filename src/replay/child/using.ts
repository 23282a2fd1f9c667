interface Resource {
  readonly value: unknown;
  readonly dispose: (() => unknown) | null;
  readonly isAsync: boolean;
}

/** What compiled `using` and `await using` call where the engine does not know them: one context per block. */
export function usingCtx(): UsingContext {
  return new UsingContext();
}

const nothing: unique symbol = Symbol('no error');

class UsingContext {
  readonly #resources: Resource[] = [];
  #error: unknown = nothing;

  /** Set by the block when it throws. */
  set e(error: unknown) {
    this.#error = error;
  }

  u<T>(value: T): T {
    return this.#use(value, false);
  }

  a<T>(value: T): T {
    return this.#use(value, true);
  }

  /** Last first; a promise as soon as one of them is asynchronous. */
  d(): unknown {
    for (let resource = this.#resources.pop(); resource !== undefined; resource = this.#resources.pop()) {
      try {
        const result = resource.dispose === null ? undefined : Reflect.apply(resource.dispose, resource.value, []);
        if (resource.isAsync)
          return Promise.resolve(result).then(
            () => this.d(),
            (error) => this.#failed(error),
          );
      } catch (error) {
        this.#suppress(error);
      }
    }
    if (this.#error !== nothing) throw this.#error;
    return undefined;
  }

  #use<T>(value: T, isAsync: boolean): T {
    if (value === null || value === undefined) {
      if (isAsync) this.#resources.push({ value, dispose: null, isAsync });
      return value;
    }
    const asyncDispose: unknown = isAsync ? Reflect.get(Object(value), Symbol.asyncDispose) : undefined;
    const dispose: unknown = asyncDispose ?? Reflect.get(Object(value), Symbol.dispose);
    if (typeof dispose !== 'function') throw new TypeError('Property [Symbol.dispose] is not a function.');
    this.#resources.push({ value, dispose: dispose as () => unknown, isAsync });
    return value;
  }

  #failed(error: unknown): unknown {
    this.#suppress(error);
    return this.d();
  }

  #suppress(error: unknown): void {
    this.#error = this.#error === nothing ? error : suppressed(error, this.#error);
  }
}

function suppressed(error: unknown, hidden: unknown): unknown {
  return Object.assign(new Error('An error was suppressed during disposal.'), {
    name: 'SuppressedError',
    error,
    suppressed: hidden,
  });
}
