import type { CfgNode, Op } from '#ir/cfg';
import { labels } from '#ir/cfg';
import { assertNever } from '#core/diagnostics';
import { InterpreterFault, type Activation } from './activation';
import { bind, deleteProperty, evaluate, prepareStore } from './evaluate';
import { performCall } from './calls';
import {
  asOpenIterator,
  callNext,
  callReturn,
  openIterator,
  requireResult,
  takeResult,
  type OpenIterator,
} from './iterators';

/** Why a run stops for the moment. */
export type Suspension =
  | { readonly kind: 'await'; readonly value: unknown }
  | { readonly kind: 'yield'; readonly value: unknown; readonly delegate: boolean };

export type Resumption =
  | { readonly kind: 'next'; readonly value: unknown }
  | { readonly kind: 'throw'; readonly error: unknown }
  | { readonly kind: 'return'; readonly value: unknown };

export type Run = Generator<Suspension, unknown, Resumption>;
type Step<Value> = Generator<Suspension, Value, Resumption>;

/** Follows the edges of one graph from entry to exit; knows nothing of the source. */
export function* execute(act: Activation): Run {
  let node = nodeAt(act, act.fn.entry);
  for (;;) {
    act.machine.countStep();
    let label: string;
    try {
      label = yield* perform(act, node);
    } catch (error) {
      if (error instanceof InterpreterFault) throw error;
      act.error = error;
      label = labels.error;
    }
    const edge = node.edges.find((candidate) => candidate.label === label);
    if (label === finished) return act.result;
    if (edge === undefined) throw missingEdge(act, node, label);
    node = nodeAt(act, edge.to);
    if (node.op.kind !== 'exit') continue;
    if (label === labels.error) throw act.error;
    return act.result;
  }
}

/** A `return()` of the consumer that nothing in the function wants to see. */
const finished = '<finished>';

function nodeAt(act: Activation, index: number): CfgNode {
  const node = act.fn.nodes[index];
  if (node === undefined) throw new InterpreterFault(`no node ${index} in ${act.fn.qualifiedName}`);
  return node;
}

function missingEdge(act: Activation, node: CfgNode, label: string): InterpreterFault {
  const place = `${act.fn.qualifiedName} n${node.index} (${node.op.kind})`;
  return new InterpreterFault(`no edge '${label}' from ${place}`, { cause: act.error });
}

/** Carries out one operation and gives the label of the edge to follow. */
function* perform(act: Activation, node: CfgNode): Step<string> {
  const { op } = node;
  switch (op.kind) {
    case 'entry':
      enterParameters(act);
      return labels.next;
    case 'exit':
      throw new InterpreterFault('the exit performs nothing');
    case 'assign': {
      const store = prepareStore(act, op.target);
      store(evaluate(act, op.value));
      return labels.next;
    }
    case 'eval':
      evaluate(act, op.value);
      return labels.next;
    case 'branch':
      return evaluate(act, op.test) ? labels.yes : labels.no;
    case 'call':
      act.outcome = performCall(act, op);
      return labels.next;
    case 'call-return':
      return takeOutcome(act, op);
    case 'await':
      bind(act, op.target, received(yield { kind: 'await', value: evaluate(act, op.value) }));
      return labels.next;
    case 'yield':
      return yield* performYield(act, op);
    case 'return':
      act.result = op.value === null ? undefined : evaluate(act, op.value);
      return labels.next;
    case 'throw':
      throw evaluate(act, op.value);
    case 'catch':
      bind(act, op.target, act.error);
      return labels.next;
    case 'jump':
    case 'nop':
      return labels.next;
    case 'dispatch':
      return routeOf(act, op);
    case 'delete':
      bind(act, op.target, deleteProperty(act, op.object, op.key));
      return labels.next;
    case 'scope':
      renewBindings(act, op);
      return labels.next;
    case 'iter-open':
      act.temps[op.iter] = openIterator(evaluate(act, op.source), op.over);
      return labels.next;
    case 'iter-next': {
      const taken = yield* advance(iteratorOf(act, op.iter));
      if (taken === null) return labels.no;
      bind(act, op.target, taken.value);
      return labels.yes;
    }
    case 'iter-step': {
      const store = op.target === null ? null : prepareStore(act, op.target);
      const open = iteratorOf(act, op.iter);
      const taken = open.done ? null : yield* advance(open);
      store?.(taken?.value);
      return labels.next;
    }
    case 'iter-rest': {
      const store = prepareStore(act, op.target);
      store(yield* remaining(iteratorOf(act, op.iter)));
      return labels.next;
    }
    case 'iter-close':
      yield* close(act, op);
      return labels.next;
    default:
      return assertNever(op);
  }
}

