import { arithmeticTheory } from './arithmetic-theory';
import { binaryTheory } from './binary-theory';
import type { TheoryChoice } from './core-link';
import { numberKind } from './number-kind';
import type { ScriptRunner } from './script-runner';
import type { Term } from './term';
import { unknownsOf } from './unknowns';
import { WorkerRunner } from './worker-runner';

/** A solver on the PATH. */
export type NativeKind = 'native-z3' | 'cvc5';

/** A solver that SMT-LIB commands can be sent to. */
export type ScriptedKind = 'embedded' | NativeKind;

/** `auto`: one on the PATH, where it is there and answers, and else the one that comes along. */
export type CoreKind = 'auto' | ScriptedKind;

const commands: Record<NativeKind, readonly string[]> = {
  'native-z3': ['z3', '-in'],
  // Its test whether one regular expression includes another is wrong (1.0.3): `a\\nb` matches `/a.b/s` and not `/a.b/`.
  cvc5: ['cvc5', '--incremental', '--fp-exp', '--strings-exp', '--produce-models', '--no-strings-regexp-inclusion'],
};

export function scriptRunner(kind: ScriptedKind): ScriptRunner {
  return kind === 'embedded' ? new WorkerRunner('z3-worker') : new WorkerRunner('native-worker', commands[kind]);
}

/** How much more the floating-point theory may work, and how much less strings: their steps are longer. */
const binaryShare = 3;
const stringShare = 1 / 16;

/** Bits first where there is nothing but bits; else integers and reals, and last doubles bit by bit. */
export function theoriesFor(kind: ScriptedKind, work: number): readonly TheoryChoice[] {
  // cvc5 wants to know the logic, which is any, and takes its budget once.
  const preamble = kind === 'cvc5' ? `(set-option :reproducible-resource-limit ${work}) (set-logic ALL)` : '';
  const limitWork = (limit: number): string => (kind === 'cvc5' ? '' : `(set-option :rlimit ${Math.ceil(limit)})`);
  const binary = { theory: binaryTheory, preamble, limitWork, budget: () => work * binaryShare, fresh: true };
  const budget: TheoryChoice['budget'] = (constraints) => (mentionsStrings(constraints) ? work * stringShare : work);
  return [
    { ...binary, suits: (constraints) => numberKind(constraints) === 'bits' },
    { theory: arithmeticTheory, preamble, limitWork, budget, fresh: false, suits: () => true },
    { ...binary, suits: (constraints) => numberKind(constraints) === 'doubles' },
  ];
}

function mentionsStrings(constraints: readonly Term[]): boolean {
  return constraints.some((constraint) => unknownsOf(constraint).some(({ sort }) => sort === 'str'));
}
