import { types } from 'node:util';

/** A value that is about to be taken apart; it fails here where it cannot be. */
export function checked<T>(value: T, call: string | null, form: string, realm: object): T {
  if (!canBeTakenApart(value, form)) failAsWritten(value, { call, form, realm, caller: checked });
  return value;
}

/**
 * A value is about to be taken apart that cannot be, and the engine would name the function of a probe as where it comes
 * from. Throws what it throws for the code as it was written: the engine is made to do that. `call` is a chain of names and
 * calls, null for what is not written out; `form` are statements that take apart what stands for `@`. Does nothing
 * where code must not be made of texts. The error has the realm of `realm`, and the stack of who called `caller`.
 */
function failAsWritten(value: unknown, { call, form, realm, caller }: Written): void {
  const at = form.lastIndexOf('@');
  const around = (text: string): string => form.slice(0, at) + text + form.slice(at + 1);
  const { constructor: make } = realm as { readonly constructor: (...texts: string[]) => CallableFunction };
  try {
    if (call === null) failYielded(value, make(`return function*(){${around('yield')}}`)());
    else failCalled(value, call, make, around(call));
  } catch (error) {
    if (typeof error !== 'object' || error === null || Reflect.get(error, 'name') !== 'TypeError') return;
    Error.captureStackTrace(error, caller);
    throw error;
  }
}

/** Looks without being seen: where code of the program would run to say so, the answer is yes. */
function canBeTakenApart(value: unknown, form: string): boolean {
  if (value === null || value === undefined) return false;
  if (Array.isArray(value) || typeof value === 'string' || !/\[x\]|^for/.test(form)) return true;
  return types.isProxy(value) || Symbol.iterator in Object(value);
}

interface Written {
  readonly call: string | null;
  readonly form: string;
  readonly realm: object;
  readonly caller: CallableFunction;
}

function failYielded(value: unknown, made: unknown): void {
  const generator = (made as () => Generator)();
  generator.next();
  generator.next(value);
}

/** Every name stands for something that has all properties and can be called; the last of these gives the value. */
function failCalled(value: unknown, call: string, make: (...texts: string[]) => CallableFunction, text: string): void {
  const root = /^[^.(?]+/.exec(call)?.[0] ?? 'this';
  let left = call.match(/\(\)|\.(?!\()/g)?.length ?? 0;
  const next = (): unknown => (--left === 0 ? value : anything);
  const anything: object = new Proxy(() => {}, {
    get: next,
    apply: next,
  });
  Reflect.apply(make(...(root === 'this' ? [] : [root]), text), anything, [anything]);
}
