import { differingPart } from '#replay/differing-part';
import type { Observed } from '#replay/observed';
import { printObserved } from '#replay/print-observed';
import type { ReplayOutcome } from '#replay/outcome';
import type { DescribedCondition } from '#symbolic/describe-condition';
import type { BehaviourCallers } from './behaviour-callers';
import type { Difference } from './difference';
import type { Witness } from './call-runs';

/** Inputs for which the versions differ in the same way. */
export interface FoundBehaviour {
  /** What must be true of the input, each list by itself. Empty lists: of any input. */
  readonly when: readonly (readonly DescribedCondition[])[];
  /** All inputs that satisfy one of the lists behave so; false when only the witness is known to. */
  readonly certain: boolean;
  readonly before: string;
  readonly now: string;
  readonly witness: Witness;
  readonly differences: readonly Difference[];
  /** Which recorded tests have such inputs; null where nothing was recorded. */
  readonly callers: BehaviourCallers | null;
}

/** What single calls have shown: of other inputs they say nothing. Those that read the same are one. */
export function seenBehaviours(witnesses: readonly Witness[]): FoundBehaviour[] {
  const found = new Map<string, FoundBehaviour>();
  for (const witness of witnesses) {
    const { before, now } = seenTexts(witness);
    const key = `${before}\n${now}`;
    if (!found.has(key))
      found.set(key, { when: [], certain: false, before, now, witness, differences: [], callers: null });
  }
  return [...found.values()];
}

/** What was seen of two runs; of large values that part in which they differ. */
export function seenTexts({ base, head }: Witness): { readonly before: string; readonly now: string } {
  const whole = { before: seenText(base), now: seenText(head) };
  if (whole.before === whole.now) return leftTexts(base, head);
  const [a, b] = [base.completion, head.completion];
  const isLong = Math.max(whole.before.length, whole.now.length) > longestValue;
  if (!isLong || a.kind !== 'returns' || b.kind !== 'returns') return whole;
  const part = differingPart(a.value, b.value, 'result');
  return { before: `${part.place} ${stateText(part.before)}`, now: `${part.place} ${stateText(part.now)}` };
}

/** Of runs that end alike: what they leave behind, and call, where that differs. */
function leftTexts(base: ReplayOutcome, head: ReplayOutcome): { readonly before: string; readonly now: string } {
  const [before, now] = [leftParts(base), leftParts(head)];
  const names = [...before.keys()].filter((name) => before.get(name) !== now.get(name));
  if (base.async !== head.async) return { before: promiseText(base), now: promiseText(head) };
  if (names.length === 0) return { before: seenText(base), now: seenText(head) };
  const textOf = (parts: ReadonlyMap<string, string>): string =>
    names.flatMap((name) => parts.get(name) ?? []).join(', ');
  return { before: textOf(before), now: textOf(now) };
}

function leftParts({ receiver, args, results = [], calls }: ReplayOutcome): ReadonlyMap<string, string> {
  const made = calls.map((call) => `${call.callee}(${call.args.map((arg) => printObserved(arg)).join(', ')})`);
  return new Map([
    ...(receiver === null ? [] : [['this', `this is ${printObserved(receiver)}`] as const]),
    ...args.map((arg, index) => [`${index}`, `argument ${index + 1} is ${printObserved(arg)}`] as const),
    ...results.map((result, index) => [`result ${index}`, `result ${index + 1} is ${printObserved(result)}`] as const),
    ['calls', made.length === 0 ? 'calls nothing' : made.join(', ')] as const,
  ]);
}

function promiseText(outcome: ReplayOutcome): string {
  const { completion } = outcome;
  if (!outcome.async) return seenText(outcome);
  if (completion.kind === 'returns') return `resolves to ${printObserved(completion.value)}`;
  return completion.kind === 'throws' ? `rejects with ${printObserved(completion.error)}` : seenText(outcome);
}

function stateText(value: Observed | null): string {
  return value === null ? 'is not there' : `is ${printObserved(value)}`;
}

const longestValue = 100;

/** What was seen of a run. */
function seenText({ completion }: ReplayOutcome): string {
  switch (completion.kind) {
    case 'returns':
      return `returns ${printObserved(completion.value)}`;
    case 'throws':
      return `throws ${printObserved(completion.error)}`;
    case 'exits':
      return `calls process.exit(${completion.code})`;
    default:
      return 'does not end';
  }
}
