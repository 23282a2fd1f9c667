import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Result } from '#result/result';
import { compare } from '../../src/pipeline';
import { TemporaryFolder } from '../project/temporary-repository';

/** Each has a function that reads what the change is to; `§` is where the versions differ. */
const readers: Readonly<Record<string, { readonly code: string; readonly change: readonly [string, string] }>> = {
  named: { code: 'const § = () => 1; export function named() { return §.name; }', change: ['one1', 'two1'] },
  taken: {
    code: 'const § = () => 1; export function taken() { const { name } = §; return name; }',
    change: ['one2', 'two2'],
  },
  keyed: { code: "const § = () => 1; export function keyed(k = 'name') { return §[k]; }", change: ['one3', 'two3'] },
  classed: {
    code: 'class § {} export function classed() { return new §().constructor.name; }',
    change: ['One4', 'Two4'],
  },
  built: {
    code: 'function § () {} export function built() { return new §().constructor.name; }',
    change: ['One5', 'Two5'],
  },
  bound: { code: 'function § () {} export function bound() { return §.bind(null).name; }', change: ['one6', 'two6'] },
  listed: {
    code: 'function § () {} const l = [§]; export function listed() { return l.map((x) => x.name).join(); }',
    change: ['one7', 'two7'],
  },
  described: {
    code: "const § = () => 1; export function described() { return Object.getOwnPropertyDescriptor(§, 'name').value; }",
    change: ['one8', 'two8'],
  },
  counted: { code: 'function h9(a, b§) {} export function counted() { return h9.length; }', change: ['', ', c'] },
  defaulted: {
    code: 'function h10(a, b§) {} export function defaulted() { return h10.length; }',
    change: ['', ' = 1'],
  },
  dispatched: {
    code: 'function run(h) { return h.length === 2; } export function dispatched() { return run((a, b§) => a); }',
    change: ['', ', c'],
  },
  converted: {
    code: 'function h12() { return 1;§ } export function converted() { return String(h12); }',
    change: ['', ' /* more */'],
  },
  shown: {
    code: 'function h13() { return 1;§ } export function shown() { return `${h13}`; }',
    change: ['', ' /* more */'],
  },
  added: {
    code: "function h14() { return 1;§ } export function added() { return h14 + ''; }",
    change: ['', ' /* more */'],
  },
  asked: {
    code: 'function h15() { return 1;§ } export function asked() { return h15.toString(); }',
    change: ['', ' /* more */'],
  },
  target: {
    code: 'class § { constructor() { this.n = new.target.name; } } export function target() { return new §().n; }',
    change: ['One16', 'Two16'],
  },
};

const silent = `
const § = (x) => x + 1;
export function calls(y) { return §(y) + [y].map(§).length; }
export function names(user) { return user.name; }
`;

function version(which: 0 | 1): string {
  return Object.values(readers)
    .map(({ code, change }) => code.replaceAll('§', change[which]))
    .join('\n');
}

async function compared(old: Record<string, string>, now: Record<string, string>, behaviour = true): Promise<Result> {
  const folder = new TemporaryFolder();
  for (const [name, files] of Object.entries({ old, new: now }))
    folder.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text])));
  return compare({ cwd: folder.root, old: 'old', new: 'new', cache: false, budgetMs: 60_000, behaviour });
}

it('what a program sees of a function is behaviour of who looks', async () => {
  const result = await compared({ 'a.js': version(0) }, { 'a.js': version(1) });
  const verdicts = Object.keys(readers).map((name) => {
    const [before, after] = ([0, 1] as const).map((which) =>
      runInNewContext(`${version(which).replaceAll('export ', '')}; ${name}()`),
    );
    expect(before).not.toEqual(after);
    const found = [...result.functions, ...result.entryPoints].find(({ id }) => id === `a.js#${name}`);
    return [name, found?.verdict.kind ?? 'not mentioned'];
  });
  expect(verdicts).toEqual(Object.keys(readers).map((name) => [name, 'differs']));
}, 120_000);

describe('a renaming', () => {
  it('is no change where nobody looks', async () => {
    const { functions, impact } = await compared(
      { 'a.js': silent.replaceAll('§', 'one') },
      { 'a.js': silent.replaceAll('§', 'two') },
      false,
    );
    expect(functions).toEqual([]);
    expect(impact.statements).toEqual([]);
  });

  it('is a change to a file that stayed the same and looks', async () => {
    const reader =
      "import { api } from './a.js';\nexport function all() { return Object.values(api).map((f) => f.name); }\n";
    const { functions } = await compared(
      { 'a.js': 'const one = () => 1;\nexport const api = { it: one };\n', 'b.js': reader },
      { 'a.js': 'const two = () => 1;\nexport const api = { it: two };\n', 'b.js': reader },
      false,
    );
    expect(functions.map(({ id, headerChanges }) => [id, headerChanges])).toEqual([
      ['b.js#all.<fn1>', ["may read the name of two, which was 'one' and is 'two'"]],
    ]);
  });

  it('in a test is one to other tests, not to the program that is tested', async () => {
    const program = 'export function label(f) { return f.name + String(f); }\n';
    const helper = "import { label } from '../a.js';\nexport function titled(f) { return label(f) + f.name; }\n";
    const test = "import { titled } from './helper.js';\ntitled(function § () {});\n";
    const changed = await compared(
      { 'a.js': program, 'test/helper.js': helper, 'test/a.test.js': test.replace('§', 'one') },
      { 'a.js': program, 'test/helper.js': helper, 'test/a.test.js': test.replace('§', 'two') },
      false,
    );
    expect(changed.functions.map(({ id }) => id)).toEqual(['test/helper.js#titled']);
    expect(changed.impact.functions.map(({ id }) => id)).not.toContain('a.js#label');
  });

  it('is one to who hands the function to a package', async () => {
    const text = "import { use } from 'outer';\nfunction § () {}\nexport function hands() { return use(§); }\n";
    const { functions } = await compared(
      { 'a.js': text.replaceAll('§', 'one') },
      { 'a.js': text.replaceAll('§', 'two') },
      false,
    );
    expect(functions.map(({ id, headerChanges }) => [id, headerChanges])).toEqual([
      ['a.js#hands', ["hands on two, whose name was 'one' and is 'two'"]],
    ]);
  });
});

describe('another text of a function', () => {
  const many = Array.from({ length: 70 }, (_, i) => `f${i}: (x) => x + ${i}`).join(', ');
  const program = (edit: string, shown: string): string => `
const one = (x) => x${edit};
const table = { one, ${many} };
export function run(key, x) { const it = table[key] ?? x; return it(x); }
export function show(key) { return \`<\${${shown}}>\`; }
`;

  it('is a change to who shows a function that is known', async () => {
    const { functions } = await compared(
      { 'a.js': program('', 'table.one') },
      { 'a.js': program(' + 1', 'table.one') },
      false,
    );
    expect(functions.map(({ id }) => id).toSorted()).toEqual(['a.js#one', 'a.js#show']);
  });

  it('is none to who shows one of too many: any text that is put together would count', async () => {
    const { functions } = await compared(
      { 'a.js': program('', 'table[key]') },
      { 'a.js': program(' + 1', 'table[key]') },
      false,
    );
    // FIXME The text of `one` may be shown; see the known gaps in ANALYSIS.md.
    expect(functions.map(({ id }) => id)).toEqual(['a.js#one']);
  });
});
