import { describe, expect, it } from 'vitest';
import { compare } from '../../src/pipeline';
import type { Verdict } from '../../src/result/verdict';
import { TemporaryFolder } from '../project/temporary-repository';

/** What is said of a function, and of it as an entry point, after `□` was another text in files of a program. */
async function said(
  files: Readonly<Record<string, string>>,
  [before, now]: readonly [string, string],
  id: string,
): Promise<{ readonly changed: Verdict | undefined; readonly entry: Verdict | undefined }> {
  const folder = new TemporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    folder.write({ [`old/${path}`]: text.replace('□', before), [`new/${path}`]: text.replace('□', now) });
  }
  const options = { cwd: folder.root, old: 'old', new: 'new', cache: false, budgetMs: 60_000 };
  const { functions, entryPoints } = await compare(options);
  return {
    changed: functions.find((each) => each.id === id)?.verdict,
    entry: entryPoints.find((each) => each.id === id)?.verdict,
  };
}

function sameAssuming(assumption: string): unknown {
  return expect.objectContaining({ kind: 'same', assumptions: [assumption] });
}

describe('a function that comes to the change only after others have changed what modules hold', () => {
  const session = `let user: string | null = null;
export function login(name: string): void { user = name; }
export function current(): string | null { return user; }`;
  const header =
    "import { current } from './session'; export function header(): string { const u = current(); return u !== null ? □ + u : ''; }";

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['behind a function', { 'session.ts': session, 'header.ts': header }],
    [
      'by its name',
      {
        'session.ts': "export let user = ''; export function login(name: string): void { user = name; }",
        'header.ts':
          "import { user } from './session'; export function header(): string { return user !== '' ? □ + user : ''; }",
      },
    ],
    [
      'in a map',
      {
        'session.ts':
          'const known = new Map<number, string>(); export function login(id: number, name: string): void { known.set(id, name); } export function find(id: number): string | undefined { return known.get(id); }',
        'header.ts':
          "import { find } from './session'; export function header(): string { const u = find(1); return u !== undefined ? □ + u : ''; }",
      },
    ],
    [
      'in an object that is written at once',
      {
        'session.ts':
          "export const session = { user: '' }; export function login(more: { user: string }): void { Object.assign(session, more); }",
        'header.ts':
          "import { session } from './session'; export function header(): string { return session.user !== '' ? □ + session.user : ''; }",
      },
    ],
    [
      'in an instance',
      {
        'session.ts':
          "class Session { user = ''; login(name: string): void { this.user = name; } } export const session = new Session();",
        'header.ts':
          "import { session } from './session'; export function header(): string { return session.user !== '' ? □ + session.user : ''; }",
      },
    ],
  ])('is shown by a call of what another module exports: %s', async (_, files) => {
    const shown = {
      kind: 'differs',
      witness: { call: expect.stringMatching(/^(?:session\.)?login\(.*\); header\(\)$/) },
    };
    const found = await said(files, ["'Hi '", "'Hello '"], 'header.ts#header');
    expect(found).toMatchObject({ changed: shown, entry: shown });
  });

  it.each([
    [
      'behind functions that were made with it',
      {
        'header.ts':
          "function box(): [() => string, (to: string) => void] { let user = ''; return [() => user, (to) => { user = to; }]; } const [current, login] = box(); export function set(to: string): void { login(to); } export function header(): string { return current() !== '' ? □ + current() : ''; }",
      },
      'current of header.ts',
    ],
    [
      'in an object that is handed out',
      {
        'header.ts':
          "const session = { user: '' }; export function get(): { user: string } { return session; } export function header(): string { return session.user !== '' ? □ + session.user : ''; }",
      },
      'session of header.ts',
    ],
    [
      'by a function that is handed out',
      {
        'header.ts':
          "let user = ''; export function login(): (to: string) => void { return (to) => { user = to; }; } export function header(): string { return user !== '' ? □ + user : ''; }",
      },
      'user of header.ts',
    ],
    [
      'by a method',
      {
        'header.ts':
          "let user = ''; export class Session { login(name: string): void { user = name; } } export function header(): string { return user !== '' ? □ + user : ''; }",
      },
      'user of header.ts',
    ],
    [
      'in an object that it gets by a function which is exported',
      {
        'header.ts':
          "const session = { user: '' }; export function get(): { user: string } { return session; } export function header(): string { return get().user !== '' ? □ + get().user : ''; }",
      },
      'session of header.ts',
    ],
    [
      'by a member of an object beside the one that it calls',
      {
        'session.ts':
          "const users = new Map<string, string>(); export const session = { login(id: string, name: string): void { users.set(id, name); }, of: (id: string): string => users.get(id) ?? '' };",
        'header.ts':
          "import { session } from './session'; export function header(): string { return session.of('a').length * 3 === 369 ? □ + session.of('a') : ''; }",
      },
      'users of session.ts',
    ],
    [
      'in a part of an object that is exported',
      {
        'header.ts':
          "export const state = { session: { user: '' } }; const { session } = state; export function header(): string { return session.user !== '' ? □ + session.user : ''; }",
      },
      'session of header.ts',
    ],
    [
      'in a module that it asks for when it is called',
      {
        'session.ts': "export const session = { user: '' }; export const limit = 3; export function f() {}",
        'header.ts':
          "export async function header(): Promise<string> { const { session } = await import('./session'); return session.user !== '' ? □ + session.user : ''; }",
      },
      'session of session.ts',
    ],
    [
      'in a module that it requires when it is called',
      {
        'session.js': "exports.user = '';",
        'header.ts':
          "exports.header = function header(): string { const { user } = require('./session'); return user !== '' ? □ + user : ''; };",
      },
      'exports of session.js',
    ],
    [
      'in a property that it does not have yet',
      {
        'header.ts':
          "export function header(): string { const { user } = header as { user?: string }; return user !== undefined ? □ + user : ''; }",
      },
      'header of header.ts',
    ],
  ])('is the same as long as nobody does: %s', async (_, files, name) => {
    const assumed = sameAssuming(`no other code changes ${name}`);
    expect(await said(files, ["'Hi '", "'Hello '"], 'header.ts#header')).toEqual({ changed: assumed, entry: assumed });
  });

  it.each([
    ['a function', "const { current } = require('./session');", 'current()'],
    ['one that is passed on', "const { current } = require('./between');", 'current()'],
    ['one that is taken out later', "const session = require('./session'); const { current } = session;", 'current()'],
    ['one that is written in the exports', "const { named } = require('./session');", 'named()'],
  ])('is shown where it is behind %s of CommonJS', async (_, taken, read) => {
    const files = {
      'session.js':
        'let user = "a"; function login(name) { user = name; } const current = () => user; module.exports = { login, current, named: () => user };',
      'between.js': "const { current } = require('./session'); module.exports = { current };",
      'header.ts': `${taken} const first = ${read}; exports.header = function header() { return □; };`,
    };
    const { changed } = await said(files, [read, 'first'], 'header.ts#header');
    expect(changed).toMatchObject({
      kind: 'differs',
      witness: { call: expect.stringMatching(/^(session\.)?login\(.*\); header\(/) },
    });
  });

  const setting = 'function set(n) { level = n; } const get = () => level;';
  it.each([
    [
      'functions that are exported',
      's.js',
      `let level = 1; ${setting} exports.set = set; exports.get = get;`,
      "const s = require('./s');",
    ],
    [
      'functions without names',
      's.js',
      'let level = 1; exports.set = function (n) { level = n; }; exports.get = () => level;',
      "const s = require('./s');",
    ],
    [
      'methods of an object',
      's.js',
      'module.exports = { level: 1, set(n) { this.level = n; }, get() { return this.level; } };',
      "const s = require('./s');",
    ],
    [
      'an instance',
      's.js',
      'class S { level = 1; set(n) { this.level = n; } get() { return this.level; } } module.exports = new S();',
      "const s = require('./s');",
    ],
    [
      'a class',
      's.js',
      'class S { static level = 1; static set(n) { S.level = n; } static get() { return S.level; } } module.exports = S;',
      "const s = require('./s');",
    ],
    [
      'a name for the exports',
      's.js',
      'const api = (module.exports = {}); let level = 1; api.set = (n) => { level = n; }; api.get = () => level;',
      "const s = require('./s');",
    ],
    [
      'a frozen object',
      's.js',
      `let level = 1; ${setting} module.exports = Object.freeze({ set, get });`,
      "const s = require('./s');",
    ],
    ['another module', 's.js', "module.exports = require('./t');", "const s = require('./s');"],
    ['a default object', 's.ts', `let level = 1; ${setting} export default { set, get };`, "import s from './s';"],
    [
      'an object with a name',
      's.ts',
      `let level = 1; ${setting} export const s = { set, get };`,
      "import { s } from './s';",
    ],
    [
      'a default instance',
      's.ts',
      'class S { level = 1; set(n: number) { this.level = n; } get() { return this.level; } } export default new S();',
      "import s from './s';",
    ],
    [
      'a class with a name',
      's.ts',
      'export class s { static level = 1; static set(n: number) { s.level = n; } static get() { return this.level; } }',
      "import { s } from './s';",
    ],
  ])('is shown where a module has %s', async (_, path, text, taken) => {
    const file = `high.${path.slice(2)}`;
    const high = 'function high(n) { return n > □; }';
    const files = {
      [path]: text,
      't.js': `let level = 1; ${setting} module.exports = { set, get };`,
      [file]: `${taken} const first = s.get(); ${path === 's.js' ? `exports.high = ${high}` : `export ${high}`}`,
    };
    const { changed } = await said(files, ['s.get()', 'first'], `${file}#high`);
    expect(changed).toMatchObject({
      kind: 'differs',
      witness: { call: expect.stringMatching(/^(s\.)?set\(.*\); high\(/) },
    });
  });

  it('is shown where what changes is behind all that a module exports', async () => {
    const files = {
      's.js': 'let level = 1; exports.set = function (n) { level = n; }; exports.get = () => □;',
      'high.js': "const s = require('./s'); exports.high = (n) => n > s.get();",
    };
    const { entry } = await said(files, ['level', '(level > 5 ? 5 : level)'], 'high.js#high');
    expect(entry).toMatchObject({
      kind: 'differs',
      witness: { call: expect.stringMatching(/^s\.set\(.*\); high\(/) },
    });
  });

  it('is shown where only the old version looks when it is called, and the new one when it is loaded', async () => {
    const files = {
      'state.ts': 'export let level = 1; export function setLevel(to: number): void { level = to; }',
      'high.ts': "import { level } from './state'; const high = level > 2; export const isHigh = () => □;",
    };
    const { changed } = await said(files, ['level > 2', 'high'], 'high.ts#isHigh');
    expect(changed).toMatchObject({
      kind: 'differs',
      witness: { call: expect.stringMatching(/^setLevel\(.*\); isHigh\(/) },
    });
  });

  it('is shown where only the old version looks', async () => {
    const state = "export let locale = 'en'; export function setLocale(to: string): void { locale = to; }";
    const inside =
      'export function fmt(n: number): string { return String(n).replace(".", sep()); } const sep = () => {';
    const folder = new TemporaryFolder();
    folder.write({
      'old/state.ts': state,
      'new/state.ts': state,
      'old/fmt.ts': `import { locale } from './state'; ${inside} return locale === 'de' ? ',' : '.'; };`,
      'new/fmt.ts': `import { locale } from './state'; const first = locale === 'de' ? ',' : '.'; ${inside} return first; };`,
    });
    const { entryPoints } = await compare({ cwd: folder.root, old: 'old', new: 'new', cache: false, budgetMs: 60_000 });
    const found = entryPoints.find(({ id }) => id === 'fmt.ts#fmt')?.verdict;
    expect(found).toMatchObject({
      kind: 'differs',
      witness: { call: expect.stringMatching(/^setLocale\(.*\); fmt\(/) },
    });
  });
});
