import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record, selectAffectedTests } from '#pipeline';
import { smallProjects, type SmallProject } from '../fixtures/suite/unsafe-orders';

/** Small repositories whose tests rest on one another, or on which file is found: what a full run says is broken must be selected. */
describe.each(smallProjects)('$name', (project) => {
  let root: string;

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-order-')));
    for (const [path, text] of Object.entries({ '.gitignore': 'node_modules\n.wingbeat\n', ...project.files }))
      write(path, text);
    symlinkSync(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'));
    execFileSync('git', ['-C', root, 'init', '-q']);
    const { failed } = await record({ cwd: root });
    expect(failed).toEqual([]);
  }, 240_000);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  /** Returns what takes the change back. */
  function apply(edits: Readonly<Record<string, string | null>>): () => void {
    const before = Object.keys(edits).map((path) => {
      const file = join(root, path);
      return { file, text: existsSync(file) ? readFileSync(file, 'utf8') : null };
    });
    for (const [path, text] of Object.entries(edits)) {
      if (text === null) rmSync(join(root, path));
      else write(path, text);
    }
    return () => {
      for (const { file, text } of before) {
        if (text === null) rmSync(file);
        else writeFileSync(file, text);
      }
    };
  }

  test.each(project.cases)('$name', { timeout: 120_000 }, async ({ edits, broken, also = [] }) => {
    const undo = apply(edits);
    try {
      expect(failing(root, project)).toEqual(broken.map((name) => name.split(' > ').at(-1)));
      const { selected, fresh } = await selectAffectedTests({ cwd: root });
      const found = [...selected.map(({ name }) => name), ...fresh.map(({ file, name }) => name ?? `all of ${file}`)];
      expect(found).toEqual(expect.arrayContaining([...broken]));
      expect([...broken, ...also]).toEqual(expect.arrayContaining(found));
    } finally {
      undo();
    }
  });
});

/** Titles of the tests that fail when all are run. */
function failing(root: string, { runner }: SmallProject): string[] {
  const { command, read } = oracles[runner];
  const [program = '', ...words] = command;
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_OPTIONS|JEST)/.test(name)),
  );
  const { stdout } = spawnSync(join(root, 'node_modules/.bin', program), words, { cwd: root, encoding: 'utf8', env });
  return read(JSON.parse(stdout.slice(stdout.indexOf('{'))) as never).toSorted();
}

interface ResultOfMocha {
  readonly failures: readonly { readonly title: string }[];
}

interface ResultOfJest {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

const readJest = ({ testResults }: ResultOfJest): string[] =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ title, status }) => (status === 'failed' ? [title] : [])),
  );

const oracles = {
  mocha: {
    command: ['mocha', '--reporter', 'json'],
    read: ({ failures }: ResultOfMocha) => failures.map(({ title }) => title),
  },
  vitest: { command: ['vitest', 'run', '--reporter=json'], read: readJest },
  jest: { command: ['jest', '--json'], read: readJest },
};
