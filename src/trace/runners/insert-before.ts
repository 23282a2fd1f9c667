type ArgumentsOf<M> = NonNullable<M> extends (...args: infer A) => unknown ? A : never;

/** Makes a method of this one object first tell of its arguments, in the turn of its caller. */
export function insertBefore<T extends object, K extends keyof T>(
  object: T,
  name: K,
  tell: (...args: ArgumentsOf<T[K]>) => void,
): void {
  const value = told(object[name], tell);
  Object.defineProperty(object, name, { configurable: true, enumerable: false, writable: true, value });
}

/** The same where the method may be assigned later: what is then called tells first. */
export function insertBeforeAssigned<T extends object, K extends keyof T>(
  object: T,
  name: K,
  tell: (...args: ArgumentsOf<T[K]>) => void,
): void {
  let inner: unknown = object[name];
  Object.defineProperty(object, name, {
    configurable: true,
    enumerable: false,
    get: () => told(inner, tell),
    set: (assigned: unknown) => {
      inner = assigned;
    },
  });
}

function told<A extends unknown[]>(inner: unknown, tell: (...args: A) => void): (this: unknown, ...args: A) => unknown {
  return function (...args) {
    tell(...args);
    return typeof inner === 'function' ? Reflect.apply(inner, this, args) : undefined;
  };
}
