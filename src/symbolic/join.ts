import { PersistentMap } from '#core/persistent-map';
import type { Term } from '#smt/term';
import { withCondition, type ConditionList } from './condition';
import { noProgress, type Frame, type TempValue } from './frame';
import type { HeapObject, Property } from './heap-object';
import type { World } from './machine';
import type { State } from './state';
import { isTerm, type Value } from './value';

/**
 * Two states at the same place as one: their conditions become alternatives, and what they hold differently
 * is guarded by the condition of the first. Null where they differ in more than values.
 *
 * The joined state stands for exactly the inputs of both (Effects 6.3: multi-path execution over dependencies).
 */
export function join(world: World, left: State, right: State): State | null {
  const common = commonPart(left.conditions, right.conditions);
  const leftTerms = termsSince(left.conditions, common);
  const rightTerms = termsSince(right.conditions, common);
  if (leftTerms === null || rightTerms === null || left.model === null || right.model === null) return null;
  if (!sameHistory(left, right)) return null;
  const guard = world.terms.and(leftTerms);
  const joiner = new Joiner(world, guard, left);
  const frame = joiner.frames(left.frame, right.frame);
  const cells = joiner.map(left.cells, right.cells, (a, b) => joiner.cell(a, b));
  const heap = joiner.map(left.heap, right.heap, (a, b) => joiner.object(a, b));
  if (frame === undefined || cells === null || heap === null) return null;
  const joined = left.fork();
  joined.frame = frame;
  joined.cells = cells;
  for (const [cell] of right.assigned.entries()) joined.assigned = joined.assigned.set(cell, true);
  joined.heap = heap;
  joined.nextCell = Math.max(left.nextCell, right.nextCell);
  joined.nextRef = Math.max(left.nextRef, right.nextRef);
  joined.nextSymbol = Math.max(left.nextSymbol, right.nextSymbol);
  joined.steps = Math.max(left.steps, right.steps);
  joined.conditions = common;
  joined.facts = factsOf(world, common);
  const either = world.terms.or([guard, world.terms.and(rightTerms)]);
  if (either !== world.terms.true) {
    joined.conditions = withCondition(common, { kind: 'term', term: either, role: 'branch', site: null });
    joined.facts = joined.facts.set(either.id, true).set(world.terms.not(either).id, false);
  }
  return joined;
}

/** Everything but values must be the same: what was called, decided about shapes, queued and noted. */
function sameHistory(left: State, right: State): boolean {
  return (
    left.outside === right.outside &&
    left.members === right.members &&
    left.inputObjects === right.inputObjects &&
    left.written === right.written &&
    left.same === right.same &&
    left.apart === right.apart &&
    left.twins === right.twins &&
    left.jobs.length === 0 &&
    right.jobs.length === 0 &&
    left.timers === right.timers &&
    left.given === right.given &&
    left.textsRead === right.textsRead &&
    left.calledBack === right.calledBack &&
    left.job === right.job &&
    left.modules === right.modules &&
    left.templates === right.templates &&
    left.notes === right.notes &&
    left.promise === right.promise &&
    left.consumer === right.consumer &&
    left.completion === null &&
    right.completion === null
  );
}

class Joiner {
  readonly #world: World;
  readonly #guard: Term;
  readonly #state: State;

  constructor(world: World, guard: Term, state: State) {
    this.#world = world;
    this.#guard = guard;
    this.#state = state;
  }

  /** Undefined when the stacks differ. */
  frames(left: Frame | null, right: Frame | null): Frame | null | undefined {
    if (left === right) return left;
    if (left === null || right === null) return undefined;
    if (left.closure.fn !== right.closure.fn || left.node !== right.node || left.env !== right.env) return undefined;
    if (left.progress !== noProgress || right.progress !== noProgress) return undefined;
    if (left.outcome !== right.outcome && (left.outcome === null || right.outcome === null)) return undefined;
    if (left.resumption !== null || right.resumption !== null || left.yielding !== right.yielding) return undefined;
    if (left.context.receiver !== right.context.receiver || left.purpose.kind !== right.purpose.kind) return undefined;
    const caller = this.frames(left.caller, right.caller);
    const temps = this.map(left.temps, right.temps, (a, b) => this.temp(a, b));
    const outcome = this.#outcome(left, right);
    if (caller === undefined || temps === null || outcome === undefined || left.error !== right.error) return undefined;
    const decided = left.decided.size >= right.decided.size ? left.decided : right.decided;
    return { ...left, caller, temps, outcome, decided, result: this.value(left.result, right.result) };
  }

