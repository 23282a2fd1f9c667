import { count, markdownTable } from '../markdown-table';
import { loadVersion } from './load-subject';
import { directedCost, fullCost, type DirectedCost, type SearchCost, type Technique } from './search-costs';
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
  /** Rules and pruning as the documents print them. */
  readonly printed: DirectedCost;
}

/** Counts are the same on every machine. */
export interface CostTables {
  readonly counts: string;
  readonly seconds: string;
}

/** The content of iDiSE's Tables I and II: both versions of tcas. */
export function impactTables(subjects: readonly Subject[]): CostTables {
  const costs = costsOfAll(subjects, 'iDiSE');
  const rows = costs.map(({ id, before, now }) => {
    const { affected, others } = now.exact.constraints;
    const share = affected + others === 0 ? '—' : `${Math.round((100 * others) / (affected + others))} %`;
    return row(id, statesOf(now), pathsOf(now), pathsOf(before), [count(affected), count(others), share]);
  });
  const constraints = ['impacted constraints#', 'others#', 'share#'];
  const measures = [...three('states P′,'), ...three('path conditions P′,'), ...three('P,'), ...constraints];
  return {
    counts: markdownTable(['version', ...measures], rows),
    seconds: markdownTable(
      ['version', ...three('P′,'), ...three('P,')],
      costs.map(({ id, before, now }) => row(id, timesOf(now), timesOf(before))),
    ),
  };
}

/** The content of DiSE's Table 2: the changed version of the wheel brake system. */
export function affectedTables(subjects: readonly Subject[]): CostTables {
  const costs = costsOfAll(subjects, 'DiSE');
  const rows = costs.map(({ id, now }) => {
    const sizes = [now.exact.changed, now.exact.affected, now.printed.affected].map(count);
    return row(id, sizes, statesOf(now), pathsOf(now));
  });
  const sizes = ['changed#', 'affected#', 'printed#'];
  return {
    counts: markdownTable(['version', ...sizes, ...three('states,'), ...three('path conditions,')], rows),
    seconds: markdownTable(
      ['version', ...three('')],
      costs.map(({ id, now }) => row(id, timesOf(now))),
    ),
  };
}

function costsOfAll(subjects: readonly Subject[], name: Technique['name']): Costs[] {
  const known: KnownCosts = new Map();
  return subjects.map((subject) => costsOf(subject, name, known));
}

/** Full searches by the text of the version: all subjects of a program share the one that they are changes of. */
type KnownCosts = Map<string, SearchCost>;

function costsOf(subject: Subject, name: Technique['name'], known: KnownCosts): Costs {
  const [before, now] = [loadVersion(subject, subject.before), loadVersion(subject, subject.now)];
  const exact: Technique = { name, rules: 'extended', pruning: 'exact' };
  const printed: Technique = { name, rules: 'published', pruning: 'published' };
  const side = (other: typeof now, version: typeof now): VersionCosts => {
    const { text } = version.module;
    const full = known.get(text) ?? fullCost(version);
    known.set(text, full);
    return {
      full,
      exact: directedCost(other, version, exact),
      printed: directedCost(other, version, printed),
    };
  };
  return { id: subject.id, before: side(now, before), now: side(before, now) };
}

/** Of the three searches; the last one is as printed in the documents. */
function three(what: string): string[] {
  return [`${what} full#`.trimStart(), 'directed#', 'printed#'];
}

function row(id: string, ...cells: readonly (readonly string[])[]): string[] {
  return [id, ...cells.flat()];
}

function timesOf({ full, exact, printed }: VersionCosts): string[] {
  return [full, exact, printed].map(({ milliseconds }) => (milliseconds / 1000).toFixed(2));
}

function statesOf({ full, exact, printed }: VersionCosts): string[] {
  return [full, exact, printed].map(({ states }) => count(states));
}

function pathsOf({ full, exact, printed }: VersionCosts): string[] {
  return [full, exact, printed].map(({ pathConditions }) => count(pathConditions));
}
