import type { ExecutionTrace } from '#dynamic/events';
import { acornSuite } from './acorn-suite';
import { syntheticSuite } from './synthetic-suite';

export interface Subject {
  readonly name: string;
  readonly traces: readonly ExecutionTrace[];
}

/**
 * The size of Evolve's subject (136 functions, 150 tests, traces of about a megabyte), a larger one, unit tests, and a real
 * program.
 */
const subjects: Readonly<Record<string, () => ExecutionTrace[]>> = {
  small: () => syntheticSuite({ functions: 136, tests: 150, eventsPerTest: 6_500, units: false, seed: 1 }),
  large: () => syntheticSuite({ functions: 600, tests: 150, eventsPerTest: 65_000, units: false, seed: 2 }),
  units: () => syntheticSuite({ functions: 600, tests: 1000, eventsPerTest: 2_000, units: true, seed: 3 }),
  acorn: () => acornSuite(150),
};

export const subjectNames = Object.keys(subjects);

export function loadSubject(name: string): Subject {
  const load = subjects[name];
  if (load === undefined) throw new Error(`--only takes ${subjectNames.join(', ')}; found "${name}"`);
  return { name, traces: load() };
}

export function eventsOf(traces: readonly ExecutionTrace[]): number {
  return traces.reduce((sum, { events }) => sum + events.length, 0);
}

export function functionsOf(traces: readonly ExecutionTrace[]): number[] {
  const functions = new Set<number>();
  for (const { events } of traces) for (const event of events) if (event >= 0) functions.add(event);
  return [...functions].toSorted((a, b) => a - b);
}