  #outcome(left: Frame, right: Frame): Frame['outcome'] | undefined {
    const [a, b] = [left.outcome, right.outcome];
    if (a === b) return a;
    if (a?.kind !== 'returned' || b?.kind !== 'returned') return undefined;
    return { kind: 'returned', value: this.value(a.value, b.value) };
  }

  /** What only one side has is kept: the other side does not know of it. Null when some values cannot be joined. */
  map<Item>(
    left: PersistentMap<Item>,
    right: PersistentMap<Item>,
    joined: (a: Item, b: Item) => Item | undefined,
  ): PersistentMap<Item> | null {
    let all = left;
    for (const key of left.differences(right)) {
      const [a, b] = [left.get(key), right.get(key)];
      if (b === undefined) continue;
      const item = a === undefined ? b : joined(a, b);
      if (item === undefined) return null;
      all = all.set(key, item);
    }
    return all;
  }

  cell(left: Value | null, right: Value | null): Value | null | undefined {
    if (left === null || right === null) return left === right ? left : undefined;
    return this.value(left, right);
  }

  temp(left: TempValue, right: TempValue): TempValue | undefined {
    if (left.kind === 'open-iterator' || right.kind === 'open-iterator') {
      const same =
        left.kind === 'open-iterator' &&
        right.kind === 'open-iterator' &&
        left.iterator === right.iterator &&
        left.done === right.done;
      return same ? left : undefined;
    }
    return this.value(left, right);
  }

  value(left: Value, right: Value): Value {
    if (isSame(left, right)) return left;
    const [a, b] = [this.#scalar(left), this.#scalar(right)];
    if (isTerm(a) && isTerm(b) && a.sort === b.sort) return this.#world.terms.choice(this.#guard, a, b);
    return { kind: 'guarded', condition: this.#guard, yes: left, no: right };
  }

  /** An input that can be but one kind of scalar is the symbol for it, looked at or not. */
  #scalar(value: Value): Value {
    if (value.kind !== 'input') return value;
    const { location } = value;
    const { members } = location.type;
    const count = members.length + (location.optional ? 1 : 0);
    const possible = this.#state.members.get(location.id) ?? 2 ** Math.min(count, 30) - 1;
    const open = members.filter((_, position) => (possible & (1 << position)) !== 0);
    const [only] = open;
    if (only === undefined || open.length > 1 || (location.optional && (possible & (1 << members.length)) !== 0)) {
      return value;
    }
    const { terms } = this.#world;
    switch (only.kind) {
      case 'number':
        return terms.symbol(location.name, 'num', only.domain);
      case 'string':
        return terms.symbol(location.name, 'str');
      case 'boolean':
        return terms.symbol(location.name, 'bool');
      case 'bigint':
        return terms.symbol(location.name, 'big');
      default:
        return value;
    }
  }

  /** Objects are joined property by property; anything else that differs keeps the states apart. */
  object(left: HeapObject, right: HeapObject): HeapObject | undefined {
    if (left === right) return left;
    if (left.proto !== right.proto || left.extensible !== right.extensible || left.input !== right.input)
      return undefined;
    if (left.nextOrder !== right.nextOrder || !haveSameNames(left.orderedBy, right.orderedBy)) return undefined;
    const internal = this.#internal(left.internal, right.internal);
    if (internal === undefined) return undefined;
    for (const key of left.properties.differences(right.properties)) {
      if (!left.properties.has(key) || !right.properties.has(key)) return undefined;
    }
    const properties = this.map(left.properties, right.properties, (a, b) => this.#property(a, b));
    return properties === null ? undefined : { ...left, properties, internal };
  }

  #internal(left: HeapObject['internal'], right: HeapObject['internal']): HeapObject['internal'] | undefined {
    if (left === right) return left;
    if (left.kind === 'plain' && right.kind === 'plain') return left;
    if (left.kind === 'error' && right.kind === 'error') return left;
    if (left.kind === 'buffer' && right.kind === 'buffer') return this.#buffer(left, right);
    if (left.kind !== 'array' || right.kind !== 'array' || left.length !== right.length) return undefined;
    for (const key of left.elements.differences(right.elements)) {
      if (!left.elements.has(key) || !right.elements.has(key)) return undefined;
    }
    const elements = this.map(left.elements, right.elements, (a, b) => this.value(a, b));
    return elements === null || left.frozen !== right.frozen ? undefined : { ...left, elements };
  }

  #buffer(left: Bytes, right: Bytes): Bytes | undefined {
    if (left.type !== right.type || left.length !== right.length || left.given !== right.given) return undefined;
    for (const key of left.elements.differences(right.elements)) {
      if (!left.elements.has(key) || !right.elements.has(key)) return undefined;
    }
    const elements = this.map(left.elements, right.elements, (a, b) => {
      const joined = this.value(a, b);
      return isTerm(joined) ? joined : undefined;
    });
    return elements === null ? undefined : { ...left, elements };
  }

  #property(left: Property, right: Property): Property | undefined {
    if (left.kind !== 'data' || right.kind !== 'data') return undefined;
    const alike =
      left.writable === right.writable &&
      left.enumerable === right.enumerable &&
      left.configurable === right.configurable &&
      left.order === right.order;
    return alike ? { ...left, value: this.value(left.value, right.value) } : undefined;
  }
}

type Bytes = Extract<HeapObject['internal'], { kind: 'buffer' }>;

function isSame(left: Value, right: Value): boolean {
  if (left === right) return true;
  if (left.kind === 'object' && right.kind === 'object') return left.ref === right.ref;
  if (left.kind === 'input' && right.kind === 'input') return left.location === right.location;
  return left.kind === right.kind && (left.kind === 'undefined' || left.kind === 'null');
}

function commonPart(left: ConditionList | null, right: ConditionList | null): ConditionList | null {
  let [a, b] = [left, right];
  while (a !== b) {
    if ((a?.length ?? 0) >= (b?.length ?? 0)) a = a?.before ?? null;
    else b = b?.before ?? null;
  }
  return a;
}

function termsSince(list: ConditionList | null, before: ConditionList | null): Term[] | null {
  const terms: Term[] = [];
  for (let at = list; at !== before && at !== null; at = at.before) {
    if (at.condition.kind !== 'term') return null;
    terms.push(at.condition.term);
  }
  return terms;
}

function factsOf(world: World, list: ConditionList | null): PersistentMap<boolean> {
  let facts = PersistentMap.empty<boolean>();
  for (let at = list; at !== null; at = at.before) {
    if (at.condition.kind !== 'term') continue;
    facts = facts.set(at.condition.term.id, true).set(world.terms.not(at.condition.term).id, false);
  }
  return facts;
}

function haveSameNames(left: HeapObject['orderedBy'], right: HeapObject['orderedBy']): boolean {
  return left === right || left?.join('\n') === right?.join('\n');
}
