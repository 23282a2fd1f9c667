import { classNameOf } from './class-name';
import type { Comparing } from './comparing';
import { compareContents } from './compare-contents';
import { all, different, same, unsure, type Finding } from './finding';
import type { BothSides } from './side';
import type { Closure } from '#symbolic/closure';
import type { AccessorProperty, DataProperty, HeapObject } from '#symbolic/heap-object';
import type { Machine } from '#symbolic/machine';
import { isSameValue } from '#symbolic/object-changes';
import { identityOf } from '#symbolic/one-object';
import { findProperty, ownProperty } from '#symbolic/properties';
import { isSymbolKey, isTerm, type Ref, type SettledValue, type Value } from '#symbolic/value';
import type { Term } from '#smt/term';

/** Whether functions of the two versions run the same code, whatever they call. */
export type SameCode = (first: Closure, second: Closure) => boolean;

/** More values than this in one result are not compared. */
const mostPairs = 20_000;

/** Compares values of two versions structurally, deciding what must be known of the input on the way. */
export class ValueComparison implements Comparing {
  readonly sides: BothSides;
  readonly strict: boolean;
  readonly #sameCode: SameCode;
  /** Pairs of objects that are equal, or being compared; also the other way round when identity counts. */
  readonly #met = new Map<Ref, Set<Ref>>();
  readonly #partner = new Map<Ref, Ref>();
  #pairs = 0;

  constructor(sides: BothSides, sameCode: SameCode, strict: boolean) {
    this.sides = sides;
    this.strict = strict;
    this.#sameCode = sameCode;
  }

  values(first: Value, second: Value, place: string): Finding {
    if (first.kind === 'input' && second.kind === 'input' && first.location === second.location) return same;
    const settled = this.sides.settle(first, second);
    return this.#settled(settled.first, settled.second, place);
  }

  terms(first: Term, second: Term, place: string): Finding {
    if (first === second) return same;
    if (first.sort !== second.sort) return different(place);
    const { terms } = this.sides.second;
    const equal = terms.apply(first.sort === 'num' ? 'num.same' : `${first.sort}.eq`, [first, second]);
    return this.sides.decide(equal) ? same : different(place);
  }

