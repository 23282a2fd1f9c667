import { expect, it, test } from 'vitest';
import { analyzeChange } from '../../src/pipeline';
import { TemporaryRepository } from '../project/temporary-repository';

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Of `use`; `□` stands for what changes. */
  readonly use: { readonly path: string; readonly text: string };
  readonly change: readonly [before: string, after: string];
  /** What the call has left behind in other modules, before and now. */
  readonly left: readonly [before: RegExp, now: RegExp];
}

const cases: readonly Case[] = [
  {
    name: 'a variable and a map that functions of another module write',
    files: {
      'registry.ts': `const items = new Map<string, number>();
export let total = 0;
export function add(name: string, n: number): void { items.set(name, n); total += n; }
export function get(name: string): number | undefined { return items.get(name); }`,
    },
    use: {
      path: 'use.ts',
      text: `import { add } from './registry';
export function register(name: string, price: number): void { add(name, price * □); }`,
    },
    change: ['2', '3'],
    left: [/items of registry\.ts = new Map.*total of registry\.ts = /, /items of registry\.ts/],
  },
  {
    name: 'an object that another module exports, two imports away',
    files: {
      'state.ts': 'export const state = { level: 0, names: [] as string[] };',
      'change.ts': `import { state } from './state';
export function raise(by: number): void { state.level += by; state.names.push('raised'); }`,
    },
    use: {
      path: 'use.ts',
      text: `import { raise } from './change';
export function start(): void { raise(□); }`,
    },
    change: ['1', '10'],
    left: [/state of state\.ts = \{ level: 1,/, /state of state\.ts = \{ level: 10,/],
  },
  {
    name: 'what a class of another module holds',
    files: {
      'counter.ts': `export class Counter {
  static made = 0;
  static last = '';
  static note(name: string): void { Counter.made += 1; Counter.last = name; }
}`,
    },
    use: {
      path: 'use.ts',
      text: `import { Counter } from './counter';
export function make(name: string): void { Counter.note(name + '□'); }`,
    },
    change: ['', '!'],
    left: [/Counter\.last of counter\.ts = ""/, /Counter\.last of counter\.ts = "!"/],
  },
  {
    name: 'a variable of a CommonJS module',
    files: {
      'log.js': `const lines = [];
exports.write = (line) => { lines.push(line); };
exports.count = () => lines.length;`,
    },
    use: {
      path: 'use.js',
      text: `const { write } = require('./log');
exports.warn = () => { write('□'); };`,
    },
    change: ['careful', 'look out'],
    left: [/lines of log\.js = \["careful"\]/, /lines of log\.js = \["look out"\]/],
  },
];

async function analysed({ files, use, change: [before, after] }: Case, moved: Readonly<Record<string, string>> = {}) {
  const repository = new TemporaryRepository();
  const manifest = { 'package.json': '{}' };
  repository.commit({ ...manifest, ...files, [use.path]: use.text.replace('□', before) });
  for (const path of Object.keys(moved)) repository.remove(path);
  const others = Object.entries(files).map(([path, text]) => [moved[path] ?? path, text]);
  const now = Object.entries(moved).reduce(
    (text, [from, to]) => text.replaceAll(from.replace('.ts', ''), to.replace('.ts', '')),
    use.text.replace('□', after),
  );
  repository.write({ ...(Object.fromEntries(others) as Record<string, string>), [use.path]: now });
  return analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 10_000 });
}

function effectsOf({ functions }: Awaited<ReturnType<typeof analysed>>, path: string): readonly (readonly string[])[] {
  return functions
    .filter(({ id }) => id.startsWith(`${path}#`))
    .flatMap(({ verdict, behaviours }) =>
      behaviours.map(({ witness: { base, head } }) => [
        verdict.kind,
        (base.effects ?? []).join('; '),
        (head.effects ?? []).join('; '),
      ]),
    );
}

test.each(cases)('a run shows $name', async (each) => {
  const [before, now] = each.left;
  expect(effectsOf(await analysed(each), each.use.path)).toContainEqual([
    'differs',
    expect.stringMatching(before),
    expect.stringMatching(now),
  ]);
});

it('shows a module that has another name now under that name', async () => {
  const [first] = cases;
  if (first === undefined) throw new Error('there is one');
  const [found] = effectsOf(await analysed(first, { 'registry.ts': 'shelf.ts' }), 'use.ts');
  expect(found).toEqual([
    'differs',
    expect.stringContaining('total of shelf.ts'),
    expect.stringContaining('total of shelf.ts'),
  ]);
});

it('is the same where both versions leave the same behind in another module', async () => {
  const [first] = cases;
  if (first === undefined) throw new Error('there is one');
  const { functions } = await analysed({ ...first, change: ['2', '2 * 1'] });
  expect(functions.map(({ verdict }) => verdict.kind)).toEqual(['same']);
});
