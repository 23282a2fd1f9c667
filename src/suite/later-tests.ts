import type { Reason } from './cause';
import type { ComparedVersions } from './load-effects';
import type { RecordedSuite } from './recorded-suite';
import { LastingState, type Left } from './state-effects';

/** Adds tests that come after an affected one in the same process, and may see what that one left behind. */
export function addLaterTests(
  suite: RecordedSuite,
  { base, head }: ComparedVersions,
  reasons: readonly Reason[][],
): void {
  // By process: the tests so far that are affected, and those that come after.
  const before = new Map<string, number[]>();
  const waiting: { readonly test: number; readonly earlier: readonly number[]; readonly count: number }[] = [];
  suite.recording.executions.forEach((_, test) => {
    const shared = suite.sharedBy(test);
    const earlier = before.get(shared) ?? [];
    before.set(shared, earlier);
    const because = reasons[test] ?? [];
    // A test that failed before leaves behind what it did before.
    if (because.some(({ cause }) => cause.kind !== 'outcome')) earlier.push(test);
    else if (because.length === 0 && earlier.length > 0) waiting.push({ test, earlier, count: earlier.length });
  });
  if (waiting.length === 0) return;
  const states = new LeftStates(suite, [new LastingState(base, suite), new LastingState(head, suite)]);
  for (const { test, earlier, count } of waiting) {
    const seen = states.seenBy(test, earlier.slice(0, count));
    if (seen === null) continue;
    const subject = `${seen.state}, which an affected test may leave otherwise`;
    reasons[test]?.push({ cause: { kind: 'state', subject, effect: 'may see it' }, by: { function: seen.reader } });
  }
}

interface Seen {
  readonly reader: number;
  readonly state: string;
}

/** What tests leave behind, in both versions, and who can see it. */
class LeftStates {
  private readonly files: ReadonlySet<string>;
  private readonly left = new Map<number, readonly Left[]>();
  private readonly handed = new Map<string, ReadonlySet<number>>();

  constructor(
    private readonly suite: RecordedSuite,
    private readonly states: readonly LastingState[],
  ) {
    this.files = new Set(suite.recording.executions.map(({ test }) => test.file));
  }

  seenBy(test: number, earlier: readonly number[]): Seen | null {
    const functions = [...this.suite.ownFunctions(test)];
    for (const other of earlier) {
      for (const left of this.leftBy(other)) {
        const reader = functions.find((fn) => left.readers.has(fn));
        if (reader !== undefined && this.canHold(test, left.home)) return { reader, state: left.name };
      }
    }
    return null;
  }

  /** What a test may leave otherwise, as far as anyone reads it. */
  private leftBy(test: number): readonly Left[] {
    const known = this.left.get(test);
    if (known !== undefined) return known;
    const found = new Set<Left>();
    for (const fn of this.suite.functionsByItself(test)) {
      for (const state of this.states) {
        for (const left of state.leftBy(fn)) {
          if (left.readers.size > 0 && this.canHold(test, left.home)) found.add(left);
        }
      }
    }
    const all = [...found];
    this.left.set(test, all);
    return all;
  }

  /**
   * Can a test get at the objects that a module made? Those of a file of tests are known to tests that lead to the file,
   * and to tests that read something in which another test may have put them.
   */
  private canHold(test: number, home: string | null): boolean {
    if (home === null || !this.files.has(home)) return true;
    const module = this.suite.moduleIndex(home);
    if (module === undefined) return true;
    if (this.suite.modulesOf(test).has(module) || this.suite.outside.modules.has(module)) return true;
    const handed = this.handedOut(home);
    for (const fn of this.suite.ownFunctions(test)) if (handed.has(fn)) return true;
    return false;
  }

  /** Functions that read what any test may leave behind elsewhere than in the objects of a file. */
  private handedOut(home: string): ReadonlySet<number> {
    const known = this.handed.get(home);
    if (known !== undefined) return known;
    const found = new Set<number>();
    for (const fn of this.suite.executed) {
      for (const state of this.states) {
        for (const left of state.leftBy(fn))
          if (left.home !== home) for (const reader of left.readers) found.add(reader);
      }
    }
    this.handed.set(home, found);
    return found;
  }
}
