import { timeZone } from '#core/local-time';
import { unsolved } from '#behaviour/grouped-differences';
import type { ComparedFunction } from '#behaviour/compared-function';
import type { ComparedLoading } from '#behaviour/compare-loading';
import type { FoundBehaviour } from '#behaviour/seen-behaviour';
import type { Gap } from '#behaviour/gaps';
import type { Witness as FoundWitness } from '#behaviour/call-runs';
import { differingPart } from '#replay/differing-part';
import type { Observed } from '#replay/observed';
import type { ReplayOutcome } from '#replay/outcome';
import { printObserved } from '#replay/print-observed';
import type { Note } from '#symbolic/state';
import { cutText, noteText } from './build-path';
import { conjunction } from './conjunction';
import type { NodeDescriber } from './describe-node';
import { SiteDescriber } from './describe-site';
import type { SpanResult } from './location';
import { observedOutcome } from './path-outcome';
import type { PathBounds } from './paths-result';
import type { Behaviour, Bound, Outcome, SameVerdict, UnknownVerdict, Verdict, Witness } from './verdict';

/** What is said of one function: the verdict, and the behaviours that it rests on. */
export interface Judged {
  readonly verdict: Verdict;
  readonly behaviours: readonly Behaviour[];
}

/** Puts comparisons of behaviour into words. */
export class VerdictBuilder {
  readonly #bounds: PathBounds;
  readonly #nodes: { readonly base: NodeDescriber; readonly head: NodeDescriber };
  readonly #sites: SiteDescriber;

  constructor(nodes: { readonly base: NodeDescriber; readonly head: NodeDescriber }, bounds: PathBounds) {
    this.#nodes = nodes;
    this.#bounds = bounds;
    this.#sites = new SiteDescriber(nodes.head.loaded);
  }

