import type { Reason } from './cause';
import type { ComparedVersions } from './load-effects';
import type { RecordedSuite } from './recorded-suite';
import { LastingState, type Left } from './state-effects';

/**
 * Adds tests that come after an affected one in the same process, and may see what that one left behind. They may then leave
 * something else behind themselves.
 */
export function addLaterTests(
  suite: RecordedSuite,
  { base, head }: ComparedVersions,
  reasons: readonly Reason[][],
): void {
  const states = new LeftStates(suite, [new LastingState(base, suite), new LastingState(head, suite)]);
  const groups = new Map<string, AffectedTests>();
  const visit = (test: number): boolean => {
    const shared = suite.sharedBy(test);
    const before = groups.get(shared) ?? new AffectedTests(states);
    groups.set(shared, before);
    const because = reasons[test] ?? [];
    const seen = because.length === 0 ? before.seenBy(test, suite.ownFunctions(test)) : null;
    if (seen !== null) {
      const subject = `${seen.state}, which an affected test may leave otherwise`;
      because.push({ cause: { kind: 'state', subject, effect: 'may see it' }, by: { function: seen.reader } });
    }
    // A test that failed before leaves behind what it did before.
    if (because.some(({ cause }) => cause.kind !== 'outcome')) before.add(test);
    return seen !== null;
  };
  const tests = suite.recording.executions.map((_, test) => test);
  for (const test of tests) visit(test);
  // Where the order is lost, any test may come before any other.
  while (suite.isPatched && tests.filter(visit).length > 0);
}

interface Seen {
  readonly reader: number;
  readonly state: string;
}

/** Affected tests that share something, in their order, with all that they may leave otherwise. */
class AffectedTests {
  private readonly tests = new Set<number>();
  private readonly waiting: number[] = [];
  private readonly left = new Set<Left>();
  private readonly byReader = new Map<number, Left[]>();

  constructor(private readonly states: LeftStates) {}

  add(test: number): void {
    if (this.tests.has(test)) return;
    this.tests.add(test);
    this.waiting.push(test);
  }

  seenBy(test: number, functions: Iterable<number>): Seen | null {
    // Nothing is computed unless somebody comes after.
    for (const other of this.waiting.splice(0)) for (const left of this.states.leftBy(other)) this.index(left);
    for (const reader of functions) {
      const left = this.byReader.get(reader)?.find(({ home }) => this.states.canHold(test, home));
      if (left !== undefined) return { reader, state: left.name };
    }
    return null;
  }

  private index(left: Left): void {
    if (this.left.has(left)) return;
    this.left.add(left);
    for (const reader of left.readers) {
      const known = this.byReader.get(reader);
      if (known === undefined) this.byReader.set(reader, [left]);
      else known.push(left);
    }
  }
}

/** What tests leave behind, in both versions, and who can see it. */
class LeftStates {
  private readonly files: ReadonlySet<string>;
  private readonly handed = new Map<string, ReadonlySet<number>>();

  constructor(
    private readonly suite: RecordedSuite,
    private readonly states: readonly LastingState[],
  ) {
    this.files = new Set(suite.recording.executions.map(({ test }) => test.file));
  }

  /** What a test may leave otherwise, as far as anyone reads it. */
  leftBy(test: number): ReadonlySet<Left> {
    const found = new Set<Left>();
    for (const fn of this.suite.functionsByItself(test)) {
      for (const state of this.states) {
        for (const left of state.leftBy(fn)) {
          if (left.readers.size > 0 && this.canHold(test, left.home)) found.add(left);
        }
      }
    }
    return found;
  }

  /**
   * Can a test get at the objects that a module made? Those of a file of tests are known to tests that lead to the file,
   * and to tests that read something in which another test may have put them.
   */
  canHold(test: number, home: string | null): boolean {
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
