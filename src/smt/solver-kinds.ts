import { arithmeticTheory } from './arithmetic-theory';
import type { TheoryChoice } from './core-link';
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

export function theoriesFor(kind: CoreKind, work: number): readonly TheoryChoice[] {
  return [{ theory: arithmeticTheory, preamble: preamble(kind, work), fresh: false, suits: () => true }];
}

/** The budget of each query. cvc5 wants to know the logic, which is any. */
function preamble(kind: CoreKind, work: number): string {
  return kind === 'cvc5'
    ? `(set-option :reproducible-resource-limit ${work}) (set-logic ALL)`
    : `(set-option :rlimit ${work})`;
}
