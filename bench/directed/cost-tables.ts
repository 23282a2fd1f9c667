import { count, markdownTable } from '../markdown-table';
import { medianBy } from '../median';
import { loadVersion, type LoadedVersion } from './load-subject';
import {
  aheadMs,
  countStates,
  directedCost,
  fullCost,
  type DirectedCost,
  type SearchCost,
  type Technique,
} from './search-costs';
import type { Subject } from './subjects';

/** One subject, searched in three ways in each of its versions. */
interface Costs {
  readonly id: string;
  readonly before: VersionCosts;
  readonly now: VersionCosts;
}

interface VersionCosts {
  readonly full: SearchCost;
  /** Exact pruning, with the extended rules. */
  readonly exact: DirectedCost;
  /** Of its time, what was spent on the change before the search began. */
  readonly aheadMs: number;
  /** Rules and pruning as the documents print them. */
  readonly printed: DirectedCost;
}

/** Counts are the same on every machine. */
export interface CostTables {
  readonly counts: string;
  readonly milliseconds: string;
  /** How long directed search takes of a full one. */
  readonly ratios: string;
}

/** The content of iDiSE's Tables I and II: both versions of tcas. */
export function impactTables(subjects: readonly Subject[], rounds: number): CostTables {
  const costs = costsOfAll(subjects, 'iDiSE', rounds);
  const rows = costs.map(({ id, before, now }) => {
    const { affected, others } = now.exact.constraints;
    const share = affected + others === 0 ? '—' : `${Math.round((100 * others) / (affected + others))} %`;
    return row(id, statesOf(now), pathsOf(now), pathsOf(before), [count(affected), count(others), share]);
  });
  const constraints = ['impacted constraints#', 'others#', 'share#'];
  const measures = [...three('states P′,'), ...three('path conditions P′,'), ...three('P,'), ...constraints];
  return {
    counts: markdownTable(['version', ...measures], rows),
    milliseconds: markdownTable(
      ['version', ...three('P′,'), ...three('P,')],
      costs.map(({ id, before, now }) => row(id, timesOf(now), timesOf(before))),
    ),
    ratios: ratiosOf(costs.flatMap(({ before, now }) => [before, now])),
  };
}

/** The content of DiSE's Table 2: the changed version of the wheel brake system. */
export function affectedTables(subjects: readonly Subject[], rounds: number): CostTables {
  const costs = costsOfAll(subjects, 'DiSE', rounds);
  const rows = costs.map(({ id, now }) => {
    const sizes = [now.exact.changed, now.exact.affected, now.printed.affected].map(count);
    return row(id, sizes, statesOf(now), pathsOf(now));
  });
  const sizes = ['changed#', 'affected#', 'printed#'];
  return {
    counts: markdownTable(['version', ...sizes, ...three('states,'), ...three('path conditions,')], rows),
    milliseconds: markdownTable(
      ['version', ...three('')],
      costs.map(({ id, now }) => row(id, timesOf(now))),
    ),
    ratios: ratiosOf(costs.map(({ now }) => now)),
  };
}

function costsOfAll(subjects: readonly Subject[], name: Technique['name'], rounds: number): Costs[] {
  // The engine compiles what is run often: whoever came first would pay for all.
  for (const subject of subjects.slice(0, 3)) costsOf(subject, name, warmUpRounds);
  return subjects.map((subject) => costsOf(subject, name, rounds));
}

function costsOf(subject: Subject, name: Technique['name'], rounds: number): Costs {
  const [before, now] = [loadVersion(subject, subject.before), loadVersion(subject, subject.now)];
  return {
    id: subject.id,
    before: versionCosts(now, before, name, rounds),
    now: versionCosts(before, now, name, rounds),
  };
}

const warmUpRounds = 20;

/**
 * All in one process, warmed up alike; a round has one of each, so that all see the same load of the machine. Of the rounds the
 * shortest counts: others only add to what a search needs.
 */
function versionCosts(
  other: LoadedVersion,
  version: LoadedVersion,
  name: Technique['name'],
  rounds: number,
): VersionCosts {
  const exact: Technique = { name, rules: 'extended', pruning: 'exact' };
  const printed: Technique = { name, rules: 'published', pruning: 'published' };
  const states = countStates(version);
  const all = Array.from({ length: rounds }, () => ({
    full: fullCost(version, states),
    exact: directedCost(other, version, exact),
    aheadMs: aheadMs(other, version, exact),
    printed: directedCost(other, version, printed),
  }));
  return {
    full: shortest(all.map(({ full }) => full)),
    exact: shortest(all.map((costs) => costs.exact)),
    aheadMs: Math.min(...all.map((costs) => costs.aheadMs)),
    printed: shortest(all.map((costs) => costs.printed)),
  };
}

function shortest<Cost extends SearchCost>(costs: readonly Cost[]): Cost {
  return costs.reduce((a, b) => (b.milliseconds < a.milliseconds ? b : a));
}

/** Over all searches, and over those where every path is affected, so that there is nothing to leave out. */
function ratiosOf(costs: readonly VersionCosts[]): string {
  const whole = costs.filter(({ full, exact }) => exact.pathConditions === full.pathConditions);
  const ratios = (some: readonly VersionCosts[]): string => {
    if (some.length === 0) return 'none';
    const spread = (of: (costs: VersionCosts) => number, digits: number, unit: string): string => {
      const all = some.map(of);
      const median = medianBy(all, (each) => each);
      return `median ${median.toFixed(digits)}${unit}, at most ${Math.max(...all).toFixed(digits)}${unit}`;
    };
    const all = spread(({ full, exact }) => exact.milliseconds / full.milliseconds, 2, '×');
    const search = spread((each) => (each.exact.milliseconds - each.aheadMs) / each.full.milliseconds, 2, '×');
    const more = spread(({ full, exact }) => exact.milliseconds - full.milliseconds, 1, ' ms');
    return `${some.length} searches, ${all}; the search alone ${search}; all in all longer by ${more}`;
  };
  return `Directed to full, processor time: ${ratios(costs)}. Where every path is affected: ${ratios(whole)}.`;
}

/** Of the three searches; the last one is as printed in the documents. */
function three(what: string): string[] {
  return [`${what} full#`.trimStart(), 'directed#', 'printed#'];
}

function row(id: string, ...cells: readonly (readonly string[])[]): string[] {
  return [id, ...cells.flat()];
}

function timesOf({ full, exact, printed }: VersionCosts): string[] {
  return [full, exact, printed].map(({ milliseconds }) => milliseconds.toFixed(1));
}

function statesOf({ full, exact, printed }: VersionCosts): string[] {
  return [full, exact, printed].map(({ states }) => count(states));
}

function pathsOf({ full, exact, printed }: VersionCosts): string[] {
  return [full, exact, printed].map(({ pathConditions }) => count(pathConditions));
}
