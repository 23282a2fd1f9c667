import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { record, selectAffectedTests } from '#pipeline';
import { readableRecording } from '#suite/recordings';
import { MadeProject } from '../../tests/fixtures/suite/made-project';
import { runnersOfProject } from '../../tests/fixtures/suite/runner-files';
import { idleCases, unsafeCases, type UnsafeCase } from '../../tests/fixtures/suite/unsafe-cases';
import { markdownTable } from '../markdown-table';
import { failingTests } from './failing-tests';
import { parseJest, parseVitest } from './own-selection';

/**
 * Which tests do vitest and jest select by themselves, and which does wingbeat, when something changes that an import graph does
 * not show? `npm run bench:matrix`; with `--check` all tests are also run after every change, to see which of them it breaks.
 */
const isChecked = process.argv.includes('--check');

type Name = 'vitest' | 'jest';

interface Answer {
  /** How many tests are selected. */
  readonly count: number;
  readonly missed: readonly string[];
}

interface Row {
  readonly own: Answer;
  readonly wingbeat: Answer;
}

const columns: Record<Name, Map<string, Row>> = { vitest: new Map(), jest: new Map() };
let total = 0;
for (const name of ['vitest', 'jest'] as const) {
  const project = new MadeProject(runnersOfProject[name]);
  try {
    await record({ cwd: project.root });
    const kept = await readableRecording(project.root);
    const fileOf = new Map(kept?.recording.executions.map(({ test }) => [test.titles.join(' > '), test.file]));
    if (name === 'vitest') total = fileOf.size;
    for (const unsafe of [...unsafeCases, ...idleCases]) {
      if (unsafe.runners !== undefined && !unsafe.runners.includes(name)) continue;
      const row = await compare(project, name, unsafe, fileOf);
      columns[name].set(unsafe.name, row);
      console.error(`${name}, ${unsafe.name}: ${cell(row.own)}; wingbeat ${cell(row.wingbeat)}`);
    }
  } finally {
    project.remove();
  }
}

async function compare(
  project: MadeProject,
  name: Name,
  { name: title, edits, needed, isLatent }: UnsafeCase,
  fileOf: ReadonlyMap<string, string>,
): Promise<Row> {
  const undo = project.apply(edits);
  try {
    const files = new Set(filesSelectedBy(name, project.root));
    const inFiles = [...fileOf].flatMap(([test, file]) => (files.has(file) ? [test] : []));
    const { selected } = await selectAffectedTests({ cwd: project.root });
    if (isChecked && isLatent !== true) check(name, title, project.root, needed, fileOf);
    return {
      own: answer(inFiles, needed),
      wingbeat: answer(
        selected.map((test) => test.name),
        needed,
      ),
    };
  } finally {
    undo();
  }
}

function answer(selected: readonly string[], needed: readonly string[]): Answer {
  return { count: selected.length, missed: needed.filter((test) => !selected.includes(test)) };
}

/** Test files that a runner would run for what is not committed. */
function filesSelectedBy(name: Name, root: string): string[] {
  const program = join(root, 'node_modules', '.bin', name);
  const [args, parse] =
    name === 'vitest'
      ? [['list', '--filesOnly', '--json', '--changed'], parseVitest]
      : [['--listTests', '--onlyChanged', '--json'], parseJest];
  const output = execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return parse(output).map((file) => relative(root, file));
}

/** What the table says that a change breaks must be what it breaks. */
function check(
  name: Name,
  title: string,
  root: string,
  needed: readonly string[],
  fileOf: ReadonlyMap<string, string>,
): void {
  const failing = failingTests(name, root, fileOf);
  const wrong = [
    ...needed.filter((test) => !failing.has(test)),
    ...[...failing].filter((test) => !needed.includes(test)),
  ];
  console.error(
    wrong.length === 0 ? `${name}, ${title}: as said` : `${name}, ${title}: NOT AS SAID: ${wrong.join(', ')}`,
  );
}

const rows = [...unsafeCases, ...idleCases].flatMap(({ name, needed }) => {
  const vitest = columns.vitest.get(name);
  const jest = columns.jest.get(name);
  const ours = vitest?.wingbeat ?? jest?.wingbeat;
  if (ours === undefined) return [];
  return [[name, String(needed.length), cell(vitest?.own), cell(jest?.own), cell(ours)]];
});
console.log(`Tests selected, of ${total}:\n`);
console.log(markdownTable(['what changed', 'needed#', 'vitest', 'jest', 'wingbeat'], rows));
const misses = (name: Name, who: keyof Row): number =>
  [...columns[name].values()].filter((row) => row[who].missed.length > 0).length;
for (const name of ['vitest', 'jest'] as const) {
  const count = columns[name].size;
  console.log(
    `\n${name} misses tests in ${misses(name, 'own')} of ${count} cases, wingbeat in ${misses(name, 'wingbeat')}`,
  );
}

function cell(given: Answer | undefined): string {
  if (given === undefined) return '–';
  return given.missed.length === 0 ? String(given.count) : `${given.count}, **misses ${given.missed.length}**`;
}
