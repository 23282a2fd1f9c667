import { describe, expect, test } from 'vitest';
import { compare, functionNamed, isUnchanged, lowerAll, statusOf, type Files } from './compare';
import { compareModules } from '#change/compare-modules';

describe('does not count', () => {
  test.each([
    ['layout and comments', 'f( 1 ,2 )', '// c\nf(1, /* d */ 2);\n'],
    ['semicolons', 'a()\nb()', 'a();;b();'],
    ['parentheses', 'x = a + (b * c);', 'x = ((a) + b * c);'],
    ['braces', 'if (a) b(); else for (;;) c();', 'if (a) { b(); } else { for (;;) { c(); } }'],
    ['quotes and escapes', "f('a', 'b\\n');", 'f("\\u0061", "b\\x0a");'],
    ['the spelling of numbers', 'f(1, 255, 1e3, 10n);', 'f(1.0, 0xff, 1000, 0xAn);'],
    ['quoted keys', 'f({ a: 1, b });', "f({ 'a': 1, b: b });"],
    ['brackets around a constant key', "f(o['a']);", 'f(o.a);'],
    ['a returned expression', 'g(() => 1);', 'g(() => { return 1; });'],
    ['annotations', 'function f(a, b) { return a; }', 'function f<T>(a: T, b?: number): T { return a; }'],
    ['casts', 'f(a.b);', 'f((a as any)!.b satisfies X);'],
    ['type arguments', 'f(1); new A();', 'f<number>(1); new A<string>();'],
    ['interfaces and aliases', 'f();', 'interface A { x: 1 } type B = A; f(); declare const c: B;'],
    ['overloads', 'function f(a) { return a; }', 'function f(a: 1): 1; function f(a) { return a; }'],
    ['type-only imports', 'f(); export {};', "import type { A } from './a'; f(); export {};"],
    ['type-only exports', 'f(); export {};', "f(); export {}; export type { A } from './a'; export interface B {}"],
    [
      'class modifiers',
      'class A { x = 1; m() {} }',
      'abstract class A { private readonly x = 1; public m(): void {} abstract n(): void; }',
    ],
    ['implemented interfaces', 'class A {}', 'class A implements B, C {}'],
    ['a declared receiver', 'function f(a) {}', 'function f(this: Window, a) {}'],
    ['a renamed parameter', 'function f(a) { return a + 1; }', 'function f(b) { return b + 1; }'],
    ['a renamed closure variable', 'let n = 0; f(() => n++);', 'let m = 0; f(() => m++);'],
    ['a renamed function', 'function f() { return f(); } g(f);', 'function h() { return h(); } g(h);'],
    ['a renamed import', "import { a } from 'x'; a();", "import { a as b } from 'x'; b();"],
    ['the order of imported names', "import { a, b } from 'x'; a(b);", "import { b, a } from 'x'; a(b);"],
    ['an exported name kept', 'const a = 1; export { a };', 'const b = 1; export { b as a };'],
  ])('%s', (_, base, head) => {
    const changes = compare(base, head);
    expect(statusOf(changes)).toEqual({});
    expect(isUnchanged(changes)).toBe(true);
    expect(changes.edits.filter(({ description }) => !description.includes('import'))).toEqual([]);
  });
});

