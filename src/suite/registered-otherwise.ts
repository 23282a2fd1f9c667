import type { Cause } from './cause';
import type { ComparedVersions } from './load-effects';
import type { RecordedSuite } from './recorded-suite';
import { writtenTests, type WrittenTest } from './registrations';

/**
 * Tests that their file tells the runner of in another way than before (`it.skip`, another setting), or in another order: those may not run
 * any more, or run before others that they ran behind.
 */
export function registeredOtherwise(suite: RecordedSuite, { changes }: ComparedVersions): Cause[] {
  const { executions } = suite.recording;
  const files = new Set(executions.map(({ test }) => test.file));
  return changes.modules.flatMap(({ base, head }): Cause[] => {
    if (base === null || head === null || !files.has(base.path)) return [];
    const before = writtenTests(base);
    const now = writtenTests(head);
    const causes = [
      { effect: 'is registered in another way', keys: toldInAnotherWay(toldOf(before), toldOf(now)) },
      { effect: 'stands in another place', keys: inAnotherOrder(before.map(keyOf), now.map(keyOf)) },
    ];
    return causes.flatMap(({ effect, keys }): Cause[] => {
      const isMeant = keys.map(titlesLike);
      const tests = executions.flatMap(({ test }, i) =>
        test.file === base.path && isMeant.some((isLike) => isLike(test.titles)) ? [i] : [],
      );
      return tests.length === 0 ? [] : [{ kind: 'registration', subject: base.path, effect, tests }];
    });
  });
}

/** Names a test of a file: titles that are computed are all alike. */
export function keyOf({ titles }: WrittenTest): string {
  return titles.map((title) => title ?? computed).join('\0');
}

const computed = '\u0001';

function titlesLike(key: string): (titles: readonly string[]) => boolean {
  const written = key.split('\0');
  return (titles) =>
    titles.length === written.length && written.every((title, i) => title === computed || title === titles[i]);
}

/** How tests are registered, by their keys. */
export function toldOf(tests: readonly WrittenTest[]): ReadonlyMap<string, string> {
  const told = new Map<string, string>();
  for (const test of tests) {
    const others = told.get(keyOf(test));
    told.set(keyOf(test), others === undefined ? test.how : `${others}\n${test.how}`);
  }
  return told;
}

function toldInAnotherWay(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  return [...before].flatMap(([key, how]) => (now.has(key) && now.get(key) !== how ? [key] : []));
}

/** All between the first and the last that stand elsewhere among those that both versions have. */
function inAnotherOrder(before: readonly string[], now: readonly string[]): string[] {
  const [kept, places] = [new Set(before), new Set(now)];
  const were = [...kept].filter((key) => places.has(key));
  const are = [...places].filter((key) => kept.has(key));
  const first = were.findIndex((key, i) => key !== are[i]);
  const last = were.findLastIndex((key, i) => key !== are[i]);
  return first < 0 ? [] : were.slice(first, last + 1);
}
