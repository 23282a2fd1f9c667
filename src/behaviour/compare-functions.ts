import type { CellId, Closure } from '#symbolic/closure';
import type { HeapObject } from '#symbolic/heap-object';
import type { Machine } from '#symbolic/machine';
import { isSameValue } from '#symbolic/object-changes';
import type { Ref, Value } from '#symbolic/value';
import { variablesAround } from '#symbolic/variables-around';
import type { Comparing } from './comparing';
import { all, same, unsure, type Finding } from './finding';
import type { HandedOnFunctions, Holder } from './handed-on';
import { inheritedFunctions, type FunctionPairAt } from './inherited-functions';
import type { Surroundings } from './surroundings';

/** Whether functions of the two versions run the same code, whatever they call. */
export type SameCode = (first: Closure, second: Closure) => boolean;

export function isFunction({ internal: { kind } }: HeapObject): boolean {
  return kind === 'closure' || kind === 'builtin' || kind === 'bound' || kind === 'callback' || kind === 'outside';
}

/** Two functions at one place. */
export interface FunctionsAt {
  readonly first: Ref;
  readonly second: Ref;
  readonly place: string;
  readonly holder: Holder | null;
  readonly how: 'call' | 'get' | 'set';
}

/** Compares functions of two versions: those that may do something else are left to be called. */
export class FunctionComparison {
  readonly #comparing: Comparing;
  readonly #sameCode: SameCode;
  readonly #handedOn: HandedOnFunctions | null;
  readonly #isShownByInstances: (first: Ref, second: Ref) => boolean;
  readonly #surroundings: Surroundings;
  /** More than 0 while something is compared that only a function can get at. */
  #inside = 0;

  /** `isShownByInstances`: what a class gives to instances is looked at in these alone. */
  constructor(
    comparing: Comparing,
    sameCode: SameCode,
    handedOn: HandedOnFunctions | null,
    isShownByInstances: (first: Ref, second: Ref) => boolean,
    surroundings: Surroundings,
  ) {
    this.#surroundings = surroundings;
    this.#isShownByInstances = isShownByInstances;
    this.#comparing = comparing;
    this.#sameCode = sameCode;
    this.#handedOn = handedOn;
  }

  compare(at: FunctionsAt): Finding {
    const { sides } = this.#comparing;
    const [left, right] = [sides.first.object(at.first), sides.second.object(at.second)];
    const [a, b] = [left.internal, right.internal];
    const { place } = at;
    if (a.kind === 'callback' && left.input !== null && left.input.location === right.input?.location) return same;
    if (a.kind === 'builtin' && b.kind === 'builtin' && a.name === b.name) return same;
    if (a.kind === 'outside' && b.kind === 'outside' && a.name === b.name) return same;
    if (a.kind === 'closure' && b.kind === 'closure') return this.#closures(at, a.closure, b.closure);
    if (a.kind === 'bound' && b.kind === 'bound') {
      return this.#unseen(() =>
        all([
          () => this.#comparing.objects(a.target, b.target, place),
          () => this.#comparing.values(a.receiver, b.receiver, place),
          () => this.#comparing.lists(a.args, b.args, place),
        ]),
      );
    }
    return unsure(notCompared(place));
  }

  /** Of objects that do not count as different for being other ones: what a function does to one may be seen in the other. */
  meet(first: Ref, second: Ref): Finding {
    const { objects, around } = this.#surroundings;
    const { first: left, second: right } = around;
    if (this.#inside > 0) {
      left.add(first);
      right.add(second);
    }
    if (objects.join(first, second) || !(left.has(first) || right.has(second))) return same;
    return this.#sharedOtherwise('something around a function is shared in one version only');
  }

  #closures(at: FunctionsAt, first: Closure, second: Closure): Finding {
    const { place, how } = at;
    const finding = this.#sameCode(first, second)
      ? this.#unseen(() => this.#capturedAlike(first, second, place))
      : unsure(notCompared(place));
    const isClass = first.construction !== null;
    if (this.#inside > 0 || how === 'set' || isClass !== (second.construction !== null)) return finding;
    const isSame = finding.kind === 'same' && (!isClass || this.#givesAlike(at));
    const made = { first: at.first, second: at.second, place, holder: at.holder, isSame };
    const isHandedOn = this.#handedOn?.add(made, isClass ? 'new' : how) === true;
    // Nothing says on what a method is called that was taken from its object.
    const isOpen = at.holder === null && !isClass && [first, second].some(mentionsThis);
    return isHandedOn && !isOpen ? same : finding;
  }

  /** Whether what instances of a class inherit runs the same code, too. */
  #givesAlike({ first, second, place }: FunctionsAt): boolean {
    if (!this.#isShownByInstances(first, second)) return true;
    const pairs = inheritedFunctions(this.#comparing.sides, first, second);
    const isAlike = (at: FunctionPairAt): boolean =>
      this.#unseen(() => this.compare({ ...at, place, holder: null, how: 'call' })).kind === 'same';
    return pairs?.every(isAlike) === true;
  }

  /** Variables around a function that was made inside of another one. */
  #capturedAlike(first: Closure, second: Closure, place: string): Finding {
    const { sides } = this.#comparing;
    const [a, b] = [capturedBy(first, sides.first), capturedBy(second, sides.second)];
    const finding = all(
      [...new Set([...a.keys(), ...b.keys()])].map((name) => (): Finding => {
        const [left, right] = [a.get(name), b.get(name)];
        if (left === undefined || right === undefined) return unsure(place);
        if (!this.#surroundings.cells.join(left.cell, right.cell) && !(left.isConstant && right.isConstant)) {
          return this.#sharedOtherwise(place);
        }
        if (isSameValue(left.value, right.value) && left.value.kind !== 'object') return same;
        return this.#comparing.values(left.value, right.value, place);
      }),
    );
    // That something around it differs does not mean that the function does.
    return finding.kind === 'same' ? same : unsure(`${place} is a function with other variables around it`);
  }

  #unseen(compare: () => Finding): Finding {
    this.#inside++;
    try {
      return compare();
    } finally {
      this.#inside--;
    }
  }

  /** What is the same now may differ once one of the functions was called: calls show it. */
  #sharedOtherwise(why: string): Finding {
    if (this.#handedOn === null) return unsure(why);
    this.#handedOn.shareOtherwise();
    return same;
  }
}

function mentionsThis(closure: Closure): boolean {
  return closure.fn.kind !== 'arrow' && namesThis(closure);
}

function namesThis({ module, fn }: Closure): boolean {
  return /\b(?:this|super|eval)\b/.test(module.text.slice(fn.start, fn.end));
}

function notCompared(place: string): string {
  return `${place} is a function, and what it does when it is called is not compared`;
}

interface Captured {
  readonly cell: CellId;
  readonly value: Value;
  readonly isConstant: boolean;
}

function capturedBy(closure: Closure, machine: Machine): Map<string, Captured> {
  const found = new Map<string, Captured>();
  for (const { binding, cell } of variablesAround(closure)) {
    const value = machine.state.cells.get(cell);
    if (value === null || value === undefined) continue;
    let { name } = binding;
    // One of a block may hide another.
    while (found.has(name)) name += "'";
    found.set(name, { cell, value, isConstant: binding.constant });
  }
  const receiver = closure.outer === null ? null : machine.state.cells.get(closure.outer.receiver);
  if (closure.outer !== null && receiver !== null && receiver !== undefined && namesThis(closure)) {
    found.set('this', { cell: closure.outer.receiver, value: receiver, isConstant: true });
  }
  return found;
}
