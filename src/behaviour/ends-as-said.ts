import type { ReplayOutcome } from '#replay/outcome';
import type { Keys } from '#symbolic/keys';
import { listed, type State } from '#symbolic/state';
import type { Witness } from './call-runs';
import type { Difference } from './difference';

/**
 * Whether both runs return, throw or wait as the paths do, and with such an error where its message is known. What the outside gives
 * is anything to the search, so that a run may show another difference than the one that it was made for.
 */
export function endsAsSaid({ base, head, later }: Difference, witness: Witness, keys: Keys): boolean {
  if (later.length > 0) return true;
  return isEndOf(base, witness.base, keys) && isEndOf(head, witness.head, keys);
}

/** Of differences that one call may show: first those whose errors are known, then those that ask least of the inputs and the outside. */
export function isMoreTelling(a: Difference, b: Difference, keys: Keys): boolean {
  const [open, others] = [openErrors(a, keys), openErrors(b, keys)];
  if (open !== others) return open < others;
  return listed(a.decided.conditions).length < listed(b.decided.conditions).length;
}

function openErrors({ base, head }: Difference, keys: Keys): number {
  return [base, head].filter((state) => state.completion?.kind === 'throws' && knownMessage(state, keys) === null)
    .length;
}

function isEndOf(state: State, { completion: seen }: ReplayOutcome, keys: Keys): boolean {
  const { completion } = state;
  if (completion === null || completion.kind === 'cut') return seen.kind === 'never-settles';
  if (completion.kind !== seen.kind) return false;
  const message = knownMessage(state, keys);
  if (message === null || seen.kind !== 'throws') return true;
  const { error } = seen;
  return error.kind === 'object' && error.contents.kind === 'error' && error.contents.message === message;
}

function knownMessage({ completion, heap }: State, keys: Keys): string | null {
  if (completion?.kind !== 'throws' || completion.error.kind !== 'object') return null;
  const object = heap.get(completion.error.ref);
  if (object?.internal.kind !== 'error' || object.input !== null) return null;
  const message = object.properties.get(keys.idOf('message'));
  return message?.kind === 'data' && message.value.kind === 'constant' ? String(message.value.value) : null;
}
