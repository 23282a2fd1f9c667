import { expect, it } from 'vitest';
import { analyzeChange } from '../../src/pipeline';
import { TemporaryRepository } from '../project/temporary-repository';

type Files = Readonly<Record<string, string>>;

async function verdicts(files: Files, before: string, after: string): Promise<Record<string, string>> {
  const repository = new TemporaryRepository();
  const written = (text: string): Files =>
    Object.fromEntries(Object.entries(files).map(([path, source]) => [path, source.replaceAll('□', text)]));
  repository.commit({ 'package.json': '{}', ...written(before) });
  repository.write(written(after));
  const result = await analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 20_000 });
  return Object.fromEntries(result.entryPoints.map(({ id, verdict }) => [id.replace(/^.*#/, ''), verdict.kind]));
}

const constants = "const limit = □; const names = ['a', 'b']; const table = { x: { y: □ }, z: 1 };";

it('what is read from modules that load differently is looked at, and no more than that', async () => {
  const found = await verdicts(
    {
      'constants.js': `${constants} module.exports = { limit, names, table, re: /a/ };`,
      'lib.js': `
        const constants = require('./constants');
        const { limit, names, table, re } = constants;
        exports.isLow = (x) => x < limit;
        exports.deep = (x) => table.x.y === x;
        exports.hasA = (s) => String(s).length > 3 && re.test(String(s));
        exports.named = (s) => names.indexOf(s);
        exports.first = () => constants.limit;
      `,
    },
    '3',
    '4',
  );
  expect(Object.keys(found)).toEqual(expect.arrayContaining(['isLow', 'deep', 'first']));
  for (const name of ['isLow', 'deep', 'first']) expect([name, found[name]]).not.toEqual([name, 'same']);
  for (const name of ['hasA', 'named']) expect([undefined, 'same']).toContain(found[name]);
});

const hostile: Readonly<Record<string, Files>> = {
  'a method that loading puts into what inputs inherit from': {
    'a.ts': `
      export class K { m(): number { return 1; } }
      const one = (): number => 1; const two = (): number => 2;
      K.prototype.m = □;
      export function f(x: K): number { return x.m(); }
    `,
  },
  'a variable around a function that loading has made': {
    'a.js': `
      const one = () => 1; const two = () => 2;
      const make = (g) => () => g();
      const kept = make(□);
      exports.f = () => kept();
    `,
  },
  'a function that an unchanged body calls': {
    'b.js': "const one = () => 1; const two = () => 2; exports.make = () => (□ === one ? 'x' : 'y');",
    'a.js': "const { make } = require('./b'); const kept = make(); exports.f = (s) => s === kept;",
  },
  'a namespace': {
    'a.ts': `
      const one = (): number => 1; const two = (): number => 2;
      namespace N { export const value = □(); }
      export function f(x: number): boolean { return x === N.value; }
    `,
  },
  'a static block': {
    'a.ts': `
      const one = (): number => 1; const two = (): number => 2;
      const kept = { n: 0 };
      class Maker { static { kept.n = □(); } }
      export function f(x: number): boolean { return x === kept.n && Maker !== undefined; }
    `,
  },
  'a variable of a block': {
    'a.js': `
      const one = () => 1; const two = () => 2;
      let f;
      { let g = □; f = () => g(); }
      exports.f = (x) => f();
    `,
  },
  'an object that others hold, too': {
    'a.js': `
      const one = () => 1; const two = () => 2;
      const inner = { g: one }; const outer = { inner };
      inner.g = □;
      exports.f = () => outer.inner.g();
    `,
  },
  'what instances with private members are made with': {
    'a.ts': `
      const one = (): number => 1; const two = (): number => 2;
      const first = □();
      export class K { #n = first; get(): number { return this.#n; } }
      export function f(x: K): number { return x.get(); }
    `,
  },
  'a class that was put in the place of another': {
    'a.js': `
      const one = () => 1; const two = () => 2;
      class K { m() { return 1; } }
      K = { make: □ };
      exports.f = () => K.make();
    `,
  },
  'a static member': {
    'a.js': `
      const one = () => 1; const two = () => 2;
      class K { static make() { return K.kept; } }
      K.kept = □();
      exports.f = (x) => x === K.make();
    `,
  },
  'what a module exports under another object': {
    'a.js': `
      const one = () => 1; const two = () => 2;
      const own = { g: □() };
      module.exports.f = (x) => x === exports.g;
      exports = own;
    `,
  },
  'an object of the language': {
    'a.js': `
      const one = () => 1; const two = () => 2;
      Array.own = □;
      exports.f = () => Array.own();
    `,
  },
};

it.each(Object.keys(hostile))('is not called the same: %s', async (name) => {
  const found = await verdicts(hostile[name] ?? {}, 'one', 'two');
  expect(Object.values(found)).not.toEqual([]);
  expect(Object.values(found)).not.toContain('same');
});
