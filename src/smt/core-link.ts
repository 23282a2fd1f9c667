import type { ScriptRunner } from './script-runner';
import { unknown, type Answer, type Link, type Query } from './solver';
import { TheorySession } from './theory-session';
import type { Domain, Term } from './term';
import type { Theory } from './theory';

export interface CoreOptions {
  readonly runner: ScriptRunner;
  /** Cheapest first. The next one is asked where one does not know. */
  readonly theories: readonly TheoryChoice[];
  readonly rangeOf: (term: Term) => Domain;
  /** How long the solver is waited for. */
  readonly limitMs: () => number;
}

export interface TheoryChoice {
  readonly theory: Theory;
  readonly preamble: string;
  /** Work that a check of some constraints may do. */
  readonly budget: (constraints: readonly Term[]) => number;
  readonly limitWork: (work: number) => string;
  /** Whether to start anew for each query, for theories that are slow in a solver that keeps what it was told. */
  readonly fresh: boolean;
  /** Whether the theory has something to say that an earlier one has not. */
  readonly suits: (constraints: readonly Term[]) => boolean;
}

/** The end of the chain: a real solver, asked by one theory after the other. */
export function coreLink({ runner, theories, rangeOf, limitMs }: CoreOptions): Link {
  const sessions = theories.map((choice) => ({
    ...choice,
    session: new TheorySession({ ...choice, runner, rangeOf, limitMs }),
  }));
  const count = { seen: 0, answered: 0 };
  // One solver serves all theories: changing to another starts with an empty one.
  let current: TheorySession | null = null;

  return {
    name: 'core',
    count,
    check({ constraints }: Query): Answer {
      count.seen++;
      const reasons: string[] = [];
      for (const { session, suits } of sessions) {
        if (!suits(constraints)) continue;
        if (current !== session) session.forget();
        current = session;
        const answer = session.check(constraints);
        if (answer.kind !== 'unknown') {
          count.answered++;
          return answer;
        }
        reasons.push(answer.reason);
      }
      return unknown(reasons.length === 0 ? 'no theory suits' : [...new Set(reasons)].join('; then '));
    },
    close() {
      current = null;
      for (const { session } of sessions) session.forget();
      runner.close();
    },
  };
}
