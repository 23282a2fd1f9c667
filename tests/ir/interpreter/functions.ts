import { Activation, type Closure, type Context } from './activation';
import { driveAsync, driveAsyncGenerator, driveGenerator, driveSync } from './drive';
import { execute } from './execute';
import type { HostFunction } from './private-names';

/** A function of the engine that runs the interpreter when it is called. */
export function makeFunction(closure: Closure): HostFunction {
  const made = hostFunction(closure);
  Object.defineProperty(made, 'name', { value: closure.fn.name, configurable: true });
  return made;
}

/** Starts a function, as its kind demands: to its end, or as a promise or generator. */
export function enter(closure: Closure, context: Context, args: readonly unknown[]): unknown {
  const run = execute(new Activation(closure, context, args));
  const { async, generator } = closure.fn;
  if (!generator) return async ? driveAsync(run) : driveSync(run);
  const made = async ? driveAsyncGenerator(run) : driveGenerator(run);
  const prototype: unknown = Reflect.get(context.self as object, 'prototype');
  if (Object(prototype) === prototype) Object.setPrototypeOf(made, prototype as object);
  return made;
}

export function contextOf(
  closure: Closure,
  self: unknown,
  receiver: unknown,
  args: readonly unknown[],
  newTarget: unknown,
): Context {
  return {
    receiver: { value: closure.fn.strict ? receiver : coerceThis(receiver), initialised: true },
    arguments: argumentsObject(args),
    newTarget,
    home: closure.home,
    self,
  };
}

export function argumentsObject(args: readonly unknown[]): unknown {
  return Reflect.apply(
    function () {
      return arguments;
    },
    undefined,
    args,
  );
}

function hostFunction(closure: Closure): HostFunction {
  const { fn } = closure;
  if (fn.kind === 'arrow') return (...args) => enter(closure, closure.outer, args);
  if (fn.kind !== 'function' || fn.async) return withPrototype(closure, methodLike(closure));
  return fn.generator ? withPrototype(closure, methodLike(closure)) : plainFunction(closure);
}

function plainFunction(closure: Closure): HostFunction {
  const made = function (this: unknown, ...args: unknown[]): unknown {
    return enter(closure, contextOf(closure, made, this, args, new.target), args);
  };
  return made;
}

/** Methods and functions that suspend cannot be called with `new`. */
function methodLike(closure: Closure): HostFunction {
  const { made } = {
    made(this: unknown, ...args: unknown[]): unknown {
      return enter(closure, contextOf(closure, made, this, args, undefined), args);
    },
  };
  return made;
}

function withPrototype(closure: Closure, made: HostFunction): HostFunction {
  const { fn } = closure;
  if (!fn.generator) return made;
  const value = Object.create(fn.async ? asyncGeneratorPrototype : generatorPrototype) as object;
  return Object.defineProperty(made, 'prototype', { value, writable: true });
}

const generatorPrototype = Object.getPrototypeOf(function* () {}).prototype as object;
const asyncGeneratorPrototype = Object.getPrototypeOf(async function* () {}).prototype as object;

function coerceThis(receiver: unknown): unknown {
  return receiver === undefined || receiver === null ? globalThis : Object(receiver);
}
