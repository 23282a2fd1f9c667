import { assertNever, invariant } from '#core/diagnostics';
import type { Arg, CfgNode, Op } from '#ir/cfg';
import { calleeText } from './callee-text';
import { throwError } from './errors';
import { evaluate, readMember, staticKey, superHome, thisValue } from './evaluate';
import type { Executed } from './executed';
import type { Frame } from './frame';
import { functionAt, prepareFrame } from './functions';
import { spreadValues } from './iteration';
import type { Invocation, Machine } from './machine';
import { addPrivateMembers } from './private-members';
import { getFrom } from './properties';
import { settle } from './settle';
import { ThrowSignal } from './signals';
import { objectValue, undefinedValue, type Value } from './value';

type CallOp = Extract<Op, { kind: 'call' }>;

/** A call node: whatever goes wrong comes out at its call-return. */
export function performCall(machine: Machine, frame: Frame, node: CfgNode, op: CallOp): Executed {
  try {
    const made = call(machine, frame, node, op);
    if (made.kind === 'frame') return { kind: 'entered', frame, callee: made.frame };
    const outcome = { kind: 'returned', value: made.value } as const;
    return { kind: 'went-on', frame: { ...frame, outcome }, label: '' };
  } catch (signal) {
    if (!(signal instanceof ThrowSignal)) throw signal;
    const outcome = { kind: 'threw', error: signal.value } as const;
    return { kind: 'went-on', frame: { ...frame, outcome }, label: '' };
  }
}

function call(machine: Machine, frame: Frame, node: CfgNode, op: CallOp): Invocation {
  const { callee } = op;
  const { language } = machine.world;
  switch (callee.kind) {
    case 'method': {
      const receiver = evaluate(machine, frame, callee.object);
      const fn =
        callee.loaded === null
          ? readMember(machine, receiver, frame, callee.key)
          : evaluate(machine, frame, callee.loaded);
      const args = argumentsOf(machine, frame, op.args);
      return language.invoke(machine, {
        fn,
        receiver,
        args,
        newTarget: null,
        to: 'call-return',
        text: calleeText(frame, node),
      });
    }
    case 'super-method': {
      const receiver = thisValue(machine, frame);
      const key = staticKey(machine, frame, callee.key);
      const fn = getFrom(machine, superHome(machine, frame), key, receiver);
      const args = argumentsOf(machine, frame, op.args);
      const text = `(intermediate value).${key}`;
      return language.invoke(machine, { fn, receiver, args, newTarget: null, to: 'call-return', text });
    }
    case 'value': {
      const fn = evaluate(machine, frame, callee.value);
      const args = argumentsOf(machine, frame, op.args);
      const newTarget = op.call === 'new' ? fn : null;
      const text = calleeText(frame, node);
      return language.invoke(machine, { fn, receiver: undefinedValue, args, newTarget, to: 'call-return', text });
    }
    case 'function':
      return callOwn(machine, frame, callee.fn, evaluate(machine, frame, callee.thisValue));
    case 'super':
      return superCall(machine, frame, argumentsOf(machine, frame, op.args));
    case 'import':
      return {
        kind: 'value',
        value: language.importCall(machine, frame.closure.module, argumentsOf(machine, frame, op.args)),
      };
    default:
      return assertNever(callee);
  }
}

function argumentsOf(machine: Machine, frame: Frame, args: readonly Arg[]): Value[] {
  return args.flatMap((arg) => {
    const value = evaluate(machine, frame, arg.value);
    return arg.spread ? spreadValues(machine, value) : [value];
  });
}

/** Field initialisers, static initialisers and namespaces: run by the language itself. */
function callOwn(machine: Machine, frame: Frame, fnIndex: number, receiver: Value): Invocation {
  const { closure } = frame;
  const fn = functionAt(closure.module, fnIndex);
  const settled = settle(machine, receiver);
  const owner = fn.kind === 'static' && settled.kind === 'object' ? machine.object(settled.ref).internal : null;
  const ofClass = owner?.kind === 'closure' ? owner.closure : null;
  const home = ofClass !== null && settled.kind === 'object' ? settled.ref : frame.context.home;
  const own = {
    module: closure.module,
    fn,
    env: frame.env,
    privates: ofClass?.privates ?? closure.privates,
    home,
    outer: null,
    construction: null,
  };
  const activation = { self: null, receiver: settled, args: [], newTarget: undefinedValue };
  return { kind: 'frame', frame: prepareFrame(machine, own, activation, { kind: 'call', to: 'call-return' }) };
}

/** The parent's constructor makes the object; the frame of the derived one gets it as its `this`. */
function superCall(machine: Machine, frame: Frame, args: readonly Value[]): Invocation {
  const { context } = frame;
  invariant(context.self !== null, 'super() is called in a constructor');
  const parent = machine.object(context.self).proto;
  const text = 'Super constructor null of anonymous class';
  const fn = parent === null ? undefinedValue : objectValue(parent);
  const made = machine.world.language.invoke(machine, {
    fn,
    receiver: undefinedValue,
    args,
    newTarget: context.newTarget,
    to: 'on-the-way',
    text,
  });
  const value = made.kind === 'value' ? made.value : machine.enter(made.frame);
  if (machine.cell(context.receiver) !== null) {
    throwError(machine, 'ReferenceError', 'Super constructor may only be called once');
  }
  machine.setCell(context.receiver, value);
  const own = machine.object(context.self).internal;
  const instance = settle(machine, value);
  if (own.kind === 'closure' && own.closure.construction !== null && instance.kind === 'object') {
    addPrivateMembers(machine, own.closure.construction, instance.ref);
  }
  return { kind: 'value', value };
}
