import type { IterKind } from '#ir/cfg';
import { InterpreterFault } from './activation';

/** An iterator in use by a loop or an array pattern, driven through the real protocol. */
export interface OpenIterator {
  readonly over: IterKind;
  readonly iterator: Iterator<unknown> | AsyncIterator<unknown>;
  readonly next: unknown;
  done: boolean;
}

export function openIterator(source: unknown, over: IterKind): OpenIterator {
  const iterator = over === 'keys' ? forInKeys(source) : over === 'values' ? values(source) : asyncValues(source);
  return { over, iterator, next: iterator.next, done: false };
}

export function asOpenIterator(value: unknown): OpenIterator {
  if (typeof value === 'object' && value !== null && 'iterator' in value && 'over' in value) {
    return value as OpenIterator;
  }
  throw new InterpreterFault('an iterator operation uses a temporary that holds no iterator');
}

/** Calls `next`; an error leaves the iterator done, so that nothing closes it. */
export function callNext(open: OpenIterator): unknown {
  return asDone(open, () => Reflect.apply(open.next as () => unknown, open.iterator, []));
}

/** Takes the answer of `next` apart; null when the iterator has ended. */
export function takeResult(open: OpenIterator, result: unknown): { readonly value: unknown } | null {
  return asDone(open, () => {
    requireResult(result);
    if (result.done) {
      open.done = true;
      return null;
    }
    return { value: result.value };
  });
}

/** The `return` method, when there is one to call. */
export function callReturn(open: OpenIterator): { readonly result: unknown } | null {
  open.done = true;
  const { iterator } = open;
  const close: unknown = Reflect.get(iterator, 'return');
  if (close === undefined || close === null) return null;
  return { result: Reflect.apply(close as () => unknown, iterator, []) };
}

export function requireResult(result: unknown): asserts result is IteratorResult<unknown> {
  if (Object(result) !== result) throw new TypeError(`Iterator result ${String(result)} is not an object`);
}

function asDone<Value>(open: OpenIterator, action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    open.done = true;
    throw error;
  }
}

function values(source: unknown): Iterator<unknown> {
  const method: unknown = (source as Iterable<unknown>)[Symbol.iterator];
  if (typeof method !== 'function') throw new TypeError('source is not iterable');
  return requireIterator(Reflect.apply(method, source, []));
}

function asyncValues(source: unknown): AsyncIterator<unknown> {
  const method: unknown = (source as AsyncIterable<unknown>)[Symbol.asyncIterator];
  if (method === undefined || method === null) return fromSync(values(source));
  if (typeof method !== 'function') throw new TypeError('source is not async iterable');
  return requireIterator(Reflect.apply(method, source, [])) as unknown as AsyncIterator<unknown>;
}

function requireIterator(iterator: unknown): Iterator<unknown> {
  if (Object(iterator) !== iterator) throw new TypeError('Result of the Symbol.iterator method is not an object');
  return iterator as Iterator<unknown>;
}

/** What `for await` makes of a source that is iterable only synchronously. */
function fromSync(inner: Iterator<unknown>): AsyncIterator<unknown> {
  const { next } = inner;
  return {
    next: () => attempt(() => settle(Reflect.apply(next, inner, []))),
    return: () =>
      attempt(() => {
        const close = inner.return;
        if (close === undefined) return Promise.resolve({ done: true, value: undefined });
        return settle(Reflect.apply(close, inner, []));
      }),
  };
}

function settle(result: unknown): Promise<IteratorResult<unknown>> {
  requireResult(result);
  const { done, value } = result;
  return Promise.resolve(value).then((settled) => ({ done: done === true, value: settled }));
}

function attempt<Value>(action: () => Promise<Value>): Promise<Value> {
  try {
    return action();
  } catch (error) {
    return Promise.reject(error);
  }
}

/** The engine decides which keys `for (… in …)` visits, also when the body deletes some. */
function* forInKeys(source: unknown): Generator<string> {
  for (const key in source as object) yield key;
}
