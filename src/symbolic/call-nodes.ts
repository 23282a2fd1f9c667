import { assertNever, invariant } from '#core/diagnostics';
import type { Arg, Op } from '#ir/cfg';
import { isConstructor } from './constructors';
import { throwError } from './errors';
import { evaluate, readMember, staticKey, superHome, thisValue } from './evaluate';
import type { Executed } from './executed';
import type { Frame } from './frame';
import { functionAt, prepareFrame } from './functions';
import { spreadValues } from './iteration';
import { throwNotSpreadArgument } from './iteration-complaints';
import type { Invocation, Machine } from './machine';
import { addPrivateMembers } from './private-members';
import { getFrom, isCallable, ownProperty } from './properties';
import { settle } from './settle';
import { shown } from './shown';
import { ThrowSignal } from './signals';
import { objectValue, undefinedValue, type Ref, type Value } from './value';

type CallOp = Extract<Op, { kind: 'call' }>;

/** A call node: whatever goes wrong comes out at its call-return. */
export function performCall(machine: Machine, frame: Frame, op: CallOp): Executed {
  try {
    const made = call(machine, frame, op);
    if (made.kind === 'frame') return { kind: 'entered', frame, callee: made.frame };
    const outcome = { kind: 'returned', value: made.value } as const;
    return { kind: 'went-on', frame: { ...frame, outcome }, label: '' };
  } catch (signal) {
    if (!(signal instanceof ThrowSignal)) throw signal;
    const outcome = { kind: 'threw', error: signal.value } as const;
    return { kind: 'went-on', frame: { ...frame, outcome }, label: '' };
  }
}

function call(machine: Machine, frame: Frame, op: CallOp): Invocation {
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
      });
    }
    case 'super-method': {
      const receiver = thisValue(machine, frame);
      const key = staticKey(machine, frame, callee.key);
      const fn = getFrom(machine, superHome(machine, frame), key, receiver);
      const args = argumentsOf(machine, frame, op.args);
      return language.invoke(machine, { fn, receiver, args, newTarget: null, to: 'call-return' });
    }
    case 'value': {
      const fn = evaluate(machine, frame, callee.value);
      const args = argumentsOf(machine, frame, op.args);
      const newTarget = op.call === 'new' ? fn : null;
      if (op.call === 'jsx') seeComponent(machine, fn);
      // What it is given, and what becomes of its result, depends on what it decorates and on options of the compiler.
      if (op.call === 'decorator') machine.unsupported('a decorator');
      return language.invoke(machine, { fn, receiver: undefinedValue, args, newTarget, to: 'call-return' });
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

/** Components are called as a renderer would, at once. */
function seeComponent(machine: Machine, component: Value): void {
  const settled = settle(machine, component);
  if (!isCallable(machine, settled)) machine.unsupported('an element whose component is no function');
  const internal = settled.kind === 'object' ? machine.object(settled.ref).internal : null;
  if (internal?.kind === 'closure' && internal.closure.fn.kind === 'constructor') {
    machine.unsupported('an element whose component is a class');
  }
  machine.note({
    kind: 'stated',
    what: 'components run where their elements are made, and only what they give counts',
  });
}

function argumentsOf(machine: Machine, frame: Frame, args: readonly Arg[]): Value[] {
  return args.flatMap((arg, index) => {
    const value = evaluate(machine, frame, arg.value);
    if (!arg.spread) return [value];
    return spreadValues(machine, value, (settled) => throwNotSpreadArgument(machine, settled, index));
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

function superText(machine: Machine, parent: Ref | null, self: Ref): string {
  const above = parent === null ? '' : parentText(machine, parent);
  const name = nameOf(machine, self);
  return `Super constructor ${above === '' ? 'null' : above} of ${name === '' ? 'anonymous class' : name}`;
}

function parentText(machine: Machine, parent: Ref): string {
  if (isCallable(machine, objectValue(parent))) return nameOf(machine, parent);
  const text = shown(machine, objectValue(parent));
  return text.kind === 'constant' ? String(text.value) : '';
}

function nameOf(machine: Machine, ref: Ref): string {
  const name = ownProperty(machine, ref, 'name');
  return name?.kind === 'data' && name.value.kind === 'constant' ? String(name.value.value) : '';
}

/** The parent's constructor makes the object; the frame of the derived one gets it as its `this`. */
function superCall(machine: Machine, frame: Frame, args: readonly Value[]): Invocation {
  const { context } = frame;
  invariant(context.self !== null, 'super() is called in a constructor');
  const parent = machine.object(context.self).proto;
  const fn = parent === null ? undefinedValue : objectValue(parent);
  const made = machine.world.language.invoke(machine, {
    fn,
    receiver: undefinedValue,
    args,
    newTarget: context.newTarget,
    to: 'on-the-way',
    ...(parent !== null && isConstructor(machine, parent) ? {} : { text: superText(machine, parent, context.self) }),
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
