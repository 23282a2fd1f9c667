import fc from 'fast-check';
import type { FunctionInputs, InputMember } from '#symbolic/input-type';
import type { Observe } from './subjects';

export interface RandomSearch {
  readonly inputs: FunctionInputs;
  readonly before: Observe;
  readonly now: Observe;
  readonly seed: number;
  readonly capMs: number;
  /** Integers only from here to there, where the declared types allow more. */
  readonly within: { readonly min: number; readonly max: number } | null;
}

/** What drawing inputs came to: null where no difference showed before the time was up. */
export interface RandomFinding {
  readonly milliseconds: number;
  readonly runs: number;
  readonly witness: readonly unknown[] | null;
}

/** fast-check draws inputs of the declared types until the two versions differ; nothing is shrunk. */
export function searchAtRandom({ inputs, before, now, seed, capMs, within }: RandomSearch): RandomFinding {
  const values = inputs.params.map(({ type }) =>
    fc.oneof(...type.members.map((member) => arbitraryOf(member, within))),
  );
  const start = performance.now();
  const details = fc.check(
    fc.property(fc.tuple(...values), (args) => before(args) === now(args)),
    { seed, numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: capMs, endOnFailure: true },
  );
  const milliseconds = performance.now() - start;
  return { milliseconds, runs: details.numRuns, witness: details.counterexample?.[0] ?? null };
}

function arbitraryOf(member: InputMember, within: RandomSearch['within']): fc.Arbitrary<unknown> {
  if (member.kind === 'boolean') return fc.boolean();
  if (member.kind !== 'number' || !member.domain.integer) throw new Error(`no arbitrary for ${member.kind}`);
  const { min, max } = member.domain;
  return fc.integer({ min: Math.max(min, within?.min ?? min), max: Math.min(max, within?.max ?? max) });
}
