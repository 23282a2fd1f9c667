import { SourceMap } from 'node:module';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { instrument } from '#trace/instrument';
import { lowerSource } from '#ir/lower-module';

describe('positions', () => {
  test('every token of the code is where the map says', () => {
    const code = `'use strict';\nconst f = (a, b = g(a)) => h(a)\n  .then(x => x?.y(1).z);\nclass A { x = f(1); static s = 2\n  m() { throw new Error('at the ' + 'end') } }\n`;
    const made = instrument({ code, path: 'src/a.js', mode: 'after', format: 'commonjs' });
    const map = new SourceMap(JSON.parse(made?.map ?? '{}'));
    const lines = made?.code.split('\n') ?? [];
    for (const word of ['g(a)', 'h(a)', '.then', 'x?.y', 'f(1)', 'throw', "new Error('at", "'end'"]) {
      const line = lines.findIndex((text) => text.includes(word));
      const entry = map.findEntry(line, lines[line]?.indexOf(word) ?? -1);
      if (!('originalLine' in entry)) throw new Error(`${word} is not mapped`);
      const { originalLine, originalColumn } = entry;
      expect(code.split('\n')[originalLine]?.slice(originalColumn).startsWith(word), word).toBe(true);
    }
  });
});

describe('compiled code', () => {
  const text = `
enum Color { Red }
interface Shape { area(): number }
export abstract class Base implements Shape {
  private n: number = start();
  constructor(readonly name: string) {}
  abstract area(): number;
  get size(): number { return this.n; }
  async wait<T>(this: Base, value: T): Promise<T> { const inner = async () => value; return await inner(); }
  *each() { yield* [1]; }
  static made = new Map<string, Base>();
}
function start(): number { return 1; }
export const twice = (x: number): number => x * 2;
export default function () { return { m() { return Color.Red; }, get g() { return 1; }, f: function named() {} }; }
`;
  const expected = listed(text);

  test.each([
    ['for a current engine', ts.ScriptTarget.ES2022, ts.ModuleKind.ESNext],
    ['to CommonJS', ts.ScriptTarget.ES2022, ts.ModuleKind.CommonJS],
    ['for an old engine', ts.ScriptTarget.ES5, ts.ModuleKind.CommonJS],
  ])('by TypeScript %s has the functions of its source', (_, target, module) => {
    const { outputText, sourceMapText = '' } = ts.transpileModule(text, {
      compilerOptions: { target, module, sourceMap: true },
      fileName: 'a.ts',
    });
    const format = module === ts.ModuleKind.CommonJS ? 'commonjs' : 'esm';
    const made = instrument({
      code: outputText,
      path: 'a.ts',
      original: { text, map: sourceMapText },
      mode: 'after',
      format,
    });
    const found = (made?.functions ?? []).map(shown);
    // What is not written as a function any more has no probe of its own.
    const gone = target === ts.ScriptTarget.ES5 ? /fields|static/ : /^$/;
    expect(found.toSorted()).toEqual(expected.filter((name) => !gone.test(name)));
  });

  test('that kept its positions has the functions of its source', () => {
    const typed = 'export function f(a: number): number { return g(a); }\nconst g = (x: number) => x;\n';
    const code = typed.replaceAll(/: number/g, (type) => ' '.repeat(type.length));
    const made = instrument({ code, path: 'a.ts', original: { text: typed, map: null }, mode: 'after', format: 'esm' });
    expect((made?.functions ?? []).map(shown).toSorted()).toEqual(listed(typed));
  });
});

test('code that cannot be read is left alone', () => {
  expect(instrument({ code: 'function (', path: 'a.js', mode: 'after', format: 'commonjs' })).toBeNull();
});

test('calls that are known to reach nothing of the project get no probe', () => {
  const code = 'function f(x) { return Math.max(x, 1) + quiet(x) + loud(x); }';
  const made = instrument({
    code,
    path: 'a.js',
    mode: 'after',
    format: 'commonjs',
    quietCalls: new Set([code.indexOf('quiet')]),
  });
  expect(made?.code.match(/\$wbT=/g)).toHaveLength(1);
  const shadowed = instrument({ code: `const Math = {}; ${code}`, path: 'a.js', mode: 'after', format: 'commonjs' });
  expect(shadowed?.code.match(/\$wbT=/g)).toHaveLength(3);
});

describe('assertions of Node that only compare get no probe, unless the text may mean something else', () => {
  const ways = [
    "const assert = require('assert');",
    "const assert = require('node:assert');",
    "var assert = require('assert').strict;",
    "import assert from 'node:assert/strict';",
    "import * as assert from 'assert';",
    "import { strict as assert } from 'node:assert';",
  ];
  test.each(ways)('%s', (head) => {
    const isStrict = head.includes('strict');
    expect(probesOfCall(head, 'assert(x)')).toBe(1);
    expect(probesOfCall(head, 'assert.ok(x)')).toBe(1);
    expect(probesOfCall(head, 'assert.strictEqual(x, 1)')).toBe(1);
    expect(probesOfCall(head, 'assert.equal(x, 1)')).toBe(isStrict ? 1 : 2);
    expect(probesOfCall(head, 'assert.deepEqual(x, 1)')).toBe(2);
    expect(probesOfCall(head, 'assert.throws(x)')).toBe(2);
    expect(probesOfCall(head, 'new assert(x)')).toBe(2);
    expect(probesOfCall(head, 'assert(g(x))')).toBe(2);
  });
  test.each([
    '',
    "const assert = require('chai').assert;",
    "const assert = require('./assert');",
    "const assert = require('assert')(1);",
    "const assert = require('assert').foo;",
    "let assert = require('assert'); assert = other;",
    "const assert = require('assert'); function g(assert) {}",
    "const assert = require('assert'); { function assert() {} }",
    "const assert = require('assert'); { let assert = 1 }",
    "const assert = require('assert'); h(assert);",
    "const assert = require('assert'); Object.assign(assert, {});",
  ])('%s', (head) => {
    expect(probesOfCall(head, 'assert(x)')).toBe(2);
    expect(probesOfCall(head, 'assert.ok(x)')).toBe(2);
  });
});

test('names of the program are not taken', () => {
  const made = instrument({ code: 'let $wbA = 1; $wbA++;', path: 'a.js', mode: 'after', format: 'commonjs' });
  expect(made?.code).toContain('$wb0M=');
});

/** Probes of `f`, that of its entry among them. */
function probesOfCall(head: string, call: string): number {
  const format = head.startsWith('import') ? 'esm' : 'commonjs';
  const made = instrument({ code: `${head}\nfunction f(x) { ${call}; }`, path: 'a.js', mode: 'after', format });
  const text = made?.code ?? '';
  return text.slice(text.indexOf('function f'), text.lastIndexOf('}')).match(/\$wbF/g)?.length ?? 0;
}

function shown({ start, kind }: { start: number; kind: string }): string {
  return `${start} ${kind}`;
}

function listed(source: string): string[] {
  const { module } = lowerSource('a.ts', source);
  return (module?.functions ?? [])
    .filter(({ kind, origin }) => kind !== 'constructor' || !origin.type.startsWith('Class'))
    .map(shown)
    .toSorted();
}
