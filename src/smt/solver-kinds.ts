import { arithmeticTheory } from './arithmetic-theory';
import { binaryTheory } from './binary-theory';
import type { TheoryChoice } from './core-link';
import { numberKind } from './number-kind';
import type { ScriptRunner } from './script-runner';
import { WorkerRunner } from './worker-runner';

/** A solver that SMT-LIB commands can be sent to. */
export type CoreKind = 'embedded' | 'native-z3' | 'cvc5';

const commands: Record<Exclude<CoreKind, 'embedded'>, readonly string[]> = {
  'native-z3': ['z3', '-in'],
  cvc5: ['cvc5', '--incremental', '--fp-exp', '--strings-exp', '--produce-models'],
};

export function scriptRunner(kind: CoreKind): ScriptRunner {
  return kind === 'embedded' ? new WorkerRunner('z3-worker') : new WorkerRunner('native-worker', commands[kind]);
}

/** How much more the floating-point theory may work. */
const binaryShare = 3;

/** Bits first where there is nothing but bits; else integers and reals, and last doubles bit by bit. */
export function theoriesFor(kind: CoreKind, work: number): readonly TheoryChoice[] {
  // cvc5 wants to know the logic, which is any, and takes its budget once.
  const preamble = kind === 'cvc5' ? `(set-option :reproducible-resource-limit ${work}) (set-logic ALL)` : '';
  const budget = (share: number) => (part: number) =>
    kind === 'cvc5' ? '' : `(set-option :rlimit ${Math.ceil(work * share * part)})`;
  const binary = { theory: binaryTheory, preamble, budget: budget(binaryShare), fresh: true };
  return [
    { ...binary, suits: (constraints) => numberKind(constraints) === 'bits' },
    { theory: arithmeticTheory, preamble, budget: budget(1), fresh: false, suits: () => true },
    { ...binary, suits: (constraints) => numberKind(constraints) === 'doubles' },
  ];
}
