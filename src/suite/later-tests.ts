import { BitSet } from '#core/bit-set';
import type { FunctionId } from '#core/ids';
import type { CauseKind, Reason } from './cause';
import type { ComparedVersions } from './load-effects';
import { ArrivingTests } from './arriving-tests';
import { LoadWrites, withCallees } from './load-writes';
import { newTestsIn, testsThatLeft, type NewTest } from './new-test-writes';
import { mayHoldTests } from './new-tests';
import { NewlyRun } from './newly-run';
import type { RecordedSuite } from './recorded-suite';
import { LoadedModules, sharingTests, type SharingTests } from './sharing-tests';
import { LastingState, type Left } from './state-effects';

/**
 * Adds tests that come after an affected one in the same process, and may see what that one left behind. They may then leave
 * something else behind themselves.
 */
export function addLaterTests(suite: RecordedSuite, versions: ComparedVersions, reasons: readonly Reason[][]): void {
  const states = new LeftStates(suite, versions);
  const groups = new Map<string, AffectedTests>();
  const quick = quickGroups(suite, reasons);
  const sharing = sharingTests(suite);
  const arriving = new ArrivingTests(suite, newTestsIn(suite, versions), sharing);
  addWhileLoading(suite, versions, states, arriving, sharing, reasons);
  const gone = testsThatLeft(suite, versions);
  const visit = (test: number): boolean => {
    const shared = suite.sharedBy(test);
    const before = groups.get(shared) ?? new AffectedTests(states);
    groups.set(shared, before);
    for (const fresh of arriving.upTo(test, shared)) before.addNew(fresh);
    const because = reasons[test] ?? [];
    if (because.length === 0 && quick.has(shared) && before.hasAny) {
      because.push({
        cause: { kind: 'state', subject: 'what affected tests leave behind', effect: notAsked },
        by: null,
      });
      return true;
    }
    const seen = because.length === 0 ? before.seenBy(test, suite.ownFunctions(test)) : null;
    if (seen !== null) {
      because.push(reasonOf(seen, 'which an affected test may leave otherwise'));
    }
    // A test that failed before leaves behind what it did before.
    const otherwise = because.filter(({ cause }) => cause.kind !== 'outcome');
    if (otherwise.length > 0 || gone.has(test)) before.add(test, otherwise.some(isOutside));
    return seen !== null;
  };
  const tests = suite.recording.executions.map((_, test) => test);
  for (const test of tests) visit(test);
  // Where the order is lost, any test may come before any other.
  while (suite.isOrderLost && tests.filter(visit).length > 0);
}

/**
 * Adds tests that may see what is left otherwise while files are loaded that share a process with theirs: most runners load all files before the
 * first test.
 */
function addWhileLoading(
  suite: RecordedSuite,
  versions: ComparedVersions,
  states: LeftStates,
  arriving: ArrivingTests,
  sharing: ReadonlyMap<string, SharingTests>,
  reasons: readonly Reason[][],
): void {
  const files = new Set(suite.recording.executions.map(({ test }) => test.file));
  const isTestFile = (path: string): boolean => files.has(path) || mayHoldTests(path);
  const writes = new LoadWrites(versions, suite, states, isTestFile);
  const modules = new LoadedModules(suite, versions);
  for (const [shared, group] of sharing) {
    const open = group.tests.filter((test) => reasons[test]?.length === 0);
    if (open.length === 0) continue;
    const left = new LeftByReader();
    for (const each of writes.leftIn(modules.of(group, arriving.filesIn(shared)))) left.add(each);
    for (const test of open) {
      const ran = suite.functionsOf(test);
      const seen = left.seenBy(ran, ran);
      if (seen !== null) reasons[test]?.push(reasonOf(seen, 'which is left otherwise while files are loaded'));
    }
  }
}

function reasonOf({ state, reader }: Seen, how: string): Reason {
  return { cause: { kind: 'state', subject: `${state}, ${how}`, effect: 'may see it' }, by: { function: reader } };
}

const notAsked = 'may see it; to run it is quicker than to find out';

/**
 * Where nearly all tests that share something are affected, and the others take no time, these are run with them: to find out what they can
 * see takes seconds.
 */
function quickGroups(suite: RecordedSuite, reasons: readonly Reason[][]): ReadonlySet<string> {
  const groups = new Map<string, GroupOfTests>();
  suite.recording.executions.forEach(({ milliseconds }, test) => {
    const shared = suite.sharedBy(test);
    const group = groups.get(shared) ?? { affected: 0, others: 0, milliseconds: 0 };
    groups.set(shared, group);
    if ((reasons[test] ?? []).some(({ cause }) => cause.kind !== 'outcome')) {
      group.affected++;
      return;
    }
    group.others++;
    group.milliseconds += milliseconds;
  });
  return new Set([...groups].flatMap(([shared, group]) => (isQuick(group) ? [shared] : [])));
}

