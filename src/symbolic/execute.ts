import { assertNever, invariant } from '#core/diagnostics';
import { labels, type CfgNode, type Op } from '#ir/cfg';
import { givenArguments, isRestInput } from './arguments-object';
import { performCall } from './call-nodes';
import { makeInstances } from './construct-input';
import { truth } from './conversions';
import { evaluate, newArray } from './evaluate';
import type { Executed } from './executed';
import type { Frame } from './frame';
import { askToClose, closeIterator, openIterator, takeNext, takeResult, throwNoResult } from './iteration';
import type { Machine } from './machine';
import { deleteComputed } from './members';
import type { OpenIterator } from './open-iterator';
import { refuseWith } from './refuse-with';
import { settle } from './settle';
import { ThrowSignal } from './signals';
import { performAwait, performYield } from './suspend';
import { bind, prepareStore, withTemp } from './targets';
import { objectValue, undefinedValue, type Value } from './value';

/** Carries out the operation of one node. */
export function execute(machine: Machine, frame: Frame, node: CfgNode): Executed {
  const { op } = node;
  switch (op.kind) {
    case 'entry':
      refuseWith(machine, frame.closure);
      return frame.closure.fn.kind === 'module' ? enterModule(machine, frame) : next(enterParameters(machine, frame));
    case 'exit':
      throw new RangeError('invariant: the exit performs nothing');
    case 'assign': {
      const store = prepareStore(machine, frame, op.target);
      return next(store(frame, evaluate(machine, frame, op.value)));
    }
    case 'eval':
      evaluate(machine, frame, op.value);
      return next(frame);
    case 'branch': {
      const condition = truth(machine, evaluate(machine, frame, op.test));
      return follow(frame, machine.decide(condition, 'branch') ? labels.yes : labels.no);
    }
    case 'call':
      return performCall(machine, frame, op);
    case 'call-return':
      return takeOutcome(machine, frame, op);
    case 'await':
      return performAwait(machine, frame, op);
    case 'yield':
      return performYield(machine, frame, op);
    case 'return':
      return next({ ...frame, result: op.value === null ? undefinedValue : evaluate(machine, frame, op.value) });
    case 'throw':
      throw new ThrowSignal(evaluate(machine, frame, op.value));
    case 'catch': {
      invariant(frame.error !== null, 'an error is caught');
      return next(bind(machine, frame, op.target, frame.error));
    }
    case 'jump':
    case 'nop':
      return next(frame);
    case 'dispatch':
      return follow(frame, routeOf(frame, op));
    case 'delete': {
      const object = evaluate(machine, frame, op.object);
      invariant(op.key.kind !== 'private', 'private members are not deleted');
      const key = op.key.kind === 'name' ? machine.terms.constant(op.key.name) : evaluate(machine, frame, op.key.value);
      const gone = deleteComputed(machine, object, key, frame.closure.fn.strict);
      return next(bind(machine, frame, op.target, machine.terms.constant(gone)));
    }
    case 'scope':
      return next(renewBindings(machine, frame, op));
    case 'iter-open':
      return next(withTemp(frame, op.iter, openIterator(machine, evaluate(machine, frame, op.source), op.over)));
    case 'iter-next': {
      if (iteratorOf(frame, op.iter).over === 'async-values' && frame.resumption === null) {
        return { kind: 'suspended', suspension: { kind: 'await', frame, value: ask(machine, frame, op.iter) } };
      }
      const taken = advance(machine, frame, op.iter);
      if (taken.value === null) return follow(taken.frame, labels.no);
      return follow(bind(machine, taken.frame, op.target, taken.value), labels.yes);
    }
    case 'iter-step': {
      const store = op.target === null ? null : prepareStore(machine, frame, op.target);
      if (iteratorOf(frame, op.iter).done) return next(store === null ? frame : store(frame, undefinedValue));
      const taken = advance(machine, frame, op.iter);
      return next(store === null ? taken.frame : store(taken.frame, taken.value ?? undefinedValue));
    }
    case 'iter-rest': {
      const store = prepareStore(machine, frame, op.target);
      const { frame: after, values } = remaining(machine, frame, op.iter);
      return next(store(after, objectValue(newArray(machine, values))));
    }
    case 'iter-close':
      return close(machine, frame, op);
    default:
      return assertNever(op);
  }
}

function next(frame: Frame): Executed {
  return follow(frame, labels.next);
}

function follow(frame: Frame, label: string): Executed {
  return { kind: 'went-on', frame, label };
}

function enterModule(machine: Machine, frame: Frame): Executed {
  const { resumption } = frame;
  if (resumption === null) {
    const until = machine.world.language.link(machine, frame.closure.module);
    return until.length === 0 ? next(frame) : { kind: 'suspended', suspension: { kind: 'imports', frame, until } };
  }
  if (resumption.kind === 'throw') throw new ThrowSignal(resumption.value);
  return next({ ...frame, resumption: null });
}

