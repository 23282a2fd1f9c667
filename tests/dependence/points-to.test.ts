import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ObjectSpace } from '#dependence/object-space';
import type { PointerLimit } from '#dependence/pointer-limits';
import { PointsTo } from '#dependence/points-to';
import { extractFacts } from '#ir/extract-facts';
import { Program } from '#ir/program';
import { lowered } from '../ir/lowered';
import { naivePointsTo, type Constraint, type NamedProperties } from './naive-points-to';

const names: NamedProperties = { proto: 0, element: 1, computed: 2, prototype: 3, spread: 4 };

/** A few functions and literals. No variable can hold more objects than it may. */
const program = new Program([extractFacts(lowered('a.js', 'function f() {} function g() {} [{}, {}, {}];'))]);
const space = new ObjectSpace(program);
const literals = Array.from({ length: 4 }, (_, i) => space.site(0, i)).filter((object) => space.isLiteral(object));
const known = [ObjectSpace.any, ObjectSpace.external, space.fn(1), space.fn(2), ...literals];

const variable = fc.nat(7);
const object = fc.constantFrom(...known);
/** Properties that a program names, the elements and computed ones; links are made by constraints of their own. */
const property = fc.constantFrom(names.element, names.computed, names.prototype, 5, 6);

const constraint: fc.Arbitrary<Constraint> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), to: variable, object }),
  fc.record({ kind: fc.constant('copy' as const), from: variable, to: variable }),
  fc.record({ kind: fc.constant('load' as const), base: variable, property, to: variable }),
  fc.record({ kind: fc.constant('store' as const), base: variable, property, from: variable }),
  fc.record({ kind: fc.constant('assign' as const), from: variable, to: variable }),
  fc.record({ kind: fc.constant('inherit' as const), object: fc.constantFrom(...literals), from: variable }),
);

const systems = fc.record({
  constraints: fc.array(constraint, { maxLength: 30 }),
  declared: fc.array(fc.tuple(fc.constantFrom(...literals), fc.constantFrom(5, 6)), { maxLength: 3 }),
});

/** Reads through "some object" and one that it does not stand for: a prototype is made when it is looked at, keys find names. */
const some: Constraint = { kind: 'add', to: 1, object: ObjectSpace.any };
const throughSome: readonly Constraint[][] = [
  [{ kind: 'add', to: 1, object: space.fn(1) }, some, { kind: 'load', base: 1, property: names.prototype, to: 0 }],
  [
    { kind: 'add', to: 1, object: literals[0]! },
    { kind: 'add', to: 2, object: literals[1]! },
    { kind: 'store', base: 1, property: 5, from: 2 },
    some,
    { kind: 'load', base: 1, property: names.computed, to: 0 },
  ],
];

const oneFunction = fc.record({ objects: fc.constant(12), functions: fc.constantFrom(0, 1) });

function isByName(c: Constraint): boolean {
  return !('property' in c) || c.property !== names.computed;
}

test('variables hold what applying all constraints again and again finds, in whatever order they come', () => {
  const run = fc.property(systems, ({ constraints, declared }) => {
    const declares = (of: number, name: number): boolean => declared.some(([o, p]) => o === of && p === name);
    const expected = naivePointsTo(constraints, names, space, declares);
    for (const order of [constraints, constraints.toReversed()]) {
      const solved = solve(order, declared);
      for (let v = 0; v < 8; v++) expect(new Set(solved.objectsOf(v)), `variable ${v}`).toEqual(expected(v));
    }
  });
  fc.assert(run, { numRuns: 2000, examples: throughSome.map((constraints) => [{ constraints, declared: [] }]) });
});

test('what a variable has no room for is covered by "some object", whatever is read through that', () => {
  const tight = { objects: 1, functions: 8 };
  const run = fc.property(systems, ({ constraints: all, declared }) => {
    // What is written through "some object" by name is not found by a computed key.
    const constraints = all.filter(isByName);
    const declares = (of: number, name: number): boolean => declared.some(([o, p]) => o === of && p === name);
    const expected = naivePointsTo(constraints, names, space, declares);
    const solved = solve(constraints, declared, tight);
    for (let v = 0; v < 8; v++) {
      const held = new Set(solved.objectsOf(v));
      // What comes from outside shares no place with the program.
      const missing = [...expected(v)].filter((o) => !held.has(o) && o !== ObjectSpace.external);
      if (missing.length > 0) expect(held, `variable ${v} lacks ${missing.join()}`).toContain(ObjectSpace.any);
      // A function is no object that is merged into others.
      for (const o of missing) expect(space.functionOf(o), `variable ${v}`).toBe(-1);
    }
  });
  fc.assert(run, { numRuns: 1000 });
});

test('a function that a variable has no room for is held in common, and the variable says so', () => {
  const run = fc.property(systems, oneFunction, ({ constraints: all, declared }, limit) => {
    const constraints = all.filter(isByName);
    const declares = (of: number, name: number): boolean => declared.some(([o, p]) => o === of && p === name);
    const expected = naivePointsTo(constraints, names, space, declares);
    const solved = solve(constraints, declared, limit);
    for (let v = 0; v < 8; v++) {
      const held = new Set(solved.objectsOf(v));
      const missing = [...expected(v)].filter((o) => !held.has(o));
      for (const o of missing.filter((each) => space.functionOf(each) >= 0)) {
        expect(solved.holdsCommon(v), `variable ${v} lacks function ${o}`).toBe(true);
        expect(solved.common.has(space.functionOf(o))).toBe(true);
      }
      const others = missing.filter((o) => space.functionOf(o) < 0);
      expect(others, `variable ${v}`).toEqual([]);
    }
  });
  fc.assert(run, { numRuns: 2000 });
});

test('which functions a variable holds does not depend on the order of constraints', () => {
  const run = fc.property(systems, oneFunction, ({ constraints: all, declared }, limit) => {
    // Functions that a variable has given up may have got properties through it, which keys find.
    const constraints = all.filter((c) => isByName(c) && c.kind !== 'assign');
    const [one, other] = [constraints, constraints.toReversed()].map((order) => solve(order, declared, limit));
    expect(one!.common.list.toSorted()).toEqual(other!.common.list.toSorted());
    for (let v = 0; v < 8; v++)
      expect(new Set(one!.objectsOf(v)), `variable ${v}`).toEqual(new Set(other!.objectsOf(v)));
  });
  fc.assert(run, { numRuns: 2000 });
});

function solve(
  constraints: readonly Constraint[],
  declared: readonly (readonly [number, number])[],
  limits?: PointerLimit,
): PointsTo {
  const { proto, element, computed, prototype, spread } = names;
  const solver = new PointsTo(space, 8, proto, element, computed, prototype, spread, limits);
  for (const [of, name] of declared) solver.declare(of, name);
  for (const c of constraints) {
    if (c.kind === 'add') solver.add(c.to, c.object);
    else if (c.kind === 'copy') solver.copy(c.from, c.to);
    else if (c.kind === 'load') solver.load(c.base, c.property, c.to);
    else if (c.kind === 'store') solver.store(c.base, c.property, c.from);
    else if (c.kind === 'assign') solver.assign(c.from, c.to);
    else solver.copy(c.from, solver.field(c.object, names.proto));
  }
  solver.solve();
  solver.readComputedWrites(() => '');
  solver.solve();
  return solver;
}