interface GroupOfTests {
  affected: number;
  others: number;
  /** Of the others. */
  milliseconds: number;
}

function isQuick({ affected, others, milliseconds }: GroupOfTests): boolean {
  return others * 20 <= affected && milliseconds <= 100;
}

interface Seen {
  readonly reader: number;
  readonly state: string;
}

/** What is left, by who reads it. */
class LeftByReader {
  private readonly left = new Set<Left>();
  private readonly byReader = new Map<number, Left[]>();

  add(left: Left): void {
    if (this.left.has(left)) return;
    this.left.add(left);
    for (const reader of left.readers) {
      const known = this.byReader.get(reader);
      if (known === undefined) this.byReader.set(reader, [left]);
      else known.push(left);
    }
  }

  /** `executed`: all that a test runs, and by which it may get at what is left. */
  seenBy(functions: Iterable<number>, executed: BitSet): Seen | null {
    for (const reader of functions) {
      const left = this.byReader.get(reader)?.find((each) => canReach(executed, each));
      if (left !== undefined) return { reader, state: left.name };
    }
    return null;
  }
}

/** Affected tests that share something, in their order, with all that they may leave otherwise. */
class AffectedTests {
  private readonly tests = new Set<number>();
  private readonly waiting: (() => Iterable<Left>)[] = [];
  private readonly left = new LeftByReader();

  constructor(private readonly states: LeftStates) {}

  get hasAny(): boolean {
    return this.tests.size > 0;
  }

  /** `anywhere`: something else than the source has changed for the test. */
  add(test: number, anywhere: boolean): void {
    if (this.tests.has(test)) return;
    this.tests.add(test);
    this.waiting.push(() => this.states.leftBy(test, anywhere));
  }

  addNew(fresh: NewTest): void {
    this.waiting.push(() => this.states.leftByNew(fresh));
  }

  seenBy(test: number, functions: Iterable<number>): Seen | null {
    // Nothing is computed unless somebody comes after.
    for (const leftBy of this.waiting.splice(0)) for (const left of leftBy()) this.left.add(left);
    return this.left.seenBy(functions, this.states.ownFunctions(test));
  }
}

/** Files, packages, settings, variables and texts of functions: which statements they reach is not known. */
function isOutside({ cause }: Reason): boolean {
  return outsideKinds.has(cause.kind);
}

const outsideKinds: ReadonlySet<CauseKind> = new Set(['file', 'package', 'configuration', 'environment', 'text']);

/** What tests leave behind, in both versions, and who can see it. */
class LeftStates {
  readonly base: LastingState;
  readonly head: LastingState;
  private readonly newlyRun: NewlyRun;
  private readonly own = new Map<number, BitSet>();

  constructor(
    private readonly suite: RecordedSuite,
    private readonly versions: ComparedVersions,
  ) {
    this.base = new LastingState(versions.base, suite);
    this.head = new LastingState(versions.head, suite);
    this.newlyRun = new NewlyRun(versions);
  }

  /** What an affected test may leave otherwise, as far as anyone reads it. */
  leftBy(test: number, anywhere: boolean): ReadonlySet<Left> {
    const found = new Set<Left>();
    const more = this.newlyRun.of(this.functionsOf(test), anywhere);
    const reached = this.ownFunctions(test).clone();
    for (const fn of more) {
      const number = this.versions.head.recorded(fn);
      if (typeof number === 'number') reached.add(number);
    }
    const add = (state: LastingState, fn: FunctionId): void => {
      for (const left of state.leftBy(fn)) if (canReach(reached, left)) found.add(left);
    };
    for (const number of this.suite.functionsByItself(test)) {
      for (const state of [this.base, this.head]) for (const fn of state.functionsOf(number)) add(state, fn);
    }
    for (const fn of more) add(this.head, fn);
    return found;
  }

  /** What a test leaves that did not run before. */
  *leftByNew({ starts }: NewTest): Iterable<Left> {
    for (const fn of withCallees(this.versions.head, starts)) yield* this.head.leftBy(fn);
  }

  private functionsOf(test: number): ReadonlySet<FunctionId> {
    const found = new Set<FunctionId>();
    for (const number of this.suite.functionsByItself(test))
      for (const fn of this.head.functionsOf(number)) found.add(fn);
    return found;
  }

  ownFunctions(test: number): BitSet {
    const found = this.own.get(test) ?? BitSet.of(this.suite.functionCount, this.suite.ownFunctions(test));
    this.own.set(test, found);
    return found;
  }
}

function canReach(executed: BitSet, { reachedBy }: Left): boolean {
  return reachedBy === null || reachedBy.intersects(executed);
}