describe('counts', () => {
  test.each([
    ['an operator', 'x = a + b;', 'x = a - b;'],
    ['−0', 'f(0);', 'f(-0);'],
    ['a number and its text', 'f(1);', "f('1');"],
    ['a number and a big one', 'f(1);', 'f(1n);'],
    ['a hole', 'f([1, , 2]);', 'f([1, undefined, 2]);'],
    ['a regular expression', 'f(/a/g);', 'f(/a/);'],
    ['the raw text of a tagged template', 'f`a`;', 'f`\\u0061`;'],
    ['a computed prototype', 'f({ __proto__: a });', "f({ ['__proto__']: a });"],
    ['an optional call', 'a.b();', 'a.b?.();'],
    ['grouping in a chain', 'f(a?.b.c);', 'f((a?.b).c);'],
    ['a property', 'a.b = 1;', 'a.c = 1;'],
    ['a global', 'print();', 'write();'],
    ['swapped operands', 'f(a, b);', 'f(b, a);'],
    ['swapped variables', 'let a = 1, b = 2; f(a);', 'let b = 1, a = 2; f(a);'],
    ['a captured variable', 'let a = 1; { let a = 2; f(a); }', 'let a = 1; { let b = 2; f(a); }'],
    ['a changed break', 'while (a()) { if (b()) break; c(); }', 'while (a()) { if (b()) continue; c(); }'],
    [
      'the target of a break',
      'a: while (x) { b: while (y) { break a; } }',
      'a: while (x) { b: while (y) { break b; } }',
    ],
    ['a removed else', 'if (a) b(); else c(); d();', 'if (a) b(); c(); d();'],
    ['a removed break', 'switch (a) { case 1: b(); break; case 2: c(); }', 'switch (a) { case 1: b(); case 2: c(); }'],
    ['the place of default', 'switch (a) { default: b(); case 1: c(); }', 'switch (a) { case 1: c(); default: b(); }'],
    ['while and do', 'while (a()) b();', 'do b(); while (a());'],
    ['for-in and for-of', 'for (const a in b) c(a);', 'for (const a of b) c(a);'],
    ['for-await', 'async () => { for (const a of b) c(a); };', 'async () => { for await (const a of b) c(a); };'],
    ['a label moved', 'a: { b(); if (c) break a; d(); } e();', 'b(); a: { if (c) break a; d(); } e();'],
    ['finally', 'try { a(); } finally { b(); }', 'try { a(); } catch { b(); }'],
    ['yield and yield*', 'function* f() { yield a; }', 'function* f() { yield* a; }'],
    ['a generator', 'function f() { return 1; }', 'function* f() { return 1; }'],
    ['async', 'const f = () => 1;', 'const f = async () => 1;'],
    ['const and let', 'const a = 1; f(a);', 'let a = 1; f(a);'],
    ['var and let', 'var a; f(a);', 'let a; f(a);'],
    ['a default', 'function f(a) {}', 'function f(a = 1) {}'],
    ['a rest parameter', 'function f(a) {}', 'function f(...a) {}'],
    ['an unused parameter', 'function f() {}', 'function f(a) {}'],
    ['a pattern', 'function f(a) {}', 'function f({ a }) {}'],
    ['a directive', 'function f() { return this; }', "function f() { 'use strict'; return this; }"],
    ['an arrow and a function', 'f(() => this);', 'f(function () { return this; });'],
    ['a getter', 'f({ get a() { return 1; } });', 'f({ a() { return 1; } });'],
    ['a static member', 'class A { m() {} }', 'class A { static m() {} }'],
    ['the order of fields', 'class A { a = f(); b = g(); }', 'class A { b = g(); a = f(); }'],
    ['a field without a value', 'class A { m() {} }', 'class A { x; m() {} }'],
    ['a parameter property', 'class A { constructor(x) {} }', 'class A { constructor(public x) {} }'],
    ['what a class extends', 'class A extends B {}', 'class A extends C {}'],
    ['the name of a class', 'class A {} f(A);', 'class B {} f(B);'],
    ['a decorator', '@a class A {}', '@b class A {}'],
    ['an enum member', 'enum E { A, B }', 'enum E { B, A }'],
    ['a constant enum', 'enum E { A }', 'const enum E { A }'],
    ['an import source', "import { a } from './x'; a();", "import { a } from './y'; a();"],
    ['an imported name', "import { a } from './x'; a();", "import { b as a } from './x'; a();"],
    ['an import for effects', "import './x';", ''],
    ['import attributes', "import a from './x';", "import a from './x' with { type: 'json' };"],
    ['the order of imports', "import './x'; import './y';", "import './y'; import './x';"],
    ['an export', 'const a = 1;', 'export const a = 1;'],
    ['an exported name', 'export const a = 1;', 'export const b = 1;'],
    ['what a name exports', 'const a = 1, b = 2; export { a as c };', 'const a = 1, b = 2; export { b as c };'],
    ['a re-export', "export { a } from './x';", "export { a } from './y';"],
    ['a star export', "export * from './x';", "export * from './y';"],
    ['the default export', 'const a = 1; export default a;', 'const a = 1; export { a };'],
    ['unreachable code', 'function f() { return 1; g(); }', 'function f() { return 1; h(); }'],
    ['the name a function looks up', "function f(a) { eval('a'); }", "function f(b) { eval('a'); }"],
    ['new.target', 'function f() { return new.target; }', 'function f() { return this; }'],
    ['delete', 'delete a.b;', 'void a.b;'],
    ['typeof', 'f(typeof a);', 'f(a);'],
    ['a disposed resource', '{ using a = f(); }', '{ const a = f(); }'],
  ])('%s', (_, base, head) => {
    for (const [before, after] of [
      [base, head],
      [head, base],
    ] as const) {
      const changes = compare(before, after);
      expect(isUnchanged(changes)).toBe(false);
      expect(changes.edits.length).toBeGreaterThan(0);
    }
  });

  test('white space and order in JSX, where they are seen', () => {
    expect(isUnchanged(compare(jsx('<b>a {x}</b>'), jsx('<b>a{x}</b>')))).toBe(false);
    expect(isUnchanged(compare(jsx('<A {...x} b />'), jsx('<A b {...x} />')))).toBe(false);
    expect(isUnchanged(compare(jsx('<b>\n  <i/>\n</b>'), jsx('<b><i></i></b>')))).toBe(true);
  });
});

