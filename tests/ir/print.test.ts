import { describe, expect, test } from 'vitest';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import { constant, type BinaryOp, type Expr } from '#ir/expression';
import { namesOf, type Names } from '#ir/names';
import { printFunction, printNode } from '#ir/print';
import { printExpr } from '#ir/print-expression';
import { lowered } from './lowered';

const plainNames: Names = {
  binding: (index) => 'abc'[index] ?? '?',
  declarator: () => '',
  fn: (index) => `f${index}`,
  class: (index) => `C${index}`,
};

const a: Expr = { kind: 'var', binding: 0 };
const b: Expr = { kind: 'var', binding: 1 };
const c: Expr = { kind: 'var', binding: 2 };

function binary(op: BinaryOp, left: Expr, right: Expr): Expr {
  return { kind: 'binary', op, left, right };
}

function named(object: Expr, name: string): Expr {
  return { kind: 'member', object, key: { kind: 'name', name } };
}

function print(expr: Expr): string {
  return printExpr(expr, plainNames);
}

describe('an expression', () => {
  test('has only the parentheses that it needs', () => {
    expect(print(binary('+', a, binary('*', b, c)))).toBe('a + b * c');
    expect(print(binary('*', binary('+', a, b), c))).toBe('(a + b) * c');
    expect(print(binary('-', binary('-', a, b), c))).toBe('a - b - c');
    expect(print(binary('-', a, binary('-', b, c)))).toBe('a - (b - c)');
    expect(print(binary('**', a, binary('**', b, c)))).toBe('a ** b ** c');
    expect(print(binary('**', binary('**', a, b), c))).toBe('(a ** b) ** c');
    expect(print(binary('**', { kind: 'unary', op: '-', operand: a }, b))).toBe('(-a) ** b');
    expect(print(binary('**', constant(-2), constant(2)))).toBe('(-2) ** 2');
    expect(print(binary('**', constant(2), constant(-2)))).toBe('2 ** -2');
    expect(print(binary('===', binary('<', a, b), binary('in', b, c)))).toBe('a < b === b in c');
  });

  test('keeps unary operators apart', () => {
    const negative: Expr = { kind: 'unary', op: '-', operand: a };
    expect(print({ kind: 'unary', op: '-', operand: negative })).toBe('- -a');
    expect(print({ kind: 'unary', op: '-', operand: constant(-1) })).toBe('- -1');
    expect(print({ kind: 'unary', op: '!', operand: binary('in', a, b) })).toBe('!(a in b)');
    expect(print({ kind: 'unary', op: 'typeof', operand: negative })).toBe('typeof -a');
    expect(print({ kind: 'unary', op: 'is-nullish', operand: binary('<', a, b) })).toBe('(a < b) is nullish');
  });

  test('tells constants apart', () => {
    const values = [0, -0, NaN, -Infinity, 1e21, 3n, -3n, '', 'it\'s "x"\n', true, null, undefined];
    expect(values.map((value) => print(constant(value)))).toEqual([
      '0',
      '-0',
      'NaN',
      '-Infinity',
      '1e+21',
      '3n',
      '-3n',
      "''",
      "'it\\'s \"x\"\\n'",
      'true',
      'null',
      'undefined',
    ]);
  });

  test('shows members as source does', () => {
    expect(print(named(named(a, 'p'), 'q'))).toBe('a.p.q');
    expect(print(named(a, 'two words'))).toBe("a['two words']");
    expect(print(named(a, '0'))).toBe('a[0]');
    expect(print(named(constant(1), 'x'))).toBe('(1).x');
    expect(print(named(binary('+', a, b), 'x'))).toBe('(a + b).x');
    expect(print({ kind: 'member', object: a, key: { kind: 'computed', value: b } })).toBe('a[b]');
    expect(print({ kind: 'member', object: a, key: { kind: 'private', name: 'x' } })).toBe('a.#x');
    expect(print(named({ kind: 'closure', fn: 3 }, 'call'))).toBe('(closure f3).call');
  });

  test('of any length is printed', () => {
    let sum: Expr = a;
    for (let i = 0; i < 50_000; i++) sum = binary('+', sum, b);
    expect(print(sum)).toHaveLength(1 + 4 * 50_000);
  });
});

describe('a name', () => {
  test('is numbered only where its function or one around it has another', () => {
    const module = lowered(
      'x.js',
      'let x = 1; { let x = 2; } function f(x) { let y = x; } function g(y) { let x = y; }',
    );
    const names = namesOf(module);
    expect(module.bindings.map((binding) => names.binding(binding.index))).toEqual(
      expect.arrayContaining(['x', 'x.2', 'f', 'g', 'y']),
    );
    expect(printed(module, 'f')).toContain('let y = x.3');
    expect(printed(module, 'g')).toContain('let x.3 = y');
  });

  test('of something erased makes no other ambiguous', () => {
    const module = lowered(
      'x.ts',
      'interface x {} declare const y: x; function f(x: string, y: number) { return x + y; }',
    );
    expect(printed(module, 'f')).toContain('entry(x, y)');
  });
});

describe('a function', () => {
  test('is one line per node', () => {
    const module = lowered('x.js', 'function f(PedalPos) { if (PedalPos <= 0) return 1; return 2; }');
    expect(printed(module, 'f')).toBe(
      [
        'function f(PedalPos)',
        '  n0: entry(PedalPos)  ->n1',
        '  n1: branch PedalPos <= 0  T->n2 F->n3',
        '  n2: return 1  ->n4',
        '  n3: return 2  ->n4',
        '  n4: exit',
      ].join('\n'),
    );
  });

  test('shows weak edges only when asked', () => {
    const module = lowered('x.js', 'function f(o) { return o.p; }');
    const fn = functionOf(module, 'f');
    expect(printFunction(module, fn)).not.toContain('throw');
    expect(printFunction(module, fn, { weakEdges: true })).toContain('return o.p  ->n2 (throw->n2)');
  });

  test('says what it is', () => {
    const module = lowered('x.js', 'class A { static async *m(...p) {} get g() {} } const f = async (x) => x;');
    const headers = module.functions.map((fn) => printFunction(module, fn).split('\n')[0]);
    expect(headers).toEqual([
      'module',
      'constructor A.constructor()',
      'static async method* A.m(...p)',
      'getter A.get g()',
      'async arrow f(x)',
    ]);
  });
});

test('the label of a node is short', () => {
  const module = lowered('x.js', `f('${'long '.repeat(100)}'); g(1);`);
  const fn = functionOf(module, '<module>');
  const labels = fn.nodes.map((node) => printNode(module, fn, node));
  expect(labels).toContain('call g(1)');
  expect(labels[1]).toMatch(/^call f\('long .*…$/);
  expect(Math.max(...labels.map((label) => label.length))).toBeLessThanOrEqual(72);
});

function functionOf(module: ModuleIr, name: string): FunctionIr {
  const fn = module.functions.find((candidate) => candidate.qualifiedName === name);
  if (fn === undefined) throw new Error(`no function ${name}`);
  return fn;
}

function printed(module: ModuleIr, name: string): string {
  return printFunction(module, functionOf(module, name));
}
