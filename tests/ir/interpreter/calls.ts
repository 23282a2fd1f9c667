import { assertNever } from '#core/diagnostics';
import type { Arg, Callee, Op } from '#ir/cfg';
import { InterpreterFault, type Activation, type CallOutcome } from './activation';
import { classOf, finishInstance } from './classes';
import { evaluate, readProperty, superKey, superObject, thisValue } from './evaluate';
import { contextOf, enter } from './functions';

/** Calls what a call node calls; whatever goes wrong comes out at its call-return. */
export function performCall(act: Activation, op: Extract<Op, { kind: 'call' }>): CallOutcome {
  try {
    return { kind: 'returned', value: call(act, op) };
  } catch (error) {
    if (error instanceof InterpreterFault) throw error;
    return { kind: 'threw', error };
  }
}

function call(act: Activation, op: Extract<Op, { kind: 'call' }>): unknown {
  const { callee } = op;
  switch (callee.kind) {
    case 'method': {
      const receiver = evaluate(act, callee.object);
      const target = callee.loaded === null ? readProperty(act, receiver, callee.key) : evaluate(act, callee.loaded);
      return apply(target, receiver, argumentsOf(act, op.args));
    }
    case 'super-method': {
      const target: unknown = Reflect.get(superObject(act), superKey(act, callee.key), thisValue(act));
      return apply(target, thisValue(act), argumentsOf(act, op.args));
    }
    case 'value': {
      const target = evaluate(act, callee.value);
      const args = argumentsOf(act, op.args);
      return op.call === 'new' ? construct(target, args, target) : apply(target, undefined, args);
    }
    case 'function':
      return callOwn(act, callee);
    case 'super':
      return superCall(act, op.args);
    case 'import':
      throw new InterpreterFault('dynamic import is not interpreted');
    default:
      return assertNever(callee);
  }
}

function apply(target: unknown, receiver: unknown, args: readonly unknown[]): unknown {
  if (typeof target !== 'function') throw new TypeError('callee is not a function');
  return Reflect.apply(target, receiver, args);
}

function construct(target: unknown, args: readonly unknown[], newTarget: unknown): unknown {
  if (typeof target !== 'function') throw new TypeError('callee is not a constructor');
  return Reflect.construct(target, args, newTarget as typeof target);
}

function argumentsOf(act: Activation, args: readonly Arg[]): unknown[] {
  return args.flatMap((arg) => {
    const value = evaluate(act, arg.value);
    return arg.spread ? [...(value as Iterable<unknown>)] : [value];
  });
}

/** Field initialisers, static initialisers and namespaces: run by the language itself. */
function callOwn(act: Activation, callee: Extract<Callee, { kind: 'function' }>): unknown {
  const receiver = evaluate(act, callee.thisValue);
  const owner = act.machine.function(callee.fn).kind === 'static' ? classOf(receiver) : null;
  const home = owner === null ? act.context.home : (receiver as object);
  const closure = act.closure(callee.fn, owner?.privates ?? act.privates, home);
  return enter(closure, contextOf(closure, undefined, receiver, [], undefined), []);
}

function superCall(act: Activation, args: readonly Arg[]): unknown {
  const { context } = act;
  const parent: unknown = Object.getPrototypeOf(context.self);
  const values = argumentsOf(act, args);
  const made = construct(parent, values, context.newTarget);
  if (context.receiver.initialised) throw new ReferenceError('Super constructor may only be called once');
  context.receiver.value = made;
  context.receiver.initialised = true;
  finishInstance(context.self, made);
  return made;
}
