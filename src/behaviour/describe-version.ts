import { createSolver } from '#smt/chain';
import type { Solver } from '#smt/solver';
import { calleeText } from '#symbolic/call-sequence-text';
import { termsOf } from '#symbolic/condition';
import { EffectDescriber } from '#symbolic/describe-effects';
import { describeClosely } from '#symbolic/describe-closely';
import { describeValue, type ReadTerm } from '#symbolic/describe-value';
import { scalarOfInput } from '#symbolic/input-symbols';
import type { World } from '#symbolic/machine';
import { isSameValue } from '#symbolic/object-changes';
import { placeOf } from '#symbolic/one-object';
import type { State } from '#symbolic/state';
import { TermsUnder } from '#symbolic/terms-under';
import { isTerm, type Value } from '#symbolic/value';
import type { Difference } from './difference';
import type { FunctionPair } from './function-pair';
import type { MadeCall } from './made-call';
import type { PairWorlds } from './pair-worlds';

export interface DescribedDifference {
  readonly before: string;
  readonly now: string;
}

/** Says in terms of the source what each version does where they differ. */
export class DescribedVersions {
  readonly headWorld: World;
  readonly #base: Version;
  readonly #head: Version;
  /** Asked for every difference: what intervals show must do. */
  readonly #solver: Solver = createSolver({ core: 'none' });

  constructor(pair: FunctionPair, worlds: PairWorlds, starts: { readonly base: State; readonly head: State }) {
    this.headWorld = worlds.head;
    this.#base = { world: worlds.base, effects: new EffectDescriber(worlds.base, starts.base, pair.base.path) };
    this.#head = { world: worlds.head, effects: new EffectDescriber(worlds.head, starts.head, pair.head.path) };
  }

