import type { NewTest } from './new-test-writes';
import type { RecordedSuite } from './recorded-suite';
import { mayBeJoined, type SharingTests } from './sharing-tests';

/** New tests at their places among the recorded ones. */
export class ArrivingTests {
  private readonly waiting = new Map<string, { readonly fresh: NewTest; readonly place: number }[]>();
  private readonly files = new Map<string, Set<string>>();

  constructor(
    private readonly suite: RecordedSuite,
    tests: readonly NewTest[],
    sharing: ReadonlyMap<string, SharingTests>,
  ) {
    for (const [shared, group] of sharing) {
      const mayJoin = mayBeJoined(suite, group, sharing);
      for (const fresh of tests) {
        if (!(fresh.behind === null ? mayJoin : group.files.has(fresh.file))) continue;
        const place = suite.isOrderLost ? 0 : this.placeIn(group, fresh);
        this.waiting.set(shared, [...(this.waiting.get(shared) ?? []), { fresh, place }]);
        if (fresh.behind === null) this.files.set(shared, (this.files.get(shared) ?? new Set()).add(fresh.file));
      }
    }
  }

  /** Files that came to tests which share something. */
  filesIn(shared: string): readonly string[] {
    return [...(this.files.get(shared) ?? [])];
  }

  /** Those that run before a recorded test, each once. */
  upTo(test: number, shared: string): readonly NewTest[] {
    const waiting = this.waiting.get(shared) ?? [];
    this.waiting.set(
      shared,
      waiting.filter(({ place }) => place > test),
    );
    return waiting.flatMap(({ fresh, place }) => (place > test ? [] : [fresh]));
  }

  /** The first recorded test that may run after it. */
  private placeIn(group: SharingTests, fresh: NewTest): number {
    const place = this.placeByFile(group, fresh);
    return fresh.isInGroup ? place : Math.min(place, this.firstGroup(group));
  }

  /** Mocha runs tests that are in no group before all groups, of whichever file. */
  private firstGroup({ tests }: SharingTests): number {
    const isOfMocha = this.suite.runnerOf(tests[0] ?? -1) === 'mocha';
    const { executions } = this.suite.recording;
    return (isOfMocha ? tests.find((test) => (executions[test]?.test.titles.length ?? 0) > 1) : undefined) ?? Infinity;
  }

  private placeByFile({ tests }: SharingTests, { file, behind }: NewTest): number {
    const { executions } = this.suite.recording;
    const fileOf = (test: number): string => executions[test]?.test.file ?? '';
    if (behind === null) {
      const isSorted = tests.every((test, i) => i === 0 || fileOf(tests[i - 1] ?? test) <= fileOf(test));
      return (isSorted ? tests.find((test) => fileOf(test) > file) : tests[0]) ?? Infinity;
    }
    const before = tests.filter(
      (test) => fileOf(test) === file && behind.has(executions[test]?.test.titles.join('\0') ?? ''),
    );
    return before.length === 0 ? (tests.find((test) => fileOf(test) === file) ?? 0) : Math.max(...before) + 1;
  }
}
