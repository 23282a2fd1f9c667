import { invariant } from '#core/diagnostics';
import { adoptAliases } from '#symbolic/aliasing';
import { idleFrame } from '#symbolic/begin';
import type { HeapObject, PromiseState } from '#symbolic/heap-object';
import type { Location } from '#symbolic/location';
import { Machine, type World } from '#symbolic/machine';
import { settledInput } from '#symbolic/promises';
import { isPresent, settle } from '#symbolic/settle';
import type { State } from '#symbolic/state';
import type { Ref, SettledValue, Value } from '#symbolic/value';

/**
 * Both versions at the end of a path that one input takes in each. What is still open about the input is decided on the path
 * of the second; the first, which has ended before, is then told.
 */
export class BothSides {
  readonly second: Machine;
  readonly first: Machine;

  constructor(firstWorld: World, first: State, second: Machine) {
    this.second = second;
    const ended = first.fork();
    ended.frame = idleFrame(ended);
    // Nothing is left open for this one to decide.
    this.first = new Machine(firstWorld, ended, ended.frame, false);
    this.tell();
  }

  /** The kinds of values, one of each version. */
  settle(first: Value, second: Value): { readonly first: SettledValue; readonly second: SettledValue } {
    const open = this.#unguarded(first);
    if (open.kind === 'input') settle(this.second, open);
    const settledSecond = settle(this.second, second);
    this.tell();
    return { first: settle(this.first, open), second: settledSecond };
  }

  /** What has become of two promises. Of one that was handed in, that is open until somebody waits for it. */
  promises(first: Ref, second: Ref): { readonly first: PromiseState; readonly second: PromiseState } {
    const before = [this.first.object(first), this.second.object(second)] as const;
    const [a, b] = before.map(({ input }) => input?.location ?? null);
    if (a !== b || promiseOf(before[0]).kind !== promiseOf(before[1]).kind) {
      for (const location of [a, b]) if (location) this.settlePromise(location);
    }
    return { first: promiseOf(this.first.object(first)), second: promiseOf(this.second.object(second)) };
  }

  /** Decides what becomes of a promise that was handed in, as for a version that waits for it. */
  settlePromise(location: Location): void {
    const value = { kind: 'input', location } as const;
    const { first, second } = this.settle(value, value);
    if (first.kind !== 'object' || second.kind !== 'object') return;
    if (this.second.object(second.ref).internal.kind !== 'promise') return;
    settledInput(this.second, second.ref);
    this.tell();
    settledInput(this.first, first.ref);
  }

  decide(...[condition]: Parameters<Machine['decide']>): boolean {
    const holds = this.second.decide(condition);
    this.tell();
    return holds;
  }

  isPresent(location: Location): boolean {
    const present = isPresent(this.second, location);
    this.tell();
    return present;
  }

  /** What both are looked at with, after the second has decided what is to be decided. */
  look<Result>(action: (machine: Machine) => Result, from: 'first' | 'second'): Result {
    if (from === 'second') {
      const result = action(this.second);
      this.tell();
      return result;
    }
    return action(this.first);
  }

  #unguarded(value: Value): Value {
    let open = value;
    while (open.kind === 'guarded') open = this.second.decide(open.condition) ? open.yes : open.no;
    this.tell();
    return open;
  }

  /** The first gets to know all that was decided. */
  tell(): void {
    const { members, facts, conditions, model } = this.second.state;
    Object.assign(this.first.state, { members, facts, conditions, model });
    const adopted = adoptAliases(this.first.world, this.first.state, conditions);
    if (adopted.kind === 'unclear') this.second.unsupported('objects handed in that only one version finds to be one');
    // What the first has looked at may keep objects apart that the second takes for one.
    const isPossible = adopted.kind === 'adopted' && this.second.decide(adopted.equal);
    if (!isPossible) this.second.cut({ kind: 'contradiction', at: this.second.site });
  }
}

function promiseOf({ internal }: HeapObject): PromiseState {
  invariant(internal.kind === 'promise', 'a promise has a state');
  return internal.promise;
}
