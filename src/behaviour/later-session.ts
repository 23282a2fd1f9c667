import { actOn } from '#symbolic/act-on';
import { adoptAliases } from '#symbolic/aliasing';
import { inputValues, startLeftFunction } from '#symbolic/begin';
import type { Closure } from '#symbolic/closure';
import type { FunctionInputs } from '#symbolic/input-type';
import type { World } from '#symbolic/machine';
import { run } from '#symbolic/run';
import { depthFirst } from '#symbolic/searcher';
import type { Site } from '#symbolic/site';
import type { State } from '#symbolic/state';
import { fire, nextTimer } from '#symbolic/timers';
import { objectValue, undefinedValue, type Ref, type Value } from '#symbolic/value';
import { compareEnds, mostCases, resultName, type ComparedEnds, type EndComparison, type Gained } from './compare-ends';
import type { Difference } from './difference';
import { cutOf, gapOf, restingOn, type Gap } from './gaps';
import type { HandedOn } from './handed-on';
import type { LaterInputs } from './later-inputs';
import { isNothing, leftBehind } from '#symbolic/left-behind';
import type { MadeCall } from './made-call';
import { TouchedNodes } from './touched-nodes';

/** Pairs of ends that are looked at behind one pair of paths. */
const mostPairs = 400;

export interface LaterSessionOptions {
  readonly first: 'base' | 'head';
  readonly versions: EndComparison;
  readonly inputs: LaterInputs;
  readonly isChanged: { readonly first: (site: Site) => boolean; readonly second: (site: Site) => boolean };
  readonly expired: () => boolean;
}

/** Both versions after the same calls, with what can be called next. */
export interface Meeting {
  readonly first: State;
  readonly second: State;
  readonly gained: Gained;
  readonly calls: readonly MadeCall[];
  /** Changed code that was executed on the way. */
  readonly touched: Difference['touched'];
}

export interface FollowedLater {
  readonly found: ComparedLater;
  /** A call has changed something that was there before it. */
  readonly leavesSomething: boolean;
  /** A call has handed on further functions. */
  readonly handsOn: boolean;
  readonly ends: readonly EndedAlike[];
}

/** Both versions at the end of a call that came to the same. */
export interface EndedAlike {
  readonly first: State;
  readonly second: State;
}

export interface ComparedLater {
  readonly differences: readonly Difference[];
  readonly gaps: readonly Gap[];
  readonly pairs: number;
  readonly steps: number;
  readonly complete: boolean;
}

/** All calls that are made after one pair of paths. */
export class LaterSession {
  readonly #options: LaterSessionOptions;
  /** In sequence, where calls see what earlier ones left behind: each is made after each. */
  readonly #mode: 'apart' | 'in-sequence';
  readonly #most: number;
  readonly #worlds: { readonly first: World; readonly second: World };
  readonly #watch: { readonly first: TouchedNodes; readonly second: TouchedNodes };
  readonly #differences: Difference[] = [];
  readonly #gaps: Gap[] = [];
  #pairs = 0;
  #steps = 0;
  #complete = true;
  #leavesSomething = false;
  #handsOn = false;
  readonly #ends: EndedAlike[] = [];

