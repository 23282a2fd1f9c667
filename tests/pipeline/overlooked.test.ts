import { expect, it } from 'vitest';
import type { EntryPointResult } from '#result/result';
import { compare } from '../../src/pipeline';
import { TemporaryFolder } from '../project/temporary-repository';

type Files = Readonly<Record<string, string>>;

/** Entry points after `□` was another text in one of the files. */
async function entryPoints(files: Files, before: string, now: string): Promise<readonly EntryPointResult[]> {
  const folder = new TemporaryFolder();
  for (const [name, text] of [
    ['old', before],
    ['new', now],
  ] as const) {
    const written = Object.entries(files).map(([path, each]) => [`${name}/${path}`, each.replace('□', text)]);
    folder.write(Object.fromEntries(written));
  }
  const found = await compare({ cwd: folder.root, old: 'old', new: 'new', cache: false, budgetMs: 60_000 });
  return found.entryPoints;
}

it.each<[string, Files]>([
  [
    'a getter that a property is defined by',
    {
      'a.js': "Object.defineProperty(exports, 'n', { enumerable: true, get() { return □; } });",
      'main.js': "const a = require('./a');\nexports.f = () => a.n;",
    },
  ],
  [
    'a variable of all modules',
    { 'a.ts': '(globalThis as any).rate = □;', 'main.ts': "import './a';\nexport const f = () => (rate as any);" },
  ],
  [
    'a module that is loaded by a call',
    { 'a.js': 'console.log(□);', 'main.js': "exports.f = () => { require('./a'); };" },
  ],
  [
    'a method whose name is computed',
    {
      'a.ts': "export class A { ['on' + 'Open']() { return □; } }",
      'main.ts': "import { A } from './a';\nexport const f = (name: 'Open') => (new A() as any)['on' + name]();",
    },
  ],
  [
    'a class that says what its instances are',
    {
      'a.ts': 'export class A { static [Symbol.hasInstance](x: any) { return x === □; } }',
      'main.ts': "import { A } from './a';\nexport const f = (x: 1 | 2) => (x as any) instanceof A;",
    },
  ],
])('what comes through %s is seen when it is called', async (_, files) => {
  const found = (await entryPoints(files, '1', '2')).find(({ id }) => /^main.[jt]s#f$/.test(id));
  expect(found?.verdict.kind).toBe('differs');
});

it('what comes from elsewhere does not differ', async () => {
  const elsewhere = `
    export const place = () => __dirname;
    export const trace = () => new Error().stack;
    export const number = () => process.pid;
    export const chance = () => Math.random();
    export const time = () => performance.now();`;
  const files = {
    'a.ts': 'export const n = □;',
    'main.ts': `import { n } from './a';\nexport const f = () => n;${elsewhere}`,
  };
  const found = await entryPoints(files, '1', '2');
  expect(found.map(({ id }) => id)).toEqual(['main.ts#f']);
});
