import type { Behaviour, Outcome, Witness } from '#result/verdict';
import type { Subject } from './subjects';

/** How much a difference will surprise the author of a change: a call that now fails most of all, a new line in a log least. */
export function surprise({ base, head }: Witness): number {
  if (base.kind !== head.kind) return head.kind === 'returns' ? 4 : 5;
  const [before, now] = [valueOf(base), valueOf(head)];
  if (before === now) return 1;
  if (head.kind !== 'returns') return 3;
  return sortOf(before) === sortOf(now) ? 2 : 3;
}

/** Subjects that differ, most surprising first; among equals entry points, because somebody else will see it. */
export function mostSurprisingFirst(subjects: readonly Subject[]): Subject[] {
  return subjects
    .map((subject) => ({ subject, rank: Math.max(...witnessesOf(subject).map(surprise), 0) }))
    .toSorted((a, b) => b.rank - a.rank || Number(b.subject.isEntryPoint) - Number(a.subject.isEntryPoint))
    .map(({ subject }) => subject);
}

/**
 * The same for the differences of one function, where one of each sort comes before a second one of any: a loop makes many
 * that are alike. Among equals those stand first that are known of all their inputs, then those that are soon said.
 */
export function bySurprise(behaviours: readonly Behaviour[]): Behaviour[] {
  const ordered = behaviours.toSorted(
    (a, b) =>
      surprise(b.witness) - surprise(a.witness) ||
      Number(a.certain === false) - Number(b.certain === false) ||
      lengthOf(a) - lengthOf(b),
  );
  const seen = new Map<string, number>();
  return ordered
    .map((behaviour) => {
      const sort = sortOfBehaviour(behaviour);
      const turn = seen.get(sort) ?? 0;
      seen.set(sort, turn + 1);
      // One call says little where there are rules of its kind.
      const isLate = behaviour.certain === false && ordered.some((other) => isRuleLike(other, behaviour));
      return { behaviour, turn: isLate ? Infinity : turn };
    })
    .toSorted((a, b) => (a.turn === b.turn ? 0 : a.turn - b.turn))
    .map(({ behaviour }) => behaviour);
}

/** Of what has to be read: long conditions are cut. */
function lengthOf({ when, witness }: Behaviour): number {
  return Math.min(when.length, mostRead) + witness.call.length;
}

const mostRead = 300;

function isRuleLike(rule: Behaviour, { witness: { base, head } }: Behaviour): boolean {
  return rule.certain !== false && rule.witness.base.kind === base.kind && rule.witness.head.kind === head.kind;
}

/** What happens instead of what, due to which code. */
function sortOfBehaviour({ witness: { base, head }, locations }: Behaviour): string {
  const places = locations.map(({ file, start }) => `${file}:${start}`).toSorted();
  return [base.kind, head.kind, ...places].join(' ');
}

function witnessesOf({ verdict, behaviours }: Subject): Witness[] {
  const shown = behaviours.map(({ witness }) => witness);
  return verdict.kind === 'differs' ? [verdict.witness, ...shown] : shown;
}

function valueOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'returns':
      return outcome.value;
    case 'throws':
      return outcome.error;
    case 'exits':
      return String(outcome.code);
    default:
      return '';
  }
}

/** Roughly what kind of value a text of source is; `NaN` and `undefined` are each a kind, because hardly anyone wants them. */
function sortOf(value: string): string {
  if (/^(?:undefined|null|NaN)$/.test(value)) return value;
  if (/^(?:true|false)$/.test(value)) return 'boolean';
  if (/^-?(?:\d+n)$/.test(value)) return 'bigint';
  if (/^-?(?:[\d.]|Infinity$)/.test(value)) return 'number';
  if (/^["'`]/.test(value)) return 'string';
  return value.startsWith('[') ? 'array' : 'object';
}
