import type { Observed } from '#replay/observed';
import type { ReplayOutcome } from '#replay/outcome';
import { sameObserved } from '#replay/same-observed';

/** In what two runs of one call can be told apart. */
export type OutcomeDifference = 'outcome' | 'receiver' | 'arguments' | 'module state' | 'calls';

/** Empty when both did the same. */
export function outcomeDifferences(base: ReplayOutcome, head: ReplayOutcome): readonly OutcomeDifference[] {
  const found: OutcomeDifference[] = [];
  if (!sameCompletion(base, head)) found.push('outcome');
  if (!sameOptional(base.receiver, head.receiver)) found.push('receiver');
  if (!sameList(base.args, head.args)) found.push('arguments');
  const after = new Map(head.moduleState);
  // A variable that only one version has is not behaviour.
  const isStateSame = base.moduleState.every(([name, value]) => {
    const other = after.get(name);
    return other === undefined || sameObserved(value, other);
  });
  if (!isStateSame) found.push('module state');
  const areCallsSame =
    base.calls.length === head.calls.length &&
    base.calls.every(({ callee, args }, index) => {
      const other = head.calls[index];
      return other !== undefined && other.callee === callee && sameList(args, other.args);
    });
  if (!areCallsSame) found.push('calls');
  return found;
}

/** What two runs left behind at one place; null where one did nothing. */
export interface EffectDifference {
  readonly kind: Exclude<OutcomeDifference, 'outcome'>;
  /** The name of a variable, the number of an argument from 0, what was called; empty for `this`. */
  readonly place: string;
  readonly base: readonly Observed[] | null;
  readonly head: readonly Observed[] | null;
}

export function effectDifferences(base: ReplayOutcome, head: ReplayOutcome): readonly EffectDifference[] {
  const found: EffectDifference[] = [];
  if (base.receiver !== null && head.receiver !== null && !sameObserved(base.receiver, head.receiver)) {
    found.push({ kind: 'receiver', place: '', base: [base.receiver], head: [head.receiver] });
  }
  base.args.forEach((value, index) => {
    const other = head.args[index];
    if (other === undefined || sameObserved(value, other)) return;
    found.push({ kind: 'arguments', place: String(index), base: [value], head: [other] });
  });
  const after = new Map(head.moduleState);
  for (const [place, value] of base.moduleState) {
    const other = after.get(place);
    if (other !== undefined && !sameObserved(value, other)) {
      found.push({ kind: 'module state', place, base: [value], head: [other] });
    }
  }
  // From the first call that is another one on, nothing can be told apart any more.
  const count = Math.max(base.calls.length, head.calls.length);
  for (let index = 0; index < count; index++) {
    const [before, now] = [base.calls[index], head.calls[index]];
    if (before !== undefined && now?.callee === before.callee && sameList(before.args, now.args)) continue;
    if (before !== undefined) found.push({ kind: 'calls', place: before.callee, base: before.args, head: null });
    if (now !== undefined) found.push({ kind: 'calls', place: now.callee, base: null, head: now.args });
    break;
  }
  return found;
}

/** Whether a run came to an end that can be compared with another. */
export function isBehaviour({ completion }: ReplayOutcome): boolean {
  return ['returns', 'throws', 'exits', 'never-settles'].includes(completion.kind);
}

/** Both did the same, and nothing was left out when they were looked at. */
export function agree(base: ReplayOutcome, head: ReplayOutcome): boolean {
  if (!isBehaviour(base) || !isBehaviour(head) || !base.complete || !head.complete) return false;
  return outcomeDifferences(base, head).length === 0;
}

function sameCompletion({ completion: base }: ReplayOutcome, { completion: head }: ReplayOutcome): boolean {
  if (base.kind === 'returns' && head.kind === 'returns') return sameObserved(base.value, head.value);
  if (base.kind === 'throws' && head.kind === 'throws') return sameObserved(base.error, head.error);
  if (base.kind === 'exits' && head.kind === 'exits') return base.code === head.code;
  return base.kind === head.kind;
}

function sameOptional(base: Observed | null, head: Observed | null): boolean {
  return base === null || head === null ? base === head : sameObserved(base, head);
}

function sameList(base: readonly Observed[], head: readonly Observed[]): boolean {
  return (
    base.length === head.length &&
    base.every((value, index) => {
      const other = head[index];
      return other !== undefined && sameObserved(value, other);
    })
  );
}
