import type { Reason } from './cause';
import type { Touched } from './new-tests';
import type { RecordedSuite } from './recorded-suite';

/** Files and groups of tests whose own code, outside of single tests, is reached by what changed. */
export function findTouched(suite: RecordedSuite, reasons: readonly (readonly Reason[])[]): Touched {
  return { files: touchedFiles(suite, reasons), groups: touchedGroups(suite, reasons) };
}

/** Files of tests that are reached by what runs, is imported or is read when they are loaded. */
function touchedFiles(suite: RecordedSuite, reasons: readonly (readonly Reason[])[]): ReadonlySet<string> {
  const { executions, modules, segments } = suite.recording;
  const atLoad = new Map<string, ReadonlySet<number>>();
  const touched = new Set<string>();
  executions.forEach(({ test: { file } }, test) => {
    if (touched.has(file)) return;
    const { loads = [] } = modules[suite.moduleIndex(file) ?? -1] ?? {};
    const functions = atLoad.get(file) ?? new Set(loads.flatMap((s) => Array.from(segments[s]?.functions ?? [])));
    atLoad.set(file, functions);
    const isTouching = ({ cause, by }: Reason): boolean => {
      if (by === null) return cause.kind !== 'outcome' && cause.kind !== 'state';
      return 'module' in by || functions.has(by.function);
    };
    if (reasons[test]?.some(isTouching) === true) touched.add(file);
  });
  return touched;
}

/** Groups that are reached by what all of their tests have in common: what runs in a group itself belongs to each of them. */
function touchedGroups(
  suite: RecordedSuite,
  reasons: readonly (readonly Reason[])[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const { executions, segments } = suite.recording;
  const groups = new Map<string, Group>();
  executions.forEach(({ test: { file, titles }, segments: own }, test) => {
    for (let length = 1; length < titles.length; length++) {
      const name = titles.slice(0, length).join('\0');
      const key = `${file}\0${name}`;
      const known = groups.get(key);
      if (known === undefined) groups.set(key, { file, name, shared: new Set(own), tests: [test] });
      else {
        for (const s of known.shared) if (!own.includes(s)) known.shared.delete(s);
        known.tests.push(test);
      }
    }
  });
  const touched = new Map<string, Set<string>>();
  for (const { file, name, shared, tests } of groups.values()) {
    const because = tests.flatMap((test) => reasons[test] ?? []);
    if (because.length === 0) continue;
    const functions = new Set([...shared].flatMap((s) => Array.from(segments[s]?.functions ?? [])));
    const isTouched = because.some(({ cause, by }) => {
      if (cause.kind === 'outcome' || cause.kind === 'state') return false;
      return by === null || 'module' in by || functions.has(by.function);
    });
    if (isTouched) touched.set(file, (touched.get(file) ?? new Set()).add(name));
  }
  return touched;
}

interface Group {
  readonly file: string;
  readonly name: string;
  readonly shared: Set<number>;
  readonly tests: number[];
}
