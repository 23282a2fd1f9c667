import { describe, expect, it } from 'vitest';
import { agreesOn, explored } from './explored-model';

const pairs = [
  [],
  [['a', 1]],
  [
    ['a', 1],
    ['b', 2],
  ],
  [
    ['b', 2],
    ['a', 1],
    ['c', 3],
  ],
] as [string, number][][];
const numbers = [[], [1], [0, Number.NaN], [3, 1, 2]];

describe('maps', () => {
  it('keeps what the program puts in', () => {
    agreesOn(
      'function f(n: number) { const m = new Map<unknown, unknown>([[n, 1], ["a", 2], [n, 3]]); m.set(-0, 4).set(NaN, 5); return [m, m.size, m.get(0), m.get(NaN), m.get("b"), m.has(n), m.delete("a"), m.delete("a"), [...m]]; }',
      [1],
      [0],
      [-0],
      [Number.NaN],
    );
    agreesOn(
      'function f(a: string, b: string, c: string) { const m = new Map([[a, 1], [b, 2]]); return [m.get(c), m.has(c), m.size, [...m.keys()]]; }',
      ['x', 'x', 'x'],
      ['x', 'y', 'y'],
      ['x', 'y', 'z'],
      ['x', 'x', 'y'],
    );
    agreesOn(
      'function f(n: number) { const k = {}; const m = new Map<object, number>([[k, n], [{}, 2]]); return [m.get(k), m.get({}), m.size]; }',
      [1],
    );
    agreesOn('function f(n: number) { const m = new Map([[1, n]]); m.clear(); m.set(2, n); return [m, m.size]; }', [1]);
  });

  it('decides what is in a map that was handed in', () => {
    const calls = pairs.map((entries) => [new Map(entries)]);
    const looked = explored('function f(m: Map<string, number>) { return [m.size, m.get("a"), m.has("b")]; }');
    for (const entries of pairs) looked.agrees(new Map(entries));
    const cleared = explored('function f(m: Map<string, number>) { m.clear(); return m.size; }');
    cleared.agrees(new Map([['a', 1]]));
    agreesOn('function f(m: Map<string, number>) { m.set("a", 9); return [m.size, [...m]]; }', ...calls);
    agreesOn(
      'function f(m: Map<string, number>) { return [m.delete("a"), m.size, [...m.keys()], m.get("a")]; }',
      ...calls,
    );
    agreesOn('function f(m: Map<string, number>) { m.clear(); m.set("z", 1); return m.size; }', ...calls);
    agreesOn(
      'function f(m: Map<string, number>) { let s = 0; for (const [k, v] of m) if (k !== "b") s += v; return s; }',
      ...calls,
    );
    agreesOn(
      'function f(m: Map<string, number>) { const seen: unknown[] = []; m.forEach((v, k, all) => { seen.push(v, k, all === m); }); return seen; }',
      ...calls,
    );
    agreesOn(
      'function f(m: Map<string, number>) { return [[...m.keys()], [...m.values()], [...m.entries()]]; }',
      ...calls,
    );
  });

  it('sees what is added and deleted while it is gone over', () => {
    agreesOn(
      'function f(n: number) { const m = new Map([[1, n], [2, n], [3, n]]); const seen: number[] = []; for (const k of m.keys()) { seen.push(k); if (k === 1) { m.delete(2); m.set(4, n); m.delete(1); m.set(1, n); } if (seen.length > 8) break; } return seen; }',
      [0],
    );
    agreesOn(
      'function f(n: number) { const m = new Map([[1, n]]); const i = m.entries(); const a = i.next(); const b = i.next(); m.set(2, 2); return [a, b, i.next()]; }',
      [0],
    );
    agreesOn(
      'function f(n: number) { const m = new Map([[1, n], [2, n]]); const seen: number[] = []; m.forEach((_, k) => { seen.push(k); if (k === 1) m.clear(), m.set(7, n); }); return seen; }',
      [0],
    );
  });

  it.each([
    'Map as never as () => void)()',
    'new Map([1] as never))',
    'new Map(n as never))',
    'new Map({} as never))',
    'Map.prototype.get.call({} as never, 1))',
    'Map.prototype.entries.call(n as never))',
    'new Map().forEach(n as never))',
    'new Map().forEach("a" as never))',
    'new Map().forEach({} as never))',
    'new Map().keys().next.call({} as never))',
    'new Map(null).size)',
    'Object.prototype.toString.call(new Map().keys()))',
  ])('complains: (%s', (expression) => {
    agreesOn(`function f(n: number) { return (${expression}; }`, [1]);
  });

  it('uses the method of a subclass', () => {
    agreesOn(
      'function f(n: number) { class M extends Map<number, number> { override set(k: number, v: number) { return super.set(k, v + 1); } } const m = new M([[1, n]]); return [m.get(1), m instanceof M, m.size]; }',
      [1],
    );
    agreesOn(
      'function f(n: number) { class M extends Map<number, number> {} (M.prototype as { set: unknown }).set = n; return new M([]); }',
      [1],
    );
  });

  it('answers has without a fork where all keys are known', () => {
    expect(explored('function f(x: string) { return new Set(["a", "b", "c"]).has(x); }').paths).toHaveLength(1);
  });
});

