import { anyDouble } from '#smt/term';
import { actOn } from '#symbolic/act-on';
import type { InputMember } from '#symbolic/input-type';
import type { State } from '#symbolic/state';
import { isTerm, type Ref, type Value } from '#symbolic/value';
import type { HeldBefore } from './compare-held';
import { compareSlots, resultName, type SlotPair } from './compare-ends';
import { heldState, type HeldState } from './held-state';
import { LaterSession, type FollowedLater, type LaterSessionOptions, type Meeting } from './later-session';
import { leftBehind } from '#symbolic/left-behind';
import { BothSides } from './side';
import { PropertySlot, VariableSlot, type Slot } from './slot';
import { ValueComparison } from './value-comparison';

/** What is kept in a slot widens with what calls put there; so often it is tried anew. */
const mostRounds = 8;

/** A counterexample is a call that differs after whatever may have been kept: whether calls lead there is not known. */
export type Proof = 'holds' | 'counterexample' | 'none';

/** A place that versions keep a plain value in: both, by the same name, or one alone. */
interface KeptSlot {
  readonly first: Slot | null;
  readonly second: Slot | null;
  /** What it may hold, by kind. */
  readonly members: Map<InputMember['kind'], InputMember>;
}

/**
 * Shows that calls of functions which keep something between calls are alike in both versions, however many there are: what
 * they keep is the same before the first call and, when it is the same before a call, whatever it is, the call does the same
 * and keeps the same. What one version keeps to itself may be anything before any call. Only plain values are taken for whatever
 * they may be.
 */
export class SequenceProof {
  readonly #options: LaterSessionOptions;

  constructor(options: LaterSessionOptions) {
    this.#options = options;
  }

  /** `once`: each of the functions called once, from where the versions met. */
  of(meeting: Meeting, once: FollowedLater): Proof {
    if (!isClean(once)) return 'none';
    const { first, second } = this.#options.versions;
    const names = { first: namesOf(first, meeting, 'first'), second: namesOf(second, meeting, 'second') };
    const slots = new Map<string, KeptSlot>();
    if (this.#widen(slots, names, meeting, once) === 'impossible') return 'none';
    for (let round = 0; round < mostRounds; round++) {
      const anywhere = this.#withAnything(meeting, [...slots]);
      const followed = new LaterSession(this.#options, 'apart', 1).follow(anywhere);
      if (followed.found.differences.length > 0) return 'counterexample';
      if (!isClean(followed)) return 'none';
      const widened = this.#widen(slots, names, anywhere, followed);
      if (widened === 'impossible') return 'none';
      if (widened === 'wide-enough') return this.#beginAlike(meeting, anywhere.gained.slots ?? []) ? 'holds' : 'none';
    }
    return 'none';
  }

  /** Whether slots hold the same in both versions before the first call. */
  #beginAlike({ first, second }: Meeting, slots: readonly SlotPair[]): boolean {
    const { versions } = this.#options;
    return actOn(versions.second.world, second, (machine) => {
      const sides = new BothSides(versions.first.world, first, machine);
      const comparison = new ValueComparison(sides, { ...versions, inputs: 'where-met' });
      return compareSlots(comparison, slots);
    }).every((way) => way.kind === 'done' && way.result.kind === 'same');
  }

  /** Adds slots that calls have written, and what they have put there. */
  #widen(
    slots: Map<string, KeptSlot>,
    names: { readonly first: HeldState; readonly second: HeldState },
    start: Meeting,
    { ends }: FollowedLater,
  ): 'wide-enough' | 'wider' | 'impossible' {
    let isWider = false;
    for (const end of ends) {
      for (const side of ['first', 'second'] as const) {
        const written = this.#writtenSlots(side, names[side], start[side], end[side]);
        if (written === null) return 'impossible';
        for (const name of written) {
          if (slots.has(name)) continue;
          const slot = this.#keptSlot(name, names, start);
          if (slot === null || !this.#adds(slot, start)) return 'impossible';
          slots.set(name, slot);
          isWider = true;
        }
      }
    }
    for (const slot of slots.values()) {
      for (const end of ends) {
        const count = slot.members.size;
        if (!this.#adds(slot, end)) return 'impossible';
        isWider ||= slot.members.size > count;
      }
    }
    return isWider ? 'wider' : 'wide-enough';
  }

  /** Names of what a call has changed; null when that is more than plain values under names. */
  #writtenSlots(side: 'first' | 'second', names: HeldState, before: State, after: State): readonly string[] | null {
    const { cells, objects, hasLoaded, hasTimed } = leftBehind(before, after);
    if (hasLoaded || hasTimed) return null;
    const found: string[] = [];
    for (const cell of cells) {
      const name = names.cells.nameOf(cell);
      if (name === undefined) return null;
      found.push(VariableSlot.nameOf(name));
    }
    for (const ref of objects) {
      const name = names.objects.nameOf(ref);
      const keys = PropertySlot.changedKeys(before, after, ref);
      if (name === undefined || keys === null) return null;
      for (const key of keys)
        found.push(PropertySlot.nameOf(name, this.#options.versions[side].world.keys.textOf(key)));
    }
    return found;
  }

  #keptSlot(
    name: string,
    names: { readonly first: HeldState; readonly second: HeldState },
    at: { readonly first: State; readonly second: State },
  ): KeptSlot | null {
    const { first, second } = this.#options.versions;
    const [left, right] = [slotOf(name, names.first, first, at.first), slotOf(name, names.second, second, at.second)];
    const isOwn = first.held.variables.has(variableOf(name)) !== second.held.variables.has(variableOf(name));
    const isKept = isOwn ? left !== null || right !== null : left !== null && right !== null;
    return isKept ? { first: left, second: right, members: new Map() } : null;
  }

  /** Adds what a slot holds; false when that is no plain value. */
  #adds({ first, second, members }: KeptSlot, at: { readonly first: State; readonly second: State }): boolean {
    return (
      (first === null || addMembers(members, first.read(at.first))) &&
      (second === null || addMembers(members, second.read(at.second)))
    );
  }

  /** The versions where each slot holds any value of its kinds, the same in both where both have it. */
  #withAnything(meeting: Meeting, slots: readonly (readonly [string, KeptSlot])[]): Meeting {
    const { locations } = this.#options.versions.first.world;
    const [first, second] = [meeting.first.fork(), meeting.second.fork()];
    const pairs: SlotPair[] = [];
    for (const [name, slot] of slots) {
      const type = { members: [...slot.members.values()] };
      const unique = this.#options.inputs.free(`any ${name}`);
      const value: Value = {
        kind: 'input',
        location: locations.root({ kind: 'variable', name: unique }, unique, type),
      };
      const { first: left, second: right } = slot;
      left?.write(first, value);
      right?.write(second, value);
      if (left === null || right === null) continue;
      pairs.push({ first: (state) => left.read(state), second: (state) => right.read(state) });
    }
    return { ...meeting, first, second, gained: { ...meeting.gained, slots: pairs } };
  }
}