  constructor(options: LaterSessionOptions, mode: 'apart' | 'in-sequence', most: number) {
    this.#options = options;
    this.#mode = mode;
    this.#most = most;
    const { first, second } = options.versions;
    this.#worlds = { first: first.world, second: second.world };
    this.#watch = {
      first: new TouchedNodes(options.isChanged.first),
      second: new TouchedNodes(options.isChanged.second),
    };
  }

  follow(meeting: Meeting): FollowedLater {
    this.#callAll(meeting, meeting.gained.functions);
    const found = {
      differences: this.#differences,
      gaps: this.#gaps,
      pairs: this.#pairs,
      steps: this.#steps,
      complete: this.#complete,
    };
    const [leavesSomething, handsOn] = [this.#leavesSomething, this.#handsOn];
    return { found, leavesSomething, handsOn, ends: this.#ends };
  }

  #callAll(meeting: Meeting, functions: readonly HandedOn[]): void {
    for (const fn of functions) {
      if (!this.#complete) return;
      if (isDue(meeting, fn)) this.#call(meeting, fn);
    }
  }

  #call(meeting: Meeting, fn: HandedOn): void {
    const { calls, second } = meeting;
    const [left, right] = [closureAt(meeting.first, fn.first), closureAt(second, fn.second)];
    if (left === null || right === null) return;
    if (this.#pairs > mostPairs) {
      const what = `there are more ways to call ${fn.place} than were tried`;
      this.#gaps.push(
        fn.isKnown === true
          ? { kind: 'bound', why: { kind: 'later-calls', most: calls.length }, state: second }
          : { kind: 'unknown', why: { kind: 'doubt', what }, state: second },
      );
      return;
    }
    const inputs =
      fn.timer === undefined
        ? this.#options.inputs.of(left, right, `${calls.length} ${fn.place}`, fn.callee.how)
        : noInputs;
    if (inputs === null) {
      const what = `${fn.place} is a function whose parameters have changed`;
      this.#gaps.push({ kind: 'unknown', why: { kind: 'doubt', what }, state: second });
      return;
    }
    const nextOutside = Math.max(meeting.first.nextOutside, second.nextOutside);
    const start = Object.assign(meeting.first.fork(), { nextOutside, calledBack: 0 });
    const called: MadeCall = { callee: fn.callee, place: fn.place, inputs, previous: lastEnd(meeting.gained) };
    for (const end of this.#run('first', start, fn, inputs)) {
      const cut = cutOf(end);
      if (cut !== null) {
        this.#gaps.push(gapOf(cut, end));
        continue;
      }
      for (const state of told(
        this.#worlds.second,
        Object.assign(second.fork(), { nextOutside, calledBack: 0 }),
        end,
      )) {
        if ('reason' in state) this.#gaps.push(gapOf(state.reason, state.state));
        else this.#meet(meeting, called, end, this.#run('second', state.state, fn, inputs), start);
      }
    }
  }

  #run(side: 'first' | 'second', from: State, fn: HandedOn, inputs: FunctionInputs): readonly State[] {
    const { expired } = this.#options;
    const world = this.#worlds[side];
    const receiver = fn.holder === null ? undefinedValue : objectValue(fn.holder[side]);
    const timer = fn.timer?.[side];
    const args = timer?.args ?? inputValues(world, inputs).args;
    const at = from.fork();
    if (timer !== undefined) fire(at, timer);
    const started = startLeftFunction(world, at, { fn: fn[side], receiver, args });
    const found = run(world, [started], { expired, observer: this.#watch[side] }, depthFirst());
    this.#steps += found.steps;
    this.#complete &&= found.complete;
    return timer === undefined ? found.ends : found.ends.map(withoutResult);
  }

  #meet(meeting: Meeting, called: MadeCall, end: State, others: readonly State[], start: State): void {
    const { versions, first, expired } = this.#options;
    const calls = [...meeting.calls, called];
    for (const other of others) {
      if (expired()) {
        this.#complete = false;
        return;
      }
      this.#pairs++;
      const reason = cutOf(other);
      if (reason !== null) {
        this.#gaps.push(gapOf(reason, other));
        continue;
      }
      const touched = this.#touched(meeting, end, other);
      for (const way of actOn(
        this.#worlds.second,
        other,
        (machine) => compareEnds(versions, end, machine, meeting.gained),
        mostCases,
      )) {
        if (way.kind === 'cut') {
          this.#gaps.push(gapOf(way.reason, way.state));
          continue;
        }
        const { finding } = way.result;
        if (finding.kind !== 'unsure') this.#gaps.push(...restingOn(way.state, end));
        if (finding.kind === 'different') {
          const [head, base] = first === 'head' ? [end, way.state] : [way.state, end];
          const { respect, place } = finding;
          const earlier = respect === 'results' ? this.#earlier(meeting.gained, place) : null;
          this.#differences.push({ head, base, decided: way.state, respect, place, touched, later: calls, earlier });
          continue;
        }
        if (finding.kind === 'unsure')
          this.#gaps.push({ kind: 'unknown', why: { kind: 'doubt', what: finding.why }, state: way.state });
        const isLeft = !isNothing(leftBehind(start, end)) || !isNothing(leftBehind(meeting.second, other));
        this.#leavesSomething ||= isLeft;
        this.#handsOn ||= way.result.handedOn.length > 0;
        this.#ends.push({ first: end, second: way.state });
        const isGiven = start.given !== end.given || meeting.second.given !== other.given;
        this.#goOn(meeting, way.result, way.state, calls, touched, isLeft || isGiven);
      }
    }
  }

  #goOn(
    { gained }: Meeting,
    { first, result, handedOn }: ComparedEnds,
    second: State,
    calls: readonly MadeCall[],
    touched: Difference['touched'],
    isLeft: boolean,
  ): void {
    const functions = [...gained.functions.filter(({ timer }) => timer === undefined), ...handedOn];
    const next = { first, second, gained: { results: [...gained.results, result], functions }, calls, touched };
    const made = handedOn.some(({ isSame }) => !isSame) ? handedOn : [];
    // After a call that leaves nothing, also with the outside, others do what they do without it.
    const callable = this.#mode === 'in-sequence' && isLeft ? functions : made;
    // The same functions, called without end, are one bound that is said once.
    if (calls.length < this.#most) this.#callAll(next, callable);
    else if (callable.length > 0 && !this.#gaps.some(({ why }) => why.kind === 'later-calls')) {
      this.#gaps.push({ kind: 'bound', why: { kind: 'later-calls', most: this.#most }, state: second });
    }
  }

  #earlier({ results }: Gained, place: string): Difference['earlier'] {
    const call = results.findLastIndex((_, number) => place.startsWith(resultName(number)));
    const [name, pair] = [resultName(call), results[call] ?? null];
    if (pair === null) return null;
    const { first, second } = pair;
    return this.#options.first === 'head' ? { name, head: first, base: second } : { name, head: second, base: first };
  }

  #touched(meeting: Meeting, end: State, other: State): Difference['touched'] {
    const { first } = this.#options;
    const before = meeting.touched;
    const own = this.#watch.first.of(end);
    if (own.length > 0) return before.version === first ? union(before, own) : { version: first, sites: own };
    if (before.sites.length > 0) return before;
    return { version: first === 'head' ? 'base' : 'head', sites: this.#watch.second.of(other) };
  }
}

