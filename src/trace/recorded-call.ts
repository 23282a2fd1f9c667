import { deserialize, serialize } from 'node:v8';
import { Observer } from '#replay/child/observe';
import type { Observed, ObservedObject } from '#replay/observed';

/** What a function was called with: values that were looked at together, so that shared objects show. */
export interface RecordedCall {
  /** `undefined` where the function does not use `this`. */
  readonly receiver: Observed;
  readonly args: readonly Observed[];
}

/** Of one call, as it is kept. */
const mostText = 6_000;
const limits = { values: 200, depth: 20, length: 1_000 };

/** Null for what is too large, or more than data. Only looks: no accessor or trap of the program runs. */
export function encodeCall(receiver: unknown, args: ArrayLike<unknown>): string | null {
  const observer = new Observer(null, limits);
  const call: unknown[] = [receiver];
  for (let i = 0; i < args.length; i++) call.push(args[i]);
  const seen = observer.observe(call);
  if (!observer.complete || observer.hasAccessors) return null;
  const text = serialize(seen).toString('base64');
  return text.length > mostText ? null : text;
}

/** Null for what `encodeCall` did not write. */
export function decodeCall(text: string): RecordedCall | null {
  const call = deserialize(Buffer.from(text, 'base64')) as ObservedObject;
  if (call.contents.kind !== 'array') return null;
  const [receiver, ...args] = call.contents.elements;
  const whole = args.flatMap((arg) => (arg === null ? [] : [arg]));
  return receiver === null || receiver === undefined || whole.length < args.length ? null : { receiver, args: whole };
}
