import type { ScriptRunner } from './script-runner';
import type { Answer, Link, Query } from './solver';

/** A runner that remembers whether it lost its solver, and does not start it again. */
export interface WatchedRunner extends ScriptRunner {
  readonly hasLost: boolean;
}

export function watched(runner: ScriptRunner): WatchedRunner {
  let hasLost = false;
  return {
    run(script, limitMs) {
      if (hasLost) return { kind: 'lost', reason: 'the solver was lost before' };
      const result = runner.run(script, limitMs);
      if (result.kind === 'lost') hasLost = true;
      return result;
    },
    close: () => runner.close(),
    get hasLost() {
      return hasLost;
    },
  };
}

export interface FirstSolver {
  readonly link: Link;
  readonly runner: WatchedRunner;
}

/** After this many questions that only the second could answer, the first is not asked any more. */
const mostFailures = 3;

/**
 * Asks one solver, and another where the first does not know, so that having the first only ever decides more. Both are
 * made when they are first asked; the first is not asked again once it was lost.
 */
export function fallbackLink(makeFirst: () => FirstSolver | null, makeSecond: () => Link): Link {
  const count = { seen: 0, answered: 0 };
  let first: FirstSolver | null | undefined;
  let second: Link | null = null;
  let failures = 0;

  function giveUp(): void {
    first?.link.close();
    first = null;
  }

  return {
    name: 'core',
    count,
    check(query: Query): Answer {
      count.seen++;
      first ??= first === undefined ? makeFirst() : null;
      const answer = first?.link.check(query);
      if (answer !== undefined && answer.kind !== 'unknown') {
        count.answered++;
        return answer;
      }
      if (first?.runner.hasLost === true) giveUp();
      second ??= makeSecond();
      const other = second.check(query);
      if (other.kind === 'unknown') return answer ?? other;
      count.answered++;
      if (first !== null && ++failures >= mostFailures) giveUp();
      return other;
    },
    close() {
      first?.link.close();
      second?.close();
    },
  };
}
