import type { ComparedVersions } from './load-effects';
import type { LoadedCode } from './load-writes';
import type { RecordedSuite } from './recorded-suite';
import type { Version } from './versions';

/** Recorded tests that can see what one of them leaves behind, in their order. */
export interface SharingTests {
  readonly tests: readonly number[];
  readonly files: ReadonlySet<string>;
}

/** Does a new file of tests share it, too? Where each of several files has a process of its own, a new one has as well. */
export function mayBeJoined(
  suite: RecordedSuite,
  { tests, files }: SharingTests,
  groups: ReadonlyMap<string, SharingTests>,
): boolean {
  return suite.runnerOf(tests[0] ?? -1) !== 'jest' && (files.size > 1 || groups.size === 1);
}

export function sharingTests(suite: RecordedSuite): ReadonlyMap<string, SharingTests> {
  const groups = new Map<string, { readonly tests: number[]; readonly files: Set<string> }>();
  suite.recording.executions.forEach(({ test: { file } }, test) => {
    const shared = suite.sharedBy(test);
    const group = groups.get(shared) ?? { tests: [], files: new Set() };
    groups.set(shared, group);
    group.tests.push(test);
    group.files.add(file);
  });
  return groups;
}

/** Which modules are loaded where tests share something, as far as it is recorded or the source shows it. */
export class LoadedModules {
  private readonly imports: Readonly<Record<'base' | 'head', (path: string) => readonly string[]>>;
  private readonly headName: ReadonlyMap<string, string>;
  private readonly baseName: ReadonlyMap<string, string>;

  constructor(
    private readonly suite: RecordedSuite,
    { base, head, changes }: ComparedVersions,
  ) {
    const moved = changes.modules.flatMap((pair): [string, string][] =>
      pair.base === null || pair.head === null || pair.base.path === pair.head.path
        ? []
        : [[pair.base.path, pair.head.path]],
    );
    this.headName = new Map(moved);
    this.baseName = new Map(moved.map(([from, to]) => [to, from]));
    this.imports = { base: importsIn(base), head: importsIn(head) };
  }

  /** `newFiles`: files of tests that came to them. */
  of({ tests, files }: SharingTests, newFiles: readonly string[]): LoadedCode {
    const { modules } = this.suite.recording;
    const recorded = new Set<string>();
    for (const test of tests) for (const m of this.suite.modulesOf(test)) recorded.add(modules[m]?.path ?? '');
    for (const m of this.suite.outside.modules) recorded.add(modules[m]?.path ?? '');
    const named = (path: string): string => this.headName.get(path) ?? path;
    const before = closure(files, this.imports.base);
    const now = closure([...[...files].map(named), ...newFiles], this.imports.head);
    // What was loaded by names that the source computes goes on being loaded.
    const computed = [...recorded].filter((path) => !before.has(path));
    const base = [...before, ...computed];
    const head = [...now, ...computed.map(named)];
    // A module that has moved goes by both of its names.
    return {
      functions: this.suite.atLoadWith(tests),
      base: new Set([...base, ...base.map(named)]),
      head: new Set([...head, ...head.map((path) => this.baseName.get(path) ?? path)]),
    };
  }
}

function importsIn({ loaded }: Version): (path: string) => readonly string[] {
  const { program, snapshot } = loaded;
  const known = new Map<string, readonly string[]>();
  return (path) => {
    const found =
      known.get(path) ??
      (program.modules[program.moduleIndex(path) ?? -1]?.specifiers ?? []).flatMap((specifier) => {
        const target = snapshot.resolve(path, specifier);
        return target.kind === 'file' ? [target.path] : [];
      });
    known.set(path, found);
    return found;
  };
}

function closure(roots: Iterable<string>, importsOf: (path: string) => readonly string[]): Set<string> {
  const found = new Set(roots);
  for (const path of found) for (const next of importsOf(path)) found.add(next);
  return found;
}