  /** `written`: a call as a reader can paste it. */
  function(compared: ComparedFunction, written = (call: string): string => call): Judged {
    const behaviours = compared.behaviours.map((found) => this.#behaviour(found, written)).toSorted(bySurprise);
    const how = { tried: compared.pairs, ...assumptions(compared) };
    const rest = this.#rest(compared);
    const [first] = behaviours;
    if (first === undefined) return { verdict: { ...rest, ...how }, behaviours };
    return { verdict: { kind: 'differs', witness: first.witness, elsewhere: rest, ...how }, behaviours };
  }

  /** A module is loaded in one way: what differs then, and was seen, is all. */
  loading(id: string, found: ComparedLoading): Judged {
    const { differences, problem, base, head, assumptions: taken = [], entry = id } = found;
    if (problem !== null || base === null || head === null) {
      return { verdict: { kind: 'unknown', reason: problem ?? 'it was not run' }, behaviours: [] };
    }
    const call = `import(${JSON.stringify(`./${entry}`)})`;
    const behaviours = differences.map(({ before, now }): Behaviour => {
      const witness: Witness = {
        call,
        base: { ...outcomeOf(base), effects: [before] },
        head: { ...outcomeOf(head), effects: [now] },
        replayed: true,
        ...zoneOf(base, head),
      };
      return { when: 'true', before, now, witness, locations: [] };
    });
    const [first] = behaviours;
    return first === undefined
      ? { verdict: { kind: 'same', bound: null, ...(taken.length === 0 ? {} : { assumptions: taken }) }, behaviours }
      : { verdict: { kind: 'differs', witness: first.witness }, behaviours };
  }

  #rest(compared: ComparedFunction): SameVerdict | UnknownVerdict {
    const { behaviours, gaps, unconfirmed, problem, complete, full, uncalled, interrupted, solverProblem } = compared;
    if (interrupted) return { kind: 'unknown', reason: 'it was interrupted' };
    if (problem !== null) return { kind: 'unknown', reason: problem };
    const open = gaps.find(({ kind }) => kind === 'unknown');
    if (open !== undefined) return { kind: 'unknown', reason: this.#reason(open) };
    const [doubtful] = unconfirmed;
    if (doubtful !== undefined) {
      const reason = doubtful === unsolved ? unsolved : `a difference was found that no run has shown: ${doubtful}`;
      return { kind: 'unknown', reason };
    }
    if (uncalled === true) return { kind: 'unknown', reason: 'no input is known that it can be called with' };
    if (!complete) {
      const most = full ? `${this.#bounds.paths} (--max-paths)` : 'there was time for';
      return { kind: 'unknown', reason: solverProblem ?? `there were more paths than ${most}` };
    }
    const isBounded = compared.loops !== undefined || gaps.some(({ kind }) => kind === 'bound');
    if (isBounded) return { kind: 'same', bound: this.#bound(compared.loops) };
    // Calls on trial have shown what the search takes to be impossible: there may be more of it.
    const isUnforeseen = behaviours.length > 0 && behaviours.every(({ certain }) => !certain);
    return isUnforeseen ? { kind: 'unknown', reason: unforeseen } : { kind: 'same', bound: null };
  }

  /** The last of the turns that were followed was not left: what comes after it is not known. */
  #bound(turns = this.#bounds.loops): Bound {
    return { loops: turns - 1, depth: this.#bounds.depth };
  }

  #reason({ why }: Gap): string {
    switch (why.kind) {
      case 'doubt':
        return why.what;
      case 'later-calls':
        return 'more calls can follow than were tried';
      case 'note':
        return noteText(why.note, this.#sites);
      default:
        return cutText(why, this.#sites, this.#bounds);
    }
  }

  #behaviour(
    { when, certain, before, now, witness, differences, callers }: FoundBehaviour,
    written: (call: string) => string,
  ): Behaviour {
    const cases = when.map((conditions) => conjunction(conditions.map(({ text }) => text)));
    const isAlways = cases.includes('true');
    return {
      when: isAlways ? 'true' : cases.length === 0 ? 'this call' : disjunction(cases),
      before,
      now,
      witness: witnessOf(
        Object.assign({}, witness, { call: written(witness.call) }),
        differences.length > 0 && differences.every(({ respect }) => respect === 'module'),
      ),
      locations: this.#locations(differences),
      count: Math.max(1, differences.length),
      ...(certain ? {} : { certain }),
      ...(callers === null ? {} : { tests: callers }),
    };
  }

  #locations(differences: FoundBehaviour['differences']): SpanResult[] {
    const found = new Map<string, SpanResult>();
    for (const { touched } of differences) {
      const nodes = this.#nodes[touched.version];
      for (const { path, fn, node } of touched.sites) {
        const cfgNode = nodes.loaded.module(path)?.functions[fn]?.nodes[node];
        if (cfgNode === undefined || cfgNode.end <= cfgNode.start) continue;
        const span = nodes.span(path, cfgNode.start, cfgNode.end);
        found.set(`${path}:${span.start}:${span.end}`, span);
      }
    }
    return [...found.values()].slice(0, mostLocations);
  }
}

const mostLocations = 10;

const unforeseen = 'the search has not found what this call shows';

/** Cases of which one holds, as one expression. */
function disjunction(cases: readonly string[]): string {
  const [only, ...others] = [...new Set(cases)];
  if (only === undefined) return 'true';
  return others.length === 0
    ? only
    : [only, ...others].map((each) => (each.includes(' && ') ? `(${each})` : each)).join(' || ');
}

function assumptions({ gaps, remarks }: ComparedFunction): { readonly assumptions?: readonly string[] } {
  const notes = gaps.flatMap(({ why }): Note[] => (why.kind === 'note' ? [why.note] : []));
  const all = [...remarks, ...new Set(notes.map(({ what }) => what))];
  return all.length === 0 ? {} : { assumptions: all };
}

/** `withState`: the difference is in variables of the module. */
function witnessOf({ call, base, head }: FoundWitness, withState: boolean): Witness {
  const [before, now] = [effectTexts(base, head, withState), effectTexts(head, base, withState)];
  return {
    call,
    base: { ...outcomeOf(base), ...effectsOf(before) },
    head: { ...outcomeOf(head), ...effectsOf(now) },
    replayed: true,
    ...zoneOf(base, head),
  };
}

function zoneOf(...runs: readonly ReplayOutcome[]): { readonly timeZone?: string } {
  return runs.some(({ localTime }) => localTime === true) ? { timeZone } : {};
}

function effectsOf(effects: readonly string[]): { readonly effects?: readonly string[] } {
  return effects.length === 0 ? {} : { effects };
}

/** Where one run left something else behind than the other, what it left; and its calls, where they differ. */
function effectTexts(own: ReplayOutcome, other: ReplayOutcome, withState: boolean): string[] {
  const [calls, others] = [callTexts(own), leftBehind(other, withState)];
  const left = [...leftBehind(own, withState)].flatMap(([place, each]) => leftOtherwise(each, others.get(place)) ?? []);
  return calls.join('\n') === callTexts(other).join('\n') ? left : [...left, ...calls];
}

interface LeftValue {
  readonly name: string;
  readonly sign: ':' | ' =';
  readonly value: Observed;
}

/** Of large values that part in which they differ; null where nothing can be told apart. */
function leftOtherwise(own: LeftValue, other: LeftValue | undefined): string | null {
  const text = leftText(own);
  if (other === undefined) return text;
  const otherText = leftText(other);
  if (text === otherText) return null;
  if (Math.max(text.length, otherText.length) <= longestLeft) return text;
  const { place, before } = differingPart(own.value, other.value, own.name);
  return before === null ? `${place} is not there` : leftText({ ...own, name: place, value: before });
}

const longestLeft = 200;

function leftText({ name, sign, value }: LeftValue): string {
  return `${name}${sign} ${printObserved(value)}`;
}

/** What a run left behind, by where. */
function leftBehind(
  { receiver, args, results = [], moduleState }: ReplayOutcome,
  withState: boolean,
): ReadonlyMap<string, LeftValue> {
  return new Map([
    ...(receiver === null ? [] : [named('this', receiver)]),
    ...args.map((arg, index) => named(`argument ${index + 1}`, arg)),
    ...results.map((result, index) => named(index === 0 ? 'result' : `result ${index + 1}`, result)),
    ...(withState ? moduleState : []).map(([name, value]): readonly [string, LeftValue] => [
      `= ${name}`,
      { name, sign: ' =', value },
    ]),
  ]);
}

function named(name: string, value: Observed): readonly [string, LeftValue] {
  return [name, { name, sign: ':', value }];
}

function callTexts({ calls }: ReplayOutcome): string[] {
  return calls.map(({ callee, args }) => `${callee}(${args.map((arg) => printObserved(arg)).join(', ')})`);
}

function outcomeOf(outcome: ReplayOutcome): Outcome {
  const { completion } = outcome;
  switch (completion.kind) {
    case 'never-settles':
      return { kind: 'never-settles' };
    case 'exits':
      return { kind: 'exits', code: completion.code };
    case 'returns':
    case 'throws': {
      const observed = observedOutcome(outcome);
      return observed.kind === 'unknown' ? { kind: 'times-out' } : observed;
    }
    default:
      return { kind: 'times-out' };
  }
}

/** An error where there was none first, then one that is gone, then what holds for more inputs. */
function bySurprise(a: Behaviour, b: Behaviour): number {
  return surprise(b) - surprise(a) || a.when.length - b.when.length;
}

function surprise({ witness: { base, head } }: Behaviour): number {
  if (base.kind !== 'throws' && head.kind === 'throws') return 4;
  if (base.kind !== head.kind) return 3;
  return (base.effects ?? head.effects) === undefined ? 2 : 1;
}