function enterParameters(machine: Machine, frame: Frame): Frame {
  const { args, caller, closure } = frame;
  if (caller === null && frame.context.areInputs) makeInstances(machine, frame);
  const { params } = closure.fn;
  // The function under analysis, which nobody calls, gets its rest parameter as the array that was handed in.
  const isWhole = caller === null && params.every(({ rest }, index) => rest === isRestInput(args[index]));
  const given = caller === null && !isWhole ? givenArguments(machine, args) : args;
  let now = frame;
  params.forEach((param, index) => {
    const isList = param.rest && !isWhole;
    const value = isList ? objectValue(newArray(machine, given.slice(index))) : (given[index] ?? undefinedValue);
    now = bind(machine, now, param.target, value);
  });
  return now;
}

function takeOutcome(machine: Machine, frame: Frame, op: Extract<Op, { kind: 'call-return' }>): Executed {
  const { outcome } = frame;
  invariant(outcome !== null, 'a call-return follows its call');
  if (outcome.kind === 'threw') throw new ThrowSignal(outcome.error);
  return next({ ...bind(machine, frame, op.target, outcome.value), outcome: null });
}

function routeOf(frame: Frame, op: Extract<Op, { kind: 'dispatch' }>): string {
  const route = frame.temps.get(op.completion);
  invariant(
    route?.kind === 'constant' && op.routes.includes(String(route.value)),
    'a finally ends with a completion it has',
  );
  return String(route.value);
}

function renewBindings(machine: Machine, frame: Frame, op: Extract<Op, { kind: 'scope' }>): Frame {
  let { env } = frame;
  for (const binding of op.bindings) {
    const before = env.get(binding);
    const value = op.copy && before !== undefined ? machine.cell(before) : null;
    env = env.set(binding, machine.newCell(value));
  }
  return { ...frame, env };
}

function iteratorOf(frame: Frame, temp: number): OpenIterator {
  const open = frame.temps.get(temp);
  invariant(open?.kind === 'open-iterator', 'an iterator operation uses an iterator');
  return open;
}

/** Asks an async iterator for a value, which is to be waited for. */
function ask(machine: Machine, frame: Frame, temp: number): Value {
  const open = iteratorOf(frame, temp);
  return orDone(frame, temp, () => machine.call(open.next, objectValue(open.iterator), []));
}

function advance(
  machine: Machine,
  frame: Frame,
  temp: number,
): { readonly frame: Frame; readonly value: Value | null } {
  const open = iteratorOf(frame, temp);
  const { resumption } = frame;
  const now: Frame = { ...frame, resumption: null };
  const taken = orDone(now, temp, () => {
    if (resumption === null) return takeNext(machine, open);
    if (resumption.kind === 'throw') throw new ThrowSignal(resumption.value);
    return takeResult(machine, resumption.value);
  });
  if (taken !== null) return { frame: now, value: taken.value };
  return { frame: withTemp(now, temp, { ...open, done: true }), value: null };
}

/** An iterator that fails is done: nothing closes it. */
function orDone<Result>(frame: Frame, temp: number, action: () => Result): Result {
  try {
    return action();
  } catch (signal) {
    if (!(signal instanceof ThrowSignal)) throw signal;
    throw new ThrowSignal(signal.value, withTemp(frame, temp, { ...iteratorOf(frame, temp), done: true }));
  }
}

function remaining(
  machine: Machine,
  frame: Frame,
  temp: number,
): { readonly frame: Frame; readonly values: readonly Value[] } {
  const values: Value[] = [];
  let now = frame;
  while (!iteratorOf(now, temp).done) {
    const taken = advance(machine, now, temp);
    now = taken.frame;
    if (taken.value !== null) values.push(taken.value);
  }
  return { frame: now, values };
}

function close(machine: Machine, frame: Frame, op: Extract<Op, { kind: 'iter-close' }>): Executed {
  const open = iteratorOf(frame, op.iter);
  const after: Frame = { ...withTemp(frame, op.iter, { ...open, done: true }), resumption: null };
  let awaited: Value | null;
  try {
    awaited = closing(machine, frame, open);
  } catch (signal) {
    // The first error wins over one of closing.
    if (!(signal instanceof ThrowSignal) || !op.rethrow) throw signal;
    awaited = null;
  }
  if (awaited !== null) return { kind: 'suspended', suspension: { kind: 'await', frame, value: awaited } };
  if (!op.rethrow) return next(after);
  const { error } = frame;
  invariant(error !== null, 'an error is passed on');
  throw new ThrowSignal(error);
}

/** Closes an iterator that is not done; gives what is to be waited for before an async one is closed. */
function closing(machine: Machine, { resumption }: Frame, open: OpenIterator): Value | null {
  if (resumption?.kind === 'throw') throw new ThrowSignal(resumption.value);
  if (resumption !== null) {
    const result = settle(machine, resumption.value);
    return result.kind === 'object' ? null : throwNoResult(machine, result);
  }
  if (open.done) return null;
  if (open.over === 'async-values') return askToClose(machine, open);
  closeIterator(machine, open);
  return null;
}
