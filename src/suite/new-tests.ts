import { isTestPath } from '#project/test-path';
import type { ComparedVersions } from './load-effects';
import type { RecordedSuite } from './recorded-suite';
import { writtenTests } from './registrations';

/** Tests that the recording does not know. */
export interface NewTests {
  readonly file: string;
  /** Null: any test of the file may be new. */
  readonly titles: readonly string[] | null;
  readonly why: string;
}

/** What came to the suite since it was recorded, and what is gone, as far as the source of test files tells. */
export function findNewTests(
  suite: RecordedSuite,
  { base, head, changes }: ComparedVersions,
): { readonly fresh: NewTests[]; readonly gone: number[] } {
  const fresh: NewTests[] = [];
  const gone: number[] = [];
  const recorded = new Map<string, Map<string, number[]>>();
  suite.recording.executions.forEach(({ test }, i) => {
    const titles = recorded.get(test.file) ?? new Map<string, number[]>();
    recorded.set(test.file, titles);
    const key = test.titles.join('\0');
    titles.set(key, [...(titles.get(key) ?? []), i]);
  });
  for (const pair of changes.modules) {
    const known = pair.base === null ? undefined : recorded.get(pair.base.path);
    const isMoved = pair.base !== null && pair.head !== null && pair.base.path !== pair.head.path;
    if (known !== undefined && (pair.head === null || isMoved)) gone.push(...[...known.values()].flat());
    if (pair.head === null) continue;
    const written = writtenTests(pair.head);
    if (known === undefined || isMoved) {
      const isTest = known !== undefined || (pair.base === null && isTestPath(pair.head.path));
      const why = isMoved ? `the file was called ${pair.base.path}` : 'the file is new';
      if (isTest && written.length > 0) fresh.push({ file: pair.head.path, titles: null, why });
      continue;
    }
    const before = pair.base === null ? new Set<string>() : spelled(writtenTests(pair.base));
    const now = spelled(written);
    const computed = written.filter(({ titles }) => titles.includes(null));
    const isComputedChanged = computed.some(({ fn, node }) => isChanged(changes, pair.head?.path ?? '', fn, node));
    if (isComputedChanged) {
      fresh.push({ file: pair.head.path, titles: null, why: 'a test with a computed title is new or changed' });
    }
    for (const titles of now) {
      if (known.has(titles) || before.has(titles)) continue;
      fresh.push({ file: pair.head.path, titles: titles.split('\0'), why: 'the test is new' });
    }
    for (const titles of before) if (!now.has(titles)) gone.push(...(known.get(titles) ?? []));
  }
  for (const file of recorded.keys()) {
    const isThere = head.loaded.program.moduleIndex(file) !== undefined;
    const wasThere = base.loaded.program.moduleIndex(file) !== undefined;
    if (!isThere && wasThere) gone.push(...[...(recorded.get(file)?.values() ?? [])].flat());
  }
  return { fresh, gone: [...new Set(gone)] };
}

function spelled(tests: readonly { readonly titles: readonly (string | null)[] }[]): Set<string> {
  return new Set(tests.flatMap(({ titles }) => (titles.includes(null) ? [] : [titles.join('\0')])));
}

function isChanged(changes: ComparedVersions['changes'], path: string, fn: number, node: number): boolean {
  return changes.functions.some(
    (change) =>
      change.head?.module.path === path && change.head.fn.index === fn && change.nodes.headStatus[node] !== 'unchanged',
  );
}
