import type { ReplayOutcome } from '#replay/outcome';
import type { GivenCall } from '#symbolic/concrete/bind-input';

/** What was handed in, as it was before the call. */
export function givenCall({ given }: ReplayOutcome, hasReceiver: boolean): GivenCall | null {
  if (given?.kind !== 'object' || given.contents.kind !== 'array') return null;
  const [receiver = null, ...args] = given.contents.elements;
  const whole = args.flatMap((arg) => (arg === null ? [] : [arg]));
  return whole.length === args.length ? { receiver: hasReceiver ? receiver : null, args: whole } : null;
}
