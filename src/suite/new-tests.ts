import type { ModuleIr } from '#ir/cfg';
import { isTestPath } from '#project/test-path';
import type { ComparedVersions } from './load-effects';
import type { RecordedSuite } from './recorded-suite';
import { collectingFunctions, registersTests, writtenTests } from './registrations';

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
  /** Files of tests whose loading may go otherwise, by what they import and read. */
  touched: ReadonlySet<string>,
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
    const isComputed = written.some(({ titles }) => titles.includes(null));
    if (isComputed && isLoadingChanged(changes, pair.head)) {
      fresh.push({ file: pair.head.path, titles: null, why: computedTitles });
    }
    for (const titles of now) {
      if (known.has(titles) || before.has(titles)) continue;
      fresh.push({ file: pair.head.path, titles: titles.split('\0'), why: 'the test is new' });
    }
    for (const titles of before) if (!now.has(titles)) gone.push(...(known.get(titles) ?? []));
  }
  const known = new Set(fresh.flatMap(({ file, titles }) => (titles === null ? [file] : [])));
  for (const file of touched) {
    const module = known.has(file) ? null : head.loaded.module(file);
    const isComputed = module !== null && writtenTests(module).some(({ titles }) => titles.includes(null));
    if (isComputed) fresh.push({ file, titles: null, why: computedTitles });
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

const computedTitles = 'tests with computed titles may be new';

/** Did something change that runs when a file of tests is loaded? Titles may come from any of it. */
function isLoadingChanged({ functions }: ComparedVersions['changes'], module: ModuleIr): boolean {
  const collecting = collectingFunctions(module);
  return functions.some(
    ({ head, status }) =>
      status !== 'unchanged' &&
      head?.module.path === module.path &&
      (head.fn.kind === 'module' || collecting.has(head.fn.index) || registersTests(module, head.fn.index)),
  );
}