describe('functions', () => {
  test('keep their partner under another name, in another class, function or file', () => {
    const body = '(x) { if (x === null) throw new Error("none"); for (const y of x) log(y.name); return x.length; }';
    const named = compare(`function a${body}`, `function b${body}`);
    expect(functionNamed(named, 'b')).toMatchObject({ status: 'unchanged', renamed: true, moved: false });
    const nested = compare(`function a${body}`, `function b() { function a${body} return a; }`);
    expect(functionNamed(nested, 'b.a')).toMatchObject({ status: 'unchanged', renamed: false, moved: true });
    const away = compare(
      { 'a.ts': `export function a${body}`, 'b.ts': '' },
      { 'a.ts': '', 'b.ts': `export function a${body}` },
    );
    expect(functionNamed(away, 'a')).toMatchObject({ status: 'unchanged', moved: true });
  });

  test('that are not alike are no partners', () => {
    const changes = compare(
      'function a(x) { while (x.next()) x.step(); return x; }',
      'function b(m) { return [m.first, m.second].map(String).join(","); }',
    );
    expect(statusOf(changes)).toMatchObject({ a: 'removed', b: 'added' });
  });

  test('with the same name in one parent are told apart by where they stand', () => {
    const changes = compare([1, 2, 3].map(item).join('\n'), [1, 9, 2, 3].map(item).join('\n'));
    expect(Object.values(statusOf(changes)).toSorted()).toEqual(['added', 'changed']);
  });

  test('a caller of a function that moved to another file is unchanged', () => {
    const helper = 'function helper(x) { return x > 1 ? x * 2 : x - 1; }';
    const caller = 'export function run() { return helper(3); }';
    const changes = compare(
      { 'a.ts': `${helper}\n${caller}` },
      { 'a.ts': `import { helper } from './lib/b';\n${caller}`, 'lib/b.ts': `export ${helper}` },
    );
    expect(functionNamed(changes, 'run').status).toBe('unchanged');
    expect(functionNamed(changes, 'helper')).toMatchObject({ status: 'unchanged', moved: true });
  });

  test('a caller whose callee is another one now has changed', () => {
    const changes = compare(
      {
        'a.ts': "import { f } from './b'; export const run = () => f(1);",
        'b.ts': 'export function f() { return 1; }',
      },
      {
        'a.ts': "import { f } from './c'; export const run = () => f(1);",
        'b.ts': 'export function f() { return 1; }',
      },
    );
    expect(functionNamed(changes, 'run').status).toBe('changed');
    expect(functionNamed(changes, 'f').status).toBe('unchanged');
  });
});

test('the answer does not depend on the order of the files', () => {
  const base = { 'a.ts': 'export const a = () => 1;', 'b.ts': 'export const b = () => 2;' };
  const head = { 'a.ts': 'export const a = () => 3;', 'b.ts': 'export const b = () => 2; f();' };
  const forward = statusOf(compare(base, head));
  const backward = statusOf(compareModules(lowerAll(base).toReversed(), lowerAll(head).toReversed()));
  expect(backward).toEqual(forward);
});

function jsx(text: string): Files {
  return { 'a.tsx': `f(${text});` };
}

function item(n: number): string {
  return `f({ run() { return ${n}; } });`;
}