function received(resumption: Resumption): unknown {
  if (resumption.kind === 'next') return resumption.value;
  if (resumption.kind === 'throw') throw resumption.error;
  throw new InterpreterFault('only a yield is resumed by a return');
}

function enterParameters(act: Activation): void {
  act.fn.params.forEach((param, index) => {
    bind(act, param.target, param.rest ? act.args.slice(index) : act.args[index]);
  });
}

function takeOutcome(act: Activation, op: Extract<Op, { kind: 'call-return' }>): string {
  const { outcome } = act;
  act.outcome = null;
  if (outcome === null) throw new InterpreterFault('a call-return follows its call');
  if (outcome.kind === 'threw') throw outcome.error;
  bind(act, op.target, outcome.value);
  return labels.next;
}

function* performYield(act: Activation, op: Extract<Op, { kind: 'yield' }>): Step<string> {
  const resumption = yield { kind: 'yield', value: evaluate(act, op.value), delegate: op.delegate };
  if (resumption.kind !== 'return') {
    bind(act, op.target, received(resumption));
    return labels.next;
  }
  if (op.returned === null) {
    act.result = resumption.value;
    return finished;
  }
  act.temps[op.returned] = resumption.value;
  return 'return';
}

function routeOf(act: Activation, op: Extract<Op, { kind: 'dispatch' }>): string {
  const route = act.temps[op.completion];
  if (typeof route === 'string' && op.routes.includes(route)) return route;
  throw new InterpreterFault(`a finally of ${act.fn.qualifiedName} ends with a completion it has: ${String(route)}`);
}

function renewBindings(act: Activation, op: Extract<Op, { kind: 'scope' }>): void {
  for (const binding of op.bindings) {
    const cell = act.cells[binding];
    if (cell === undefined) throw new InterpreterFault(`scope renews binding ${binding} of another function`);
    act.cells[binding] = op.copy ? cell.copy() : cell.fresh();
  }
}

function iteratorOf(act: Activation, temp: number): OpenIterator {
  return asOpenIterator(act.temps[temp]);
}

function* advance(open: OpenIterator): Step<{ readonly value: unknown } | null> {
  const answer = callNext(open);
  if (open.over !== 'async-values') return takeResult(open, answer);
  const resumption = yield { kind: 'await', value: answer };
  if (resumption.kind !== 'next') open.done = true;
  return takeResult(open, received(resumption));
}

function* remaining(open: OpenIterator): Step<unknown[]> {
  const values: unknown[] = [];
  while (!open.done) {
    const taken = yield* advance(open);
    if (taken !== null) values.push(taken.value);
  }
  return values;
}

function* close(act: Activation, op: Extract<Op, { kind: 'iter-close' }>): Step<void> {
  const open = iteratorOf(act, op.iter);
  if (!op.rethrow) {
    if (!open.done) yield* closeNow(open);
    return;
  }
  const { error } = act;
  try {
    if (!open.done) yield* closeNow(open);
  } catch (second) {
    // The first error wins over one of closing.
    if (second instanceof InterpreterFault) throw second;
  }
  throw error;
}

function* closeNow(open: OpenIterator): Step<void> {
  const answer = callReturn(open);
  if (answer === null) return;
  const result = open.over === 'async-values' ? received(yield { kind: 'await', value: answer.result }) : answer.result;
  requireResult(result);
}
