import type { RecordedCalls, RecordedTestCall } from '#behaviour/recorded-calls';
import { decodeCall } from '#trace/recorded-call';
import type { TestCase } from '#trace/recording';
import type { RecordedSuite } from './recorded-suite';
import type { Selection } from './select-tests';
import type { Version } from './versions';

/** What is known of the calls that tests make of functions of the head. */
export class CallsOfTests {
  readonly #suite: RecordedSuite;
  readonly #head: Version;
  readonly #names: readonly string[];
  readonly #stale: ReadonlySet<number>;

  /** `since` is what changed since the recording: tests that it reaches may make other calls by now. */
  constructor(suite: RecordedSuite, head: Version, since: Selection, nameOf: (test: TestCase) => string) {
    this.#suite = suite;
    this.#head = head;
    this.#names = suite.recording.executions.map(({ test }) => nameOf(test));
    this.#stale = new Set(
      since.selected
        .filter(({ because }) => because.some(({ cause }) => cause.kind !== 'outcome'))
        .map(({ test }) => test),
    );
  }

  /** Null for a function whose runs are not known. */
  of(path: string, index: number): RecordedCalls | null {
    const { program } = this.#head.loaded;
    const module = program.moduleIndex(path);
    const fn = module === undefined ? 'new' : this.#head.recorded(program.functionAt(module, index));
    if (typeof fn !== 'number') return null;
    const tests: string[] = [];
    const open: string[] = [];
    const callers = new Map<string, string[]>();
    let running = 0;
    this.#suite.recording.executions.forEach(({ calls, together }, test) => {
      const name = this.#names[test] ?? '';
      const runs = this.#suite.functionsOf(test).has(fn);
      const isStale = this.#stale.has(test);
      if (runs) running++;
      if (!runs && !isStale) return;
      tests.push(name);
      const known = calls.find((call) => call.fn === fn);
      // Tests that were not told apart have all calls in common, whoever made them.
      if (isStale || together !== null || known?.complete !== true) open.push(name);
      if (isStale || together !== null) return;
      for (const input of known?.inputs ?? []) callers.set(input, [...(callers.get(input) ?? []), name]);
    });
    const calls = [...callers].flatMap(([text, names]): RecordedTestCall[] => {
      const given = decodeCall(text);
      return given === null ? [] : [{ given, tests: names }];
    });
    return { running, tests, calls, open };
  }
}