describe('sets', () => {
  it('keeps each value once', () => {
    agreesOn(
      'function f(a: number[]) { const s = new Set(a); return [s, s.size, s.has(NaN), s.has(-0), [...s]]; }',
      ...numbers.map((a) => [a]),
    );
    agreesOn('function f(a: string[]) { return [...new Set(a)]; }', [[]], [['a', 'b', 'a']], [['b', 'b']]);
    agreesOn(
      'function f(n: number) { const s = new Set([-0, n]); return [s, [...s.entries()], s.add(n) === s, s.delete(0), s.size]; }',
      [1],
      [0],
      [-0],
    );
  });

  it('decides what is in a set that was handed in', () => {
    const calls = numbers.map((values) => [new Set(values)]);
    agreesOn('function f(s: Set<number>) { const has = s.has(1); return [has, s.size, [...s].length]; }', ...calls);
    agreesOn('function f(s: Set<number>) { s.add(1); return [...s]; }', ...calls);
    agreesOn('function f(s: Set<number>) { s.delete(1); return [s.size, [...s]]; }', ...calls);
    agreesOn(
      'function f(s: Set<number>) { const seen: unknown[] = []; s.forEach((v, k, all) => { seen.push(v, k, all === s); }); return seen; }',
      ...calls,
    );
    agreesOn(
      'function f(s: Set<"a" | "b">) { return [...s].join(); }',
      [new Set([])],
      [new Set(['a'])],
      [new Set(['b', 'a'])],
    );
  });

  it('complains', () => {
    agreesOn('function f(n: number) { return new Set(n as never); }', [1]);
    agreesOn('function f(n: number) { return Set.prototype.add.call([] as never, n); }', [1]);
    agreesOn(
      'function f() { return (Object.getOwnPropertyDescriptor(Set.prototype, "size") as { get(): void }).get.call(new Map() as never); }',
      [],
    );
  });
});

describe('weak collections', () => {
  it('keeps objects', () => {
    agreesOn(
      'function f(n: number) { const k = {}; const m = new WeakMap<object, number>([[k, n]]); const s = new WeakSet([k]); return [m.get(k), m.get({}), m.has(k), s.has(k), s.has({}), m.delete(k), m.has(k), s.delete(k), s.delete(k), m.get(n as never)]; }',
      [1],
    );
    agreesOn('function f(n: number) { return new WeakMap().set(n as never, 1); }', [1]);
    agreesOn('function f(n: number) { return new WeakSet([n] as never); }', [1]);
    agreesOn('function f(n: number) { return (WeakSet as never as (x: number) => void)(n); }', [1]);
  });
});
