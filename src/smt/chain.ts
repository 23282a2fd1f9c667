import { branchCacheLink } from './branch-cache-link';
import { coreLink } from './core-link';
import { counterExampleLink } from './counter-example-link';
import { domainLink } from './domain-link';
import { enumerationLink } from './enumeration-link';
import { fallbackLink, watched } from './fallback-link';
import { independenceLink } from './independence-link';
import { loggingLink, type LogEntry } from './logging-link';
import { nativeSolver } from './native-solver';
import { persistentLink, type AnswerStore } from './persistent-link';
import { Ranges } from './ranges';
import type { ScriptRunner } from './script-runner';
import { scriptRunner, theoriesFor, type CoreKind, type ScriptedKind } from './solver-kinds';
import { unknown, type Link, type LinkCount, type Solver } from './solver';
import { validationLink } from './validation-link';

export interface SolverOptions {
  /** The solver at the end: z3 in a thread unless told; one on the PATH; the better of both (`auto`); or none, when what the links do not know stays unknown. */
  readonly core?: CoreKind | 'none';
  /** Work that a solver may do for one query, in its own units: the same query always ends the same way. */
  readonly work?: number;
  /** Milliseconds after which a solver that does not count its work is ended. */
  readonly lastResortMs?: number;
  /** Milliseconds that are left for everything: no solver is waited for any longer. */
  readonly timeLeft?: () => number;
  /** Links to leave out. */
  readonly without?: readonly LinkName[];
  /** Keeps answers across runs. */
  readonly store?: AnswerStore;
  /** Sees every query with its answer. */
  readonly log?: (entry: LogEntry) => void;
  /** Asks a second solver without any link about every query, and ends the run when it disagrees. */
  readonly validate?: boolean;
  /** What is known of terms already; one for each `Terms`. */
  readonly ranges?: Ranges;
}

export type LinkName = 'independence' | 'branch-cache' | 'counter-example' | 'domain' | 'persistent' | 'enumeration';

export interface LinkStats extends Readonly<LinkCount> {
  readonly name: string;
}

export interface SolverChain extends Solver {
  /** What each link did, first link first. */
  stats(): readonly LinkStats[];
}

const defaultWork = 2_000_000;
const defaultLastResortMs = 20_000;

/**
 * Solver for the terms of one `Terms`: logging → validation → independence → branch cache → counter-examples → domain →
 * persistent cache → enumeration → core. The store is asked after the domain, which is faster than reading.
 */
export function createSolver(options: SolverOptions = {}): SolverChain {
  const ranges = options.ranges ?? new Ranges();
  const without = new Set(options.without);
  const links: Link[] = [];
  let solver: Solver = add(core(options, ranges));

  function add(link: Link): Link {
    links.unshift(link);
    return link;
  }

  if (!without.has('enumeration')) solver = add(enumerationLink(solver, (term) => ranges.of(term)));
  if (!without.has('persistent')) solver = add(persistentLink(solver, options.store ?? null));
  if (!without.has('domain')) solver = add(domainLink(solver, (term) => ranges.of(term)));
  if (!without.has('counter-example')) solver = add(counterExampleLink(solver));
  if (!without.has('branch-cache')) solver = add(branchCacheLink(solver));
  if (!without.has('independence')) solver = add(independenceLink(solver));
  if (options.validate === true) solver = add(validationLink(solver, core(options, ranges)));
  if (options.log !== undefined) solver = add(loggingLink(solver, options.log));

  return {
    check: (query) => solver.check(query),
    close: () => solver.close(),
    stats: () => links.map(({ name, count }) => ({ name, seen: count.seen, answered: count.answered })),
  };
}

function core(options: SolverOptions, ranges: Ranges): Link {
  const { core: kind = 'embedded' } = options;
  if (kind === 'none') return noCore();
  if (kind !== 'auto') return coreOf(kind, scriptRunner(kind), options, ranges);
  return fallbackLink(
    () => {
      const native = nativeSolver();
      if (native === null) return null;
      const runner = watched(scriptRunner(native));
      return { runner, link: coreOf(native, runner, options, ranges) };
    },
    () => coreOf('embedded', scriptRunner('embedded'), options, ranges),
  );
}

function coreOf(kind: ScriptedKind, runner: ScriptRunner, options: SolverOptions, ranges: Ranges): Link {
  const { work = defaultWork, lastResortMs = defaultLastResortMs, timeLeft = () => Infinity } = options;
  return coreLink({
    runner,
    theories: theoriesFor(kind, work),
    rangeOf: (term) => ranges.of(term),
    limitMs: () => Math.max(1, Math.min(lastResortMs, timeLeft())),
  });
}

function noCore(): Link {
  const count = { seen: 0, answered: 0 };
  return {
    name: 'none',
    count,
    check() {
      count.seen++;
      return unknown('no solver was asked');
    },
    close() {},
  };
}