  #settled(first: SettledValue, second: SettledValue, place: string): Finding {
    if (isTerm(first) || isTerm(second)) {
      return isTerm(first) && isTerm(second) ? this.terms(first, second, place) : different(place);
    }
    if (first.kind !== second.kind) return different(place);
    if (first.kind === 'object' && second.kind === 'object') return this.objects(first.ref, second.ref, place);
    if (first.kind === 'unique' && second.kind === 'unique') {
      return first.key === second.key || first.description === second.description ? same : different(place);
    }
    return same;
  }

  /** Objects that came with the input at the same place are compared once, with all that was done to the input. */
  objects(first: Ref, second: Ref, place: string): Finding {
    const [a, b] = [this.sides.first.object(first), this.sides.second.object(second)];
    if (a.input !== null && a.input.location === b.input?.location) return same;
    return this.contents(first, second, place);
  }

  contents(left: Ref, right: Ref, place: string): Finding {
    const { sides } = this;
    const [first, second] = [identityOf(sides.first.state, left), identityOf(sides.second.state, right)];
    if (first < 0 && first === second) return same;
    if (this.strict && (this.#partner.get(first) ?? second) !== second) return different(`${place} (another object)`);
    this.#partner.set(first, second);
    const met = this.#met.get(first) ?? new Set();
    if (met.has(second)) return same;
    if (this.#pairs++ > mostPairs) return unsure('the values are too large to be compared');
    this.#met.set(first, met.add(second));
    const [a, b] = [this.sides.first.object(first), this.sides.second.object(second)];
    if (isFunction(a) || isFunction(b)) {
      return all([() => this.#functions(a, b, place), () => this.#properties(first, second, place)]);
    }
    if (classNameOf(this.sides.first, first) !== classNameOf(this.sides.second, second)) return different(place);
    return all([
      () => compareContents(this, first, second, place),
      () => (a.internal.kind === 'error' && !this.strict ? same : this.#properties(first, second, place)),
    ]);
  }

  /** A property that errors have somewhere along their prototypes. */
  inherited(first: Ref, second: Ref, key: string, place: string): Finding {
    const [a, b] = [findProperty(this.sides.first, first, key), findProperty(this.sides.second, second, key)];
    if (a === null || b === null) return a === b ? same : different(place);
    if (a.kind !== 'data' || b.kind !== 'data') return unsure(`${place} is computed when it is looked at`);
    return this.values(a.value, b.value, place);
  }

  #properties(first: Ref, second: Ref, place: string): Finding {
    const { sides } = this;
    const keys = new Set([...keysOf(sides.first, first), ...keysOf(sides.second, second)]);
    const compared = all(
      [...keys].map((key) => (): Finding => {
        const b = this.#property(second, key, 'second');
        const a = this.#property(first, key, 'first');
        const inside = `${place}.${key}`;
        if (a === null || b === null) return a === b ? same : different(inside);
        if (a.kind === 'data' && b.kind === 'data') return this.values(a.value, b.value, inside);
        return a.kind === b.kind ? unsure(`${inside} is an accessor`) : different(inside);
      }),
    );
    if (compared.kind !== 'same' || !this.strict) return compared;
    const [order, other] = [orderOf(sides.first, first), orderOf(sides.second, second)];
    return order.join('\n') === other.join('\n') ? same : different(`${place} (order of its keys)`);
  }

  /** What the object itself has; null when it has no such property, or none that can be seen. */
  #property(ref: Ref, key: string, from: 'first' | 'second'): DataProperty | AccessorProperty | null {
    const { sides } = this;
    const { input } = sides[from].object(ref);
    const found = sides.look((machine) => ownProperty(machine, ref, key), from);
    if (found === null || !found.enumerable) return null;
    if (found.kind !== 'data' || found.value.kind !== 'input') return found;
    const { location } = found.value;
    const isOwn = location.parent === input?.location && location.step.kind === 'property' && location.step.key === key;
    return isOwn && !sides.isPresent(location) ? null : found;
  }

  #functions(a: HeapObject, b: HeapObject, place: string): Finding {
    const [first, second] = [a.internal, b.internal];
    if (!isFunction(a) || !isFunction(b)) return different(place);
    if (first.kind === 'builtin' && second.kind === 'builtin' && first.name === second.name) return same;
    if (first.kind === 'outside' && second.kind === 'outside' && first.name === second.name) return same;
    if (first.kind === 'closure' && second.kind === 'closure' && this.#sameCode(first.closure, second.closure)) {
      return this.#captured(first.closure, second.closure, place);
    }
    if (first.kind === 'bound' && second.kind === 'bound') {
      return all([
        () => this.objects(first.target, second.target, place),
        () => this.values(first.receiver, second.receiver, place),
        () => this.lists(first.args, second.args, place),
      ]);
    }
    return unsure(`${place} is a function, and what it does when it is called is not compared`);
  }

  /** Variables around a function that was made inside of another one. */
  #captured(first: Closure, second: Closure, place: string): Finding {
    const [a, b] = [variablesAround(first, this.sides.first), variablesAround(second, this.sides.second)];
    const finding = all(
      [...new Set([...a.keys(), ...b.keys()])].map((name) => (): Finding => {
        const [left, right] = [a.get(name), b.get(name)];
        if (left === undefined || right === undefined) return different(place);
        return isSameValue(left, right) && left.kind !== 'object' ? same : this.values(left, right, place);
      }),
    );
    // That something around it differs does not mean that the function does.
    return finding.kind === 'same' ? same : unsure(`${place} is a function with other variables around it`);
  }

  lists(first: readonly Value[], second: readonly Value[], place: string): Finding {
    if (first.length !== second.length) return different(place);
    return all(
      first.map((value, index) => () => {
        const other = second[index];
        return other === undefined ? different(place) : this.values(value, other, `${place}[${index}]`);
      }),
    );
  }
}

function isFunction({ internal: { kind } }: HeapObject): boolean {
  return kind === 'closure' || kind === 'builtin' || kind === 'bound' || kind === 'callback' || kind === 'outside';
}

/** Keys under which an object may have something that can be seen from outside. */
function keysOf(machine: Machine, ref: Ref): string[] {
  const { properties, input } = machine.object(ref);
  const stored = [...properties.entries()].map(([id]) => machine.world.keys.textOf(id));
  const declared = input?.member.kind === 'object' ? [...input.member.properties.keys()] : [];
  return [...stored, ...declared].filter((key) => !isSymbolKey(key));
}

function orderOf(machine: Machine, ref: Ref): string[] {
  const found = [...machine.object(ref).properties.entries()].flatMap(([id, property]) =>
    property.kind === 'data' && property.enumerable
      ? [{ key: machine.world.keys.textOf(id), order: property.order }]
      : [],
  );
  return found.toSorted((a, b) => a.order - b.order).map(({ key }) => key);
}

function variablesAround(closure: Closure, machine: Machine): Map<string, Value> {
  const found = new Map<string, Value>();
  for (const [binding, cell] of closure.env.entries()) {
    const { name, owner } = closure.module.bindings[binding] ?? { name: '', owner: 0 };
    const value = owner === 0 ? null : machine.state.cells.get(cell);
    if (value !== null && value !== undefined) found.set(name, value);
  }
  return found;
}
