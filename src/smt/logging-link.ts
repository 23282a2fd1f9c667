import type { Answer, Link, Query, Solver } from './solver';

export interface LogEntry {
  /** Counted from 1. */
  readonly number: number;
  readonly query: Query;
  readonly answer: Answer;
}

/** Hands every query with its answer to a listener. */
export function loggingLink(next: Solver, log: (entry: LogEntry) => void): Link {
  const count = { seen: 0, answered: 0 };
  return {
    name: 'logging',
    count,
    check(query) {
      count.seen++;
      const answer = next.check(query);
      log({ number: count.seen, query, answer });
      return answer;
    },
    close: () => next.close(),
  };
}
