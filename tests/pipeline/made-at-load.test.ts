import { describe, expect, it } from 'vitest';
import { compare } from '../../src/pipeline';
import type { Result } from '../../src/result/result';
import { TemporaryFolder } from '../project/temporary-repository';

/** The entry points after `□` in files of a program was another text: verdict, and whether callers are said not to see the change. */
async function entries(
  files: Readonly<Record<string, string>>,
  before: string,
  now: string,
): Promise<Record<string, string>> {
  const folder = new TemporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    folder.write({ [`old/${path}`]: text.replaceAll('□', before), [`new/${path}`]: text.replaceAll('□', now) });
  }
  const options = { cwd: folder.root, old: 'old', new: 'new', cache: false, budgetMs: 60_000 };
  const { entryPoints }: Result = await compare(options);
  return Object.fromEntries(
    entryPoints.map(({ id, verdict, masked }) => [id, `${verdict.kind}${masked ? ', hidden' : ''}`]),
  );
}

function slugs(sign: string): string {
  return `const wrap = (f: (s: string) => string) => (s: string): string => f(s); export const api = { slug: wrap((s) => s + '${sign}') };`;
}

function timers(op: string): string {
  return `function mk(g) { return function () { return g() ${op} 10; }; } let t = 0; exports.advance = (d) => { t += d; }; exports.f = mk(() => t);`;
}

const built = 'function build(d) { return { run: function (x) { return d(x); } }; }';

describe('functions that others make when modules are loaded', () => {
  it.each([
    ['in an object', `${built} module.exports = build((x) => x === □);`, 'a.js#build.run'],
    ['as results', 'function safe(f) { return (x) => f(x); } exports.f = safe((x) => x === □);', 'a.js#safe.<fn1>'],
    [
      'one after the other',
      'const curry = (f) => (a) => (b) => f(a, b); exports.f = curry((a, b) => a === □ && b === 1);',
      'a.js#curry.<fn1>',
    ],
    [
      'of all arguments',
      'function all() { var fns = [].slice.call(arguments); return function (x) { return fns.map(function (f) { return f(x); }); }; } exports.f = all((x) => x === □);',
      'a.js#all.<fn1>',
    ],
  ])('show what they were given: %s', async (_, source, id) => {
    expect(await entries({ 'a.js': source }, '1', '2')).toMatchObject({ [id]: 'differs' });
  });

  it('have the name that importers know, in calls', async () => {
    const folder = new TemporaryFolder();
    folder.write({ 'old.ts': slugs('-'), 'new.ts': slugs('_') });
    const options = { cwd: folder.root, old: 'old.ts', new: 'new.ts', cache: false, budgetMs: 60_000 };
    const { entryPoints } = await compare(options);
    expect(entryPoints).toMatchObject([
      { id: 'new.ts#wrap.<fn1>', exportedAs: 'api.slug', verdict: { witness: { call: 'api.slug("")' } } },
    ]);
  });

  it('are not told apart where there are several', async () => {
    const source = `${built} exports.a = build((x) => x); exports.b = build((x) => x === □);`;
    expect(await entries({ 'a.js': source }, '1', '2')).toEqual({ 'a.js#build.run': 'unknown' });
  });

  it('are not called the same where another module has them made', async () => {
    const files = {
      'wrap.js': 'module.exports = function (fn) { return (x) => fn(x); };',
      'impl.js': 'exports.get = function (x) { return x === □; };',
      'index.js': "const wrap = require('./wrap'); exports.get = wrap(require('./impl').get);",
    };
    expect(await entries(files, '1', '2')).toEqual({ 'impl.js#get': 'differs', 'wrap.js#exports.<fn1>': 'unknown' });
  });

  it('are not called the same as members of classes that others make', async () => {
    const source =
      'function entity(fmt) { return class { constructor(x) { this.x = x; } label() { return fmt(this.x); } }; } exports.A = entity((x) => x); exports.B = entity((x) => x === □);';
    expect(await entries({ 'a.js': source }, '1', '2')).toMatchObject({ 'a.js#entity.<class1>.label': 'unknown' });
  });

  it('are the same only as long as nobody changes what they were made with', async () => {
    const folder = new TemporaryFolder();
    const files = timers('>=');
    folder.write({ 'old.js': files, 'new.js': files.replace('>=', '>') });
    const options = { cwd: folder.root, old: 'old.js', new: 'new.js', cache: false, budgetMs: 60_000 };
    const { entryPoints } = await compare(options);
    const assumptions = ['no other code changes what it was made with'];
    expect(entryPoints.find(({ id }) => id === 'new.js#mk.<fn1>')).toMatchObject({
      masked: false,
      verdict: { kind: 'same', assumptions },
    });
  });

  it('are those alone that some module has made: of others, who has them made shows it', async () => {
    const seen = 'const seen = {}; exports.seen = seen;';
    const keep = 'exports.keep = function keep(k) { seen[k] = () => □; };';
    const late = await entries({ 'a.js': `${seen} ${keep}` }, '1', '2');
    expect(late).toEqual({ 'a.js#keep': 'differs' });
    const early = await entries({ 'a.js': `${seen} ${keep} exports.keep(0);` }, '1', '2');
    expect(early).toEqual({ 'a.js#keep': 'differs', 'a.js#keep.<fn1>': 'differs' });
    const byPackage = `${seen} require('lib').run(function keep(k) { seen[k] = () => □; });`;
    expect(Object.keys(await entries({ 'a.js': byPackage }, '1', '2'))).toContain('a.js#keep.<fn1>');
  });

  it('are the same where they are', async () => {
    const source = `${built} module.exports = build((x) => □);`;
    expect(await entries({ 'a.js': source }, 'x > 5', '5 < x')).toEqual({ 'a.js#build.run': 'same' });
  });

  it('are judged by themselves, whatever else is made of the same function', async () => {
    const source = 'export const make = (k: number) => (x: number) => k > 0 && x === □; export const f = make(0);';
    expect(await entries({ 'a.ts': source }, '1', '2')).toEqual({ 'a.ts#make': 'differs', 'a.ts#make.<fn1>': 'same' });
  });
});

describe('what modules export', () => {
  it.each([
    ['an instance', 'class Svc { go(x) { return x === □; } } module.exports = new Svc();', 'a.js#Svc.go'],
    ['far inside', 'exports.api = { v1: { users: { get: (x) => x === □ } } };', 'a.js#get'],
    ['spread', 'const own = { get: (x) => x === □ }; module.exports = { ...own };', 'a.js#get'],
    ['inherited', 'class A { go(x) { return x === □; } } class B extends A {} exports.B = B;', 'a.js#A.go'],
  ])('is an entry point: %s', async (_, source, id) => {
    expect(await entries({ 'a.js': source }, '1', '2')).toEqual({ [id]: 'differs' });
  });
});
