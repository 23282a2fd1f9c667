import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { TestCase } from '../recording';
import type { Runner, RunRequest } from '../runner';
import { preloadPlan } from './preload-plan';

/**
 * Tap takes files; which of their tests are left out is told inside their processes (`runtime/tap`). Those that nobody knows,
 * as they only come into being when the file runs, are run.
 */
export const tapRunner: Runner = {
  name: 'tap',
  plan: (request) =>
    preloadPlan(
      request,
      'tap',
      ['tap'],
      (words) => selected(words, request.only ?? [], request.cwd ?? request.root),
      testsToLeaveOut(request),
    ),
};

/** Files that are named take the place of those of the configuration. */
function selected(words: readonly string[], only: readonly TestCase[], cwd: string): readonly string[] {
  const [program = '', ...rest] = words;
  // Node was told to run a file of tests.
  if (/^node(?:js)?$/.test(program)) return words;
  const files = [...new Set(only.map(({ file }) => relative(cwd, resolve(cwd, file))))];
  const options = rest.filter(
    (word, i) => word.startsWith('-') || takesValue.test(rest[i - 1] ?? '') || (i === 0 && word === 'run'),
  );
  return [program, ...options.filter((word) => word !== '--'), ...ofCoverage(cwd), ...files];
}

/** What a part of the tests covers is no reason to fail. */
function ofCoverage(cwd: string): readonly string[] {
  const version = installedVersion(cwd);
  if (version === null) return [];
  if (version < 18) return ['--no-check-coverage'];
  return ['--allow-incomplete-coverage', '--allow-empty-coverage'];
}

function installedVersion(cwd: string): number | null {
  for (let folder = cwd; ; folder = dirname(folder)) {
    try {
      const text = readFileSync(join(folder, 'node_modules', 'tap', 'package.json'), 'utf8');
      const { version } = JSON.parse(text) as { readonly version?: unknown };
      return Number.parseInt(String(version), 10);
    } catch {
      if (dirname(folder) === folder) return null;
    }
  }
}

/** Options that take the next word for their value. */
const takesValue =
  /^(?:-[RrsgtjModf]|--(?:reporter(?:-arg|-file)?|save|grep|timeout|files|jobs|before|after|coverage-(?:map|report|exclude)|branches|functions|lines|statements|test-(?:regex|ignore|arg|env)|nyc-arg|node-arg|rcfile|libtap-settings|output-(?:file|dir)|include|exclude|serial|plugin|tsconfig))$/;

/**
 * Of the files that are run, tests that are known and not asked for. One that others are a part of may look at what these left
 * behind: where it is run, so are they.
 */
export function testsToLeaveOut({ root, only, knownTests }: Asked): readonly TestCase[] {
  if (only === null || knownTests === undefined) return [];
  return [...new Set(only.map(({ file }) => file))].flatMap((file) => {
    const asked = only.filter((test) => test.file === file);
    const known = knownTests(relative(root, resolve(root, file)).replaceAll('\\', '/'));
    const around = known.filter((test) => asked.some((inner) => isWithin(inner, test)));
    const run = [...asked, ...around];
    return known.filter((test) => !run.some((other) => isWithin(test, other)) && !isOneOfSeveral(test, known));
  });
}

type Asked = Pick<RunRequest, 'root' | 'only' | 'knownTests'>;

/** Is a test a part of another, or that test itself? */
function isWithin(inner: TestCase, outer: TestCase): boolean {
  if (inner.titles.length === outer.titles.length && inner.ordinal !== outer.ordinal) return false;
  return outer.titles.every((title, i) => title === inner.titles[i]);
}

/** Parts of tests with the same titles are counted through: leaving one out would give those of the others other numbers. */
function isOneOfSeveral({ titles, ordinal }: TestCase, known: readonly TestCase[]): boolean {
  const alike = known.filter((other) => other.titles.length >= titles.length && isPrefix(titles, other.titles));
  const hasParts = alike.some((other) => other.titles.length > titles.length);
  return hasParts && alike.some((other) => other.titles.length === titles.length && other.ordinal !== ordinal);
}

function isPrefix(titles: readonly string[], longer: readonly string[]): boolean {
  return titles.every((title, i) => title === longer[i]);
}