/** Nobody sees what a function gives that a timer calls. */
function withoutResult(end: State): State {
  if (end.completion?.kind === 'returns') end.completion = { ...end.completion, value: undefinedValue };
  return end;
}

/** A timer calls its function once it is the next to fire. */
function isDue({ first, second }: Meeting, { timer }: HandedOn): boolean {
  if (timer === undefined) return true;
  return nextTimer(first)?.handle === timer.first.handle && nextTimer(second)?.handle === timer.second.handle;
}

const noInputs: FunctionInputs = { params: [], receiver: null, preconditions: [], widened: [] };

function union({ version, sites }: Difference['touched'], more: readonly Site[]): Difference['touched'] {
  const known = new Set(sites.map(keyOf));
  return { version, sites: [...sites, ...more.filter((site) => !known.has(keyOf(site)))] };
}

function keyOf({ path, fn, node }: Site): string {
  return `${path}#${fn}:${node}`;
}

function lastEnd({ results }: Gained): MadeCall['previous'] {
  const last = results.at(-1) ?? null;
  return last === null ? 'threw' : last.promised ? 'promised' : 'returned';
}

function closureAt({ heap }: State, ref: Ref): Closure | null {
  const internal = heap.get(ref)?.internal;
  return internal?.kind === 'closure' ? internal.closure : null;
}

type Told = { readonly state: State } | Extract<ReturnType<typeof actOn>[number], { readonly kind: 'cut' }>;

/** A state of the other version with all that a path of this one has found out about the inputs. */
function told(world: World, state: State, { conditions, facts, model, members, undecided }: State): readonly Told[] {
  const knowing = Object.assign(state.fork(), { conditions, facts, model, members, undecided });
  return actOn(world, knowing, (machine): Value => {
    const adopted = adoptAliases(world, machine.state, conditions);
    if (adopted.kind === 'unclear') machine.unsupported('objects handed in that only one version finds to be one');
    if (adopted.kind !== 'adopted' || !machine.decide(adopted.equal)) {
      machine.cut({ kind: 'contradiction', at: machine.site });
    }
    return undefinedValue;
  });
}
