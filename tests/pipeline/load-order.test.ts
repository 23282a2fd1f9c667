import { expect, it } from 'vitest';
import type { Result } from '#result/result';
import { compare } from '../../src/pipeline';
import { TemporaryFolder } from '../project/temporary-repository';

type Files = Readonly<Record<string, string>>;

const rest: Files = {
  'log.js': 'export const log = [];',
  'a.js': "import { log } from './log.js';\nlog.push('a');",
  'b.js': "import { log } from './log.js';\nlog.push('b');",
  'quiet.js': 'export const table = { a: [1, 2], b: new Map() };',
  'read.js': "import { log } from './log.js';\nexport function first() { return log[0]; }",
};

async function change(before: string, after: string, behaviour = false): Promise<Result> {
  const folder = new TemporaryFolder();
  for (const [name, text] of [
    ['old', before],
    ['new', after],
  ] as const) {
    const files = { ...rest, 'main.js': text };
    folder.write(Object.fromEntries(Object.entries(files).map(([path, each]) => [`${name}/${path}`, each])));
  }
  return compare({ cwd: folder.root, old: 'old', new: 'new', cache: false, budgetMs: 60_000, behaviour });
}

function reached({ impact }: Result): string[] {
  return impact.statements.map(({ span }) => `${span.file}:${span.line}`);
}

it.each([
  ['the order of two imports', "import './a.js';\nimport './b.js';", "import './b.js';\nimport './a.js';"],
  [
    'their order, where one more came',
    "import './a.js';\nimport './b.js';",
    "import './b.js';\nimport './quiet.js';\nimport './a.js';",
  ],
  ['a first import', "import './a.js';", "import './a.js';\nimport './b.js';"],
  ['the last import that went', "import './a.js';\nimport './b.js';", "import './a.js';"],
])('%s reaches what depends on what the modules do when they are loaded', async (_, before, after) => {
  expect(reached(await change(before, after))).toContain('read.js:2');
});

it('the order of modules that only define things reaches nothing', async () => {
  const found = await change(
    "import './a.js';\nimport './quiet.js';\nimport './log.js';",
    "import './a.js';\nimport './log.js';\nimport './quiet.js';",
  );
  expect(found.functions.map(({ headerChanges }) => headerChanges)).toEqual([['loads its modules in another order']]);
  expect(reached(found)).toEqual([]);
});

it('an order in which something else is left behind is not called the same', async () => {
  const found = await change("import './a.js';\nimport './b.js';", "import './b.js';\nimport './a.js';", true);
  expect(found.functions.map(({ id, verdict }) => [id, verdict.kind])).not.toContainEqual(['main.js#<module>', 'same']);
  expect(found.functions).toHaveLength(1);
});

it('a function that uses what the modules have left is compared', async () => {
  const reader =
    "import { log } from './log.js';\nexport const first = () => log[0];\nexport const count = () => log.length;";
  const found = await change(
    `import './a.js';\nimport './b.js';\n${reader}`,
    `import './b.js';\nimport './a.js';\n${reader}`,
    true,
  );
  expect(found.entryPoints.map(({ id, verdict }) => [id, verdict.kind])).toEqual([
    ['main.js#first', 'differs'],
    ['main.js#count', 'same'],
  ]);
  // The search has found it, and not a call on trial alone.
  expect(found.entryPoints[0]?.behaviours.map(({ when }) => when)).toEqual(['true']);
});

it('so is one of a module that calls, when it is loaded, what is imported from elsewhere now', async () => {
  const main = "import { pick } from './pick.js';\nconst picked = pick();\nexport const get = () => picked;";
  const twice = 'export const one = () => 1;\nexport const two = () => 2;';
  const pick = "import { number } from './index.js';\nexport function pick() { return number(); }";
  const folder = new TemporaryFolder();
  for (const [name, from] of [
    ['old', 'one'],
    ['new', 'two'],
  ]) {
    folder.write({
      [`${name}/main.js`]: main,
      [`${name}/pick.js`]: pick,
      [`${name}/index.js`]: `export { ${from} as number } from './twice.js';`,
      [`${name}/twice.js`]: twice,
    });
  }
  const { entryPoints } = await compare({ cwd: folder.root, old: 'old', new: 'new', cache: false, budgetMs: 60_000 });
  expect(entryPoints.find(({ id }) => id === 'main.js#get')?.behaviours.map(({ when }) => when)).toEqual(['true']);
});

function reading(factor: number): string {
  return `
import { readFileSync } from 'node:fs';
const table = JSON.parse(readFileSync(new URL('./table.json', import.meta.url), 'utf8'));
export function scaled(n) { return table.unit * n * ${factor}; }`;
}

it('modules that depend on what a file says are named as such, and not as slow', async () => {
  const { functions } = await change(reading(2), reading(3), true);
  const verdict = functions.find(({ id }) => id === 'main.js#scaled')?.verdict;
  expect(JSON.stringify(verdict)).toContain(
    'how its modules load depends on the world outside (what node:fs.readFileSync',
  );
});