  /** True of all inputs that satisfy the conditions of the difference: what these decide is said as decided. */
  describe({ base, head, decided, respect, place, later, earlier }: Difference): DescribedDifference {
    const under = new TermsUnder(this.headWorld.terms, this.#solver, termsOf(decided.conditions));
    const read: ReadTerm = (term) => under.of(term);
    const [before, now]: [Ended, Ended] = [
      { ...this.#base, state: base, read },
      { ...this.#head, state: head, read },
    ];
    const say = (describe: typeof describeValue): DescribedDifference => {
      if (respect === 'outcome') {
        const call = later.length === 0 ? '' : `${laterText(later, later.length)} `;
        return { before: `${call}${outcomeText(before, describe)}`, now: `${call}${outcomeText(now, describe)}` };
      }
      if (respect === 'calls') return differentCalls(callTexts(before, describe), callTexts(now, describe));
      if (earlier === null) return { before: place, now: place };
      return {
        before: `${earlier.name} is ${describe(before.world, base, earlier.base, read)}`,
        now: `${earlier.name} is ${describe(now.world, head, earlier.head, read)}`,
      };
    };
    if (respect === 'outcome' || respect === 'calls' || respect === 'results') {
      const said = say(describeValue);
      // What reads the same differs in something that is not said as a rule.
      return said.before === said.now ? say(describeClosely) : said;
    }
    return differentPlaces(before, now, (a, b) =>
      this.#isSame(this.#scalar(a, decided), this.#scalar(b, decided), read),
    );
  }

  /** An input that can only be a scalar any more, as its term. */
  #scalar(value: Value, decided: State): Value {
    if (value.kind !== 'input') return value;
    const location = placeOf(decided, value.location);
    const { members } = location.type;
    const mask = decided.members.get(location.id) ?? 2 ** (members.length + (location.optional ? 1 : 0)) - 1;
    const member = members.find((_, position) => mask === 2 ** position);
    return (member === undefined ? null : scalarOfInput(this.headWorld.terms, location, member)) ?? value;
  }

  #isSame(a: Value, b: Value, read: ReadTerm): boolean {
    if (!isTerm(a) || !isTerm(b)) return a.kind !== 'object' && isSameValue(a, b);
    if (a.sort !== b.sort) return false;
    const equal = this.headWorld.terms.apply(a.sort === 'num' ? 'num.same' : `${a.sort}.eq`, [a, b]);
    return read(equal) === this.headWorld.terms.true;
  }
}

/** The n-th call, by what is called: `result.add(x)`, `result(a)(b)`. */
function laterText(later: readonly MadeCall[], number: number): string {
  const call = later[number - 1];
  if (call === undefined) return 'result';
  const { callee, inputs } = call;
  const args = inputs.params.map(({ name, rest }) => (rest ? `...${name}` : name));
  return calleeText(rootText(later, call), callee, args);
}

function rootText(later: readonly MadeCall[], { callee: { from }, place }: MadeCall): string {
  switch (from.kind) {
    case 'result':
      return laterText(later, from.call);
    case 'argument':
      return /^[^.[]*/.exec(place)?.[0] ?? place;
    case 'receiver':
      return 'this';
    case 'given':
      return `given[${from.call}]`;
    case 'timer':
      return `timer ${from.index + 1}`;
    case 'export':
    case 'outside':
    case 'variable':
      return from.name;
  }
}

interface Version {
  readonly world: World;
  readonly effects: EffectDescriber;
}

/** A version at the end of its path. */
interface Ended extends Version {
  readonly state: State;
  readonly read: ReadTerm;
}

function outcomeText({ world, state, read }: Ended, describe: typeof describeValue): string {
  const { completion } = state;
  if (completion === null || completion.kind === 'cut') return 'never settles';
  const value = completion.kind === 'returns' ? completion.value : completion.error;
  const text = describe(world, state, value, read);
  if (completion.promised === true)
    return completion.kind === 'returns' ? `resolves to ${text}` : `rejects with ${text}`;
  return `${completion.kind} ${text}`;
}

function callTexts({ effects, state, read }: Ended, describe: typeof describeValue): string[] {
  return effects.calls(state, read, describe).map(({ text }) => text);
}

function differentCalls(before: readonly string[], now: readonly string[]): DescribedDifference {
  const [gone, added] = [without(before, now), without(now, before)];
  // The same calls in another order, or another number of times, are told in full.
  if (gone.length === 0 && added.length === 0) return { before: callList(before), now: callList(now) };
  const rest = before.length === gone.length ? 'calls nothing' : 'calls nothing more';
  return { before: gone.join(', ') || rest, now: added.join(', ') || (now.length === 0 ? 'calls nothing' : rest) };
}

function callList(texts: readonly string[]): string {
  return texts.length === 0 ? 'calls nothing' : texts.join(', ');
}

function without(texts: readonly string[], others: readonly string[]): string[] {
  return texts.filter((text) => !others.includes(text));
}

/** One place of the world outside of the function, and what a version did to it. */
interface ChangedPlace {
  readonly text: string;
  /** What it holds now, where that is one value. */
  readonly held: Value | null;
}

/** What the versions leave behind at the places where they leave something else. */
function differentPlaces(base: Ended, head: Ended, isSame: (a: Value, b: Value) => boolean): DescribedDifference {
  const [before, now] = [changedPlaces(base), changedPlaces(head)];
  const texts: (readonly [string, string])[] = [];
  // In one order, whichever version has changed them: differences that read the same are one.
  for (const place of [...new Set([...before.keys(), ...now.keys()])].toSorted(inOrder)) {
    const [was, is] = [before.get(place), now.get(place)];
    const [a, b] = [was ?? untouched(base, place, is), is ?? untouched(head, place, was)];
    const isEqual = a.held !== null && b.held !== null ? isSame(a.held, b.held) : false;
    if (!isEqual && a.text !== b.text) texts.push([a.text, b.text]);
  }
  if (texts.length === 0) return { before: changeList(before), now: changeList(now) };
  return { before: texts.map(([a]) => a).join(', '), now: texts.map(([, b]) => b).join(', ') };
}

const inOrder = new Intl.Collator('en', { numeric: true }).compare;

function changedPlaces({ effects, state, read }: Ended): ReadonlyMap<string, ChangedPlace> {
  const found = new Map<string, ChangedPlace>();
  for (const { place, text, held } of effects.changes(state, new Set(), read)) {
    const known = found.get(place);
    found.set(place, known === undefined ? { text, held } : { text: `${known.text}, ${text}`, held: null });
  }
  return found;
}

/** A place that only the other version has changed, and how. */
function untouched(
  { effects, world, state, read }: Ended,
  place: string,
  other: ChangedPlace | undefined,
): ChangedPlace {
  const held = other === undefined || isCallOf(other, place) ? null : effects.heldBefore(place);
  const text = held === null ? `leaves ${place} as it is` : `${place} = ${describeValue(world, state, held, read)}`;
  return { text, held };
}

/** Whether the other version has changed what is in a collection, or the time of a date: `seen.add(x)`. */
function isCallOf({ text, held }: ChangedPlace, place: string): boolean {
  return held === null && text.startsWith(`${place}.`);
}

function changeList(places: ReadonlyMap<string, ChangedPlace>): string {
  return places.size === 0 ? 'changes nothing' : [...places.values()].map(({ text }) => text).join(', ');
}
