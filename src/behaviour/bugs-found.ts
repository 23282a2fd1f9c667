import type { Observed } from '#replay/observed';
import type { ReplayOutcome } from '#replay/outcome';
import { sameObserved } from '#replay/same-observed';
import { Evaluation } from '#smt/model';
import { InputTrees, NoSuchInput } from '#symbolic/concrete/input-tree';
import { StateObserver } from '#symbolic/concrete/observe-state';
import type { World } from '#symbolic/machine';
import { isSameValue } from '#symbolic/object-changes';
import { withPlainModel } from '#symbolic/plain-model';
import type { Site } from '#symbolic/site';
import { listed, type State } from '#symbolic/state';
import type { Value } from '#symbolic/value';
import type { Difference } from './difference';
import type { Witnesses } from './witness';

/** An assertion that fails, or a statement that throws, in a call that was made in both versions. */
export interface FoundBug {
  readonly kind: BugKind;
  /** In the head. */
  readonly site: Site;
  readonly call: string;
  /** The base does not do so when it is called like that. */
  readonly isNew: boolean;
}

export type BugKind = 'console.assert' | 'assert' | 'throw';

/** Something that goes wrong at the end of a path, or on its way. */
type Failure =
  | { readonly kind: 'assert' | 'throw'; readonly site: Site; readonly error: Value }
  /** `nth`: of the complaints of the path. */
  | { readonly kind: 'console.assert'; readonly site: Site; readonly nth: number };

interface Suspect {
  readonly failure: Failure;
  /** The head at the end of its path, with all that was decided about the inputs. */
  readonly head: State;
  /** The base, where the versions were found to differ. */
  readonly base: State | null;
}

/** Inputs for one place before it is given up: those for which the versions differ, then others. */
const mostDiffering = 4;
const mostAlike = 2;
const mostPlaces = 100;

/** Looks for assertions that fail on affected paths of the head, and has the engine show each. */
export class BugsFound {
  readonly #world: World;
  readonly #witnesses: Witnesses;
  readonly #places = new Map<string, { readonly differing: Suspect[]; readonly alike: Suspect[] }>();

  constructor(headWorld: World, witnesses: Witnesses) {
    this.#world = headWorld;
    this.#witnesses = witnesses;
  }

  /** `affected`: ends of paths of the head on which something changed was executed. */
  see(differences: readonly Difference[], affected: readonly State[]): void {
    for (const { head, base, decided } of differences) this.#suspect(withInputsOf(decided, head), base);
    for (const end of affected) this.#suspect(end, null);
  }

  async confirmed(isOver: () => boolean): Promise<FoundBug[]> {
    const bugs: FoundBug[] = [];
    for (const { differing, alike } of this.#places.values()) {
      let known: FoundBug | null = null;
      for (const suspect of [...differing, ...alike]) {
        if (known?.isNew === true || isOver()) break;
        const shown = await this.#show(suspect);
        if (known === null || shown?.isNew === true) known = shown;
      }
      if (known !== null) bugs.push(known);
    }
    return bugs;
  }

  #suspect(head: State, base: State | null): void {
    for (const failure of failuresOf(this.#world, head)) {
      const { path, fn, node } = failure.site;
      const key = `${failure.kind} ${path}#${fn}:${node}`;
      const place = this.#places.get(key) ?? { differing: [], alike: [] };
      if (this.#places.size < mostPlaces) this.#places.set(key, place);
      const [list, most] = base === null ? [place.alike, mostAlike] : [place.differing, mostDiffering];
      if (list.length < most) list.push({ failure, head, base });
    }
  }

  async #show({ failure, head, base }: Suspect): Promise<FoundBug | null> {
    const call = head.model === null ? null : this.#witnesses.callFor(head, base);
    const trial = call === null ? null : await this.#witnesses.try(call, null);
    if (call === null || trial === null || trial.kind === 'inconclusive') return null;
    const seen = this.#seenIn(trial.witness.head, failure, head);
    if (seen === null) return null;
    return { kind: failure.kind, site: failure.site, call: call.call, isNew: !seen(trial.witness.base) };
  }

  /** Whether a run of the head shows the failure: null, or how to tell whether another run does the same. */
  #seenIn(outcome: ReplayOutcome, failure: Failure, head: State): ((other: ReplayOutcome) => boolean) | null {
    if (failure.kind === 'console.assert') {
      const complaint = complaintsOf(outcome)[failure.nth];
      if (complaint === undefined) return null;
      return (other) => complaintsOf(other).some((each) => areSame(each, complaint));
    }
    if (outcome.completion.kind !== 'throws') return null;
    const { error } = outcome.completion;
    const expected = this.#errorOf(head, failure.error);
    if (expected === null || !isAsExpected(expected, error, head)) return null;
    return ({ completion }) => completion.kind === 'throws' && sameObserved(completion.error, error);
  }

  #errorOf(head: State, error: Value): Observed | null {
    const plain = withPlainModel(head);
    const evaluation = new Evaluation(plain.model ?? new Map());
    const trees = new InputTrees(this.#world, plain, evaluation);
    try {
      return new StateObserver(this.#world, plain, evaluation, trees).observe(error);
    } catch (reason) {
      if (reason instanceof NoSuchInput) return null;
      throw reason;
    }
  }
}

function failuresOf(world: World, state: State): Failure[] {
  const complaints = listed(state.outside)
    .flatMap(({ call }) => call.failedAt ?? [])
    .map((site, nth): Failure => ({ kind: 'console.assert', site, nth }));
  const thrown = thrownBy(world, state);
  return thrown === null ? complaints : [...complaints, thrown];
}

/** Errors of the language itself, such as a property of undefined, are told as behaviour. */
function thrownBy(world: World, { completion, thrown, heap }: State): Failure | null {
  if (completion?.kind !== 'throws' || thrown === null || !isSameValue(completion.error, thrown.error)) return null;
  const { error, at: site } = thrown;
  const node = world.source.module(site.path)?.functions[site.fn]?.nodes[site.node];
  if (node?.op.kind === 'throw') return { kind: 'throw', site, error };
  const proto = error.kind === 'object' ? heap.get(error.ref)?.proto : null;
  const isAssertion = proto !== null && proto !== undefined && world.realm.nameOf(proto) === 'AssertionError.prototype';
  return isAssertion ? { kind: 'assert', site, error } : null;
}

/** A path of the head where the inputs are those of a path that knows more of them. */
function withInputsOf({ conditions, facts, model, members, same, apart }: State, head: State): State {
  return Object.assign(head.fork(), { conditions, facts, model, members, same, apart });
}

function complaintsOf({ calls }: ReplayOutcome): (readonly Observed[])[] {
  return calls.flatMap(({ callee, args }) => (callee === 'console.assert' && isFalse(args[0]) ? [args] : []));
}

function isFalse(condition: Observed | undefined): boolean {
  return condition === undefined || (condition.kind === 'primitive' && !condition.value);
}

function areSame(a: readonly Observed[], b: readonly Observed[]): boolean {
  return (
    a.length === b.length &&
    a.every((value, index) => {
      const other = b[index];
      return other !== undefined && sameObserved(value, other);
    })
  );
}

/** The text of an error may rest on what was assumed of the outside; its kind does not. */
function isAsExpected(expected: Observed, seen: Observed, { notes }: State): boolean {
  if (sameObserved(expected, seen)) return true;
  if (notes === null || expected.kind !== 'object' || seen.kind !== 'object') return false;
  return expected.constructorName === seen.constructorName && expected.contents.kind === seen.contents.kind;
}