function isClean({ found, handsOn }: FollowedLater): boolean {
  return (
    found.complete && !handsOn && found.differences.length === 0 && found.gaps.every(({ kind }) => kind !== 'unknown')
  );
}

function namesOf({ world, headPath }: HeldBefore, meeting: Meeting, side: 'first' | 'second'): HeldState {
  const { functions, results } = meeting.gained;
  const others = [
    ...functions.map((fn) => [fn[side], fn.place] as const),
    ...functions.flatMap(({ holder, place }): (readonly [Ref, string])[] =>
      holder === null ? [] : [[holder[side], `what holds ${place}`]],
    ),
    ...results.flatMap((pair, call): (readonly [Ref, string])[] => {
      const value = pair?.[side];
      return value?.kind === 'object' ? [[value.ref, resultName(call)]] : [];
    }),
  ];
  return heldState(world, meeting[side], headPath, others);
}

function slotOf(name: string, names: HeldState, { world }: HeldBefore, at: State): Slot | null {
  return VariableSlot.of(name, names) ?? PropertySlot.of(name, names, world.keys, at);
}

function addMembers(members: Map<InputMember['kind'], InputMember>, value: Value | null): boolean {
  if (value === null) return false;
  if (isTerm(value)) {
    const member = memberOfSort[value.sort];
    if (member === undefined) return false;
    members.set(member.kind, member);
    return true;
  }
  switch (value.kind) {
    case 'undefined':
    case 'null':
      members.set(value.kind, { kind: value.kind });
      return true;
    case 'guarded':
      return addMembers(members, value.yes) && addMembers(members, value.no);
    case 'input': {
      const { type, optional } = value.location;
      if (optional) members.set('undefined', { kind: 'undefined' });
      return type.members.every((member) => {
        const wide = widest(member);
        if (wide !== null) members.set(wide.kind, wide);
        return wide !== null;
      });
    }
    default:
      return false;
  }
}

const memberOfSort: Readonly<Record<string, InputMember>> = {
  num: { kind: 'number', domain: anyDouble },
  str: { kind: 'string' },
  bool: { kind: 'boolean' },
  big: { kind: 'bigint' },
};

/** All values of the kind of a plain one; null for objects, functions and symbols. */
function widest(member: InputMember): InputMember | null {
  switch (member.kind) {
    case 'number':
      return { kind: 'number', domain: anyDouble };
    case 'literals':
      return memberOfSort[member.sort] ?? null;
    case 'undefined':
    case 'null':
    case 'boolean':
    case 'string':
    case 'bigint':
      return member;
    default:
      return null;
  }
}

/** The variable of a module that a slot is, or whose object has it. */
function variableOf(slot: string): string {
  return slot.replace(/^(?:variable|property "(?:[^"\\]|\\.)*" of) /s, '');
}
