import type { ModuleIr } from '#ir/cfg';
import { isNamedAsTest, isTestPath } from '#project/test-path';
import type { ComparedVersions } from './load-effects';
import type { RecordedSuite } from './recorded-suite';
import { collectingFunctions, registersTests, writtenTests } from './registrations';

/** Tests that the recording does not know. */
export interface NewTests {
  readonly file: string;
  /** Null: any test of the file may be new. */
  readonly titles: readonly string[] | null;
  /** What is named is a group, and tests in it may be new. */
  readonly isGroup?: true;
  readonly why: string;
}

/** Where other tests than before may be told of, by what is imported, read or executed there. */
export interface Touched {
  /** Files of tests whose loading may go otherwise. */
  readonly files: ReadonlySet<string>;
  /** Groups of tests, by file, as titles joined by NUL. */
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What came to the suite since it was recorded, and what is gone, as far as the source of test files tells. */
export function findNewTests(
  suite: RecordedSuite,
  { base, head, changes }: ComparedVersions,
  touched: Touched,
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
  const runsPrograms = suite.recording.executions.some(
    ({ test, outcome }) => test.titles.length === 0 && outcome === 'passed',
  );
  for (const pair of changes.modules) {
    const known = pair.base === null ? undefined : recorded.get(pair.base.path);
    const isMoved = pair.base !== null && pair.head !== null && pair.base.path !== pair.head.path;
    if (known !== undefined && (pair.head === null || isMoved)) gone.push(...[...known.values()].flat());
    if (pair.head === null) continue;
    const written = writtenTests(pair.head);
    if (known === undefined || isMoved) {
      const why = whyUnrecorded(pair.base, pair.head);
      const isTest = known !== undefined || mayHoldTests(pair.head.path);
      const isProgram = pair.base === null && runsPrograms && isNamedAsTest(pair.head.path);
      if (isTest && (written.length > 0 || isProgram) && why !== null)
        fresh.push({ file: pair.head.path, titles: null, why });
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
  for (const [file, tests] of recorded) {
    const isTouched = touched.files.has(file);
    const groups = touched.groups.get(file);
    const module = known.has(file) || (!isTouched && groups === undefined) ? null : head.loaded.module(file);
    if (module === null) continue;
    const written = writtenTests(module);
    const computed = computedGroups(tests, spelled(written));
    const isComputed = computed.has('') || written.some(({ titles }) => titles.includes(null));
    if (isTouched && isComputed) fresh.push({ file, titles: null, why: computedTitles });
    else for (const group of computed) if (groups?.has(group) === true) fresh.push(newInGroup(file, group));
  }
  fresh.push(...leftOut(suite, head, changes, (file) => recorded.has(file)));
  for (const file of recorded.keys()) {
    const isThere = head.loaded.program.moduleIndex(file) !== undefined;
    const wasThere = base.loaded.program.moduleIndex(file) !== undefined;
    if (!isThere && wasThere) gone.push(...[...(recorded.get(file)?.values() ?? [])].flat());
  }
  return { fresh, gone: [...new Set(gone)] };
}

/** Files that were loaded, and of which no test ran as one of another file left out all others: it does not do so any more. */
function leftOut(
  suite: RecordedSuite,
  head: ComparedVersions['head'],
  { modules }: ComparedVersions['changes'],
  isRecorded: (file: string) => boolean,
): NewTests[] {
  const isOver = modules.some(
    ({ base, head: now }) => base !== null && leavesOutOthers(base) && (now === null || !leavesOutOthers(now)),
  );
  if (!isOver) return [];
  return suite.recording.modules.flatMap(({ path }): NewTests[] => {
    const module = isRecorded(path) || !mayHoldTests(path) ? null : head.loaded.module(path);
    if (module === null || writtenTests(module).length === 0) return [];
    return [{ file: path, titles: null, why: 'its tests were left out by one of another file' }];
  });
}

function leavesOutOthers(module: ModuleIr): boolean {
  return writtenTests(module).some(({ how }) => /\.only\b/.test(how));
}

/** Why the recording has no tests of a file that has some now; null where the runner is not asked to run it. */
function whyUnrecorded(base: ModuleIr | null, head: ModuleIr): string | null {
  if (base === null) return 'the file is new';
  if (base.path !== head.path) return `the file was called ${base.path}`;
  return writtenTests(base).length === 0 ? 'the file had no tests' : null;
}

/** Runners also take files that are called nothing else. */
export function mayHoldTests(path: string): boolean {
  return isTestPath(path) || /(?:^|\/)(?:tests?|specs?)\.[cm]?[jt]sx?$/i.test(path);
}

function spelled(tests: readonly { readonly titles: readonly (string | null)[] }[]): Set<string> {
  return new Set(tests.flatMap(({ titles }) => (titles.includes(null) ? [] : [titles.join('\0')])));
}

/** The innermost groups that the file spells around tests that it does not: those come of code, which may make others. */
function computedGroups(tests: ReadonlyMap<string, unknown>, written: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const key of tests.keys()) {
    if (key === '' || written.has(key)) continue;
    let group = key;
    do group = group.slice(0, Math.max(0, group.lastIndexOf('\0')));
    while (group !== '' && !written.has(group));
    found.add(group);
  }
  return found;
}

function newInGroup(file: string, group: string): NewTests {
  return { file, titles: group.split('\0'), isGroup: true, why: computedTitlesInside };
}

const computedTitlesInside = 'tests with computed titles in it may be new';
const computedTitles = 'tests with computed titles may be new';

/** Did something change that runs when a file of tests is loaded? Titles may come from any of it. */
export function isLoadingChanged({ functions }: ComparedVersions['changes'], module: ModuleIr): boolean {
  const collecting = collectingFunctions(module);
  return functions.some(
    ({ head, status }) =>
      status !== 'unchanged' &&
      head?.module.path === module.path &&
      (head.fn.kind === 'module' || collecting.has(head.fn.index) || registersTests(module, head.fn.index)),
  );
}
