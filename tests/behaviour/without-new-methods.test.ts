import { expect, it } from 'vitest';
import { ChangeFacts } from '#behaviour/change-facts';
import { SharedWorlds } from '#behaviour/shared-worlds';
import { compareModules } from '#change/compare-modules';
import { lowered } from '../ir/lowered';
import { openTexts } from '#project/text-snapshot';
import { loadProgram } from '#ir/load-program';
import { untouched } from './untouched-in';

const list = (more: string): string => `class Base { run() { return 1; } }
export class List extends Base { items = []; ${more} add(x) { this.items.push(x); return this.items.length; } }
export const shared = new List();
`;

/** Why loading may leave something else behind, once a class has more. */
function doubt(more: string, rest = ''): string | null {
  const texts = [list('') + rest, list(more) + rest].map((text) => ({ 'a.js': text }));
  const [base, head] = texts.map((text) => loadProgram(openTexts('/', text)));
  if (base === undefined || head === undefined) throw new Error('two versions');
  const [before, now] = texts.map((text) => [lowered('a.js', text['a.js'])]);
  const facts = new ChangeFacts(compareModules(before ?? [], now ?? []), () => true);
  const shared = new SharedWorlds(base, head, facts, { limits: {}, solver: 'none', store: null });
  try {
    const begun = shared.load({
      base: { loaded: base, path: 'a.js', index: 0 },
      head: { loaded: head, path: 'a.js', index: 0 },
    });
    return 'problem' in begun ? begun.problem : begun.doubt(false).why;
  } finally {
    shared.close();
  }
}

it.each(['clear() { this.items = []; }', 'static of() { return new List(); }', 'async *all() {}'])(
  'who does not ask for %s cannot tell that it is there',
  (more) => {
    expect(doubt(more)).toBeNull();
  },
);

it('a number is no name of a method', () => {
  expect(doubt('clear() {}', 'export class Row extends Array { last() { return this[this.length - 1]; } }')).toBeNull();
});

it.each([
  ['what it inherits', 'run() { return 2; }', ''],
  ['what all objects have', 'toString() { return ""; }', ''],
  ['what a promise looks for', 'then(f) { f(1); }', ''],
  ['what JSON looks for', 'toJSON() { return 1; }', ''],
  ['what loops look for', '[Symbol.iterator]() { return [][Symbol.iterator](); }', ''],
  ['code that lists names', 'clear() {}', 'export const names = (x) => Object.getOwnPropertyNames(x);'],
  ['what the outside is given', 'clear() {}', 'console.log(List);'],
  [
    'who calls members by name',
    'clear() {}',
    'export class Any { call(name, ...args) { return this[name](...args); } }',
  ],
  ['who reads members by name', 'clear() {}', 'export class Any { get(name) { const m = this[name]; return m; } }'],
])('a method is not left out for %s', (_, more, rest) => {
  expect(doubt(more, rest)).toContain('only one version has');
});

const uses = (body: string): string => `${list('')}export function f0(b, k) { ${body} }\n`;

function isUntouched(body: string): boolean {
  const before = { 'a.js': uses(body) };
  const head = { 'a.js': uses(body).replace('items = [];', 'items = []; clear() { this.items = []; }') };
  return untouched(before, head, true).includes('f0');
}

it.each([
  'return b.items;',
  'let n = 0; for (let i = 0, j = 1; i < b.items.length; i++, j = i + 1) n += b.items[i] + b.items[j]; return n;',
  'return b.items[b.items.length - 1];',
  'return { ...b };',
])('`%s` asks for no new method', (body) => {
  expect(isUntouched(body)).toBe(true);
});

it.each([
  'return typeof b[k];',
  'return Object.getPrototypeOf(b).hasOwnProperty(k);',
  'return Object.hasOwn(List.prototype, k);',
  'return {}.hasOwnProperty.call(Object.getPrototypeOf(b), k);',
  'return k in b;',
  "return 'clear' in b;",
  'return b.clear === undefined;',
  'const { clear } = b; return clear;',
  'let i = 0; i = k; return b[i];',
  "let i = 0, j = 0; i = j; j = i; i = 'cl' + 'ear'; return b[j];",
  "const n = ['clear'].length; return b[`${k}`] + n;",
])('`%s` may ask for a new method', (body) => {
  expect(isUntouched(body)).toBe(false);
});
