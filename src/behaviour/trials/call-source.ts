import type { FunctionIr } from '#ir/cfg';
import type { FunctionInputs, ParamInput } from '#symbolic/input-type';
import type { WrittenCall } from '../call-runs';
import { classNamesIn, type Argument } from './argument';
import type { ArgumentPool } from './argument-pool';
import { Dice } from './dice';
import { ArgumentDrawer } from './draw-argument';
import { fitsParameter, fitsParameters } from './fits-type';
import { InstanceCalls } from './instance-calls';
import { LatePromises } from './late-promises';
import { ArgumentMutator } from './mutate-arguments';
import { calledNames, type CalledNames } from './called-names';
import { choicesFrom, neutralCalls } from './row-choices';
import { chainsOf, fitsResults, type ResultParams } from './result-calls';
import { StepSource, type Part } from './steps';
import { argumentsLike, named, type TellingCalls, type ToldCall } from './telling-calls';
import { byItself, type CallSurroundings, type LaterArguments, type TrialCall } from './trial-call';
import { writeCall } from './write-call';

/**
 * Calls of a function, the likeliest to matter first: those that others have written, those with values that came with the
 * change, then such that are made out of calls which did something new. The same every time, whatever they do.
 */
export class CallSource {
  readonly #names: CalledNames;
  readonly #inputs: FunctionInputs;
  readonly #pool: ArgumentPool;
  readonly #dice = new Dice(0x77696e67);
  readonly #drawer: ArgumentDrawer;
  readonly #mutator: ArgumentMutator;
  readonly #makes: readonly ParamInput[] | null;
  readonly #selves: readonly (readonly Argument[])[];
  readonly #results: ResultParams;
  readonly #steps: StepSource;
  readonly #onInstance: InstanceCalls;
  /** What tests have called on one instance. */
  readonly #amid: Generator<TrialCall>;
  #written: Generator<TrialCall>;
  /** A call has given a function: that is called, too. */
  #goesOn = false;
  readonly #seen = new Set<string>();
  readonly #kept: TrialCall[] = [];
  /** Arguments that came with the change: others like them are likely to matter, whatever they did themselves. */
  readonly #fresh: readonly (readonly Argument[])[];
  readonly #telling: TellingCalls;
  readonly #classNames: ReadonlySet<string>;
  readonly #own: readonly Argument[];
  /** Like those that tell something of other functions. */
  readonly #likely: TrialCall[] = [];
  #told = 0;
  #asked = 0;
  #turn = 0;
  readonly #late: LatePromises;

  constructor(pool: ArgumentPool, fn: FunctionIr, inputs: FunctionInputs, surroundings: CallSurroundings) {
    this.#names = calledNames(fn);
    this.#inputs = inputs;
    this.#pool = pool;
    this.#drawer = new ArgumentDrawer(pool, this.#dice, surroundings.classNames);
    this.#mutator = new ArgumentMutator(pool, this.#dice, this.#drawer);
    this.#makes = inputs.receiver === null ? null : surroundings.makes;
    this.#results = surroundings.results;
    const { amid, members } = surroundings;
    const stepsOf = (parts: readonly Part[]): StepSource =>
      new StepSource(parts, this.#names.called, pool, this.#dice, this.#drawer);
    this.#steps = stepsOf(surroundings.parts);
    const around = { ...members, before: stepsOf(members.before), after: stepsOf(members.after), amid: stepsOf(amid) };
    this.#onInstance = new InstanceCalls(inputs.params, around, this.#dice);
    const sessions = this.#makes === null ? [] : pool.sessionsOf(this.#names.simpleClass);
    this.#amid = this.#onInstance.written(sessions, this.#names.called);
    this.#telling = surroundings.telling;
    this.#classNames = new Set(surroundings.classNames);
    this.#late = new LatePromises(inputs.params);
    this.#own = surroundings.own.slice(0, furtherForLike);
    this.#selves = this.#writtenSelves();
    const { params } = inputs;
    this.#fresh = pool.fresh
      .slice(0, mostFresh)
      .map((row) => row.slice(0, params.length))
      .filter((args) => args.length > 0 && fitsParameters(args, params));
    this.#written = this.#writtenCalls();
  }

  /** The next calls, none twice; fewer when there are no more. */
  take(count: number): TrialCall[] {
    const taken: TrialCall[] = [];
    this.#listen();
    for (let attempts = count * 4; attempts > 0 && taken.length < count; attempts--) {
      const call = this.#likely.shift() ?? this.#next();
      if (call !== null && this.#isNew(call)) taken.push(call);
    }
    return taken;
  }

  /** Something was told that no call was made of. */
  get hasNews(): boolean {
    return this.#telling.after(this.#told).length > 0;
  }

  /** A call that did something which no other had done: others are made out of it. */
  keep(call: TrialCall): void {
    this.#kept.push(call);
  }

  /** Calls give functions: from now on these are called as well, for all that they do is still to come. */
  goOn(): void {
    if (this.#goesOn || this.#results === null) return;
    this.#goesOn = true;
    this.#likely.length = 0;
    this.#told = 0;
    this.#written = this.#writtenChains();
  }

  /** Whether a call gave something. */
  note({ steps }: TrialCall, worked: boolean): void {
    if (steps.length > 0) this.#steps.note(worked);
  }

  /** A call that both versions answer differently: other functions are called so, too. */
  tell({ self, args, later }: TrialCall): void {
    const values = [
      ...named(args, this.#inputs.params),
      ...named(self ?? [], this.#makes ?? []),
      ...named(later ?? [], this.#results?.[0] ?? []),
    ];
    this.#telling.add({ values, args: [...args, ...(later ?? [])] });
  }

  written(call: TrialCall): WrittenCall {
    return writeCall(this.#names.qualified, this.#names.className, call);
  }

  /** Whether a function may be called so. */
  isAllowed({ self, around, args, later, steps, atOnce }: TrialCall): boolean {
    return (
      fitsParameters(args, this.#inputs.params) &&
      this.#onInstance.areAllowed(around, atOnce) &&
      (self === null || fitsParameters(self, this.#makes ?? [])) &&
      (later === null || fitsResults(later, this.#results)) &&
      this.#steps.areAllowed(steps)
    );
  }

  #isNew(call: TrialCall): boolean {
    const { call: text } = this.written(call);
    if (this.#seen.has(text)) return false;
    this.#seen.add(text);
    return true;
  }

  /** There may be thousands of written calls: what is made out of calls does not wait for the last of them. */
  #next(): TrialCall | null {
    this.#asked++;
    if (this.#late.areDue(this.#asked)) return this.#onSelf(this.#late.draw(this.#drawer));
    if (this.#asked % 4 === 1 && this.#onInstance.mayLookAmid) return this.#onInstance.amid(this.#plain());
    if (this.#asked % 2 === 0 && !this.#goesOn && this.#steps.isUseful) return this.#stepped();
    if (this.#asked % 2 === 0 && this.#onInstance.isUseful) {
      const amid = this.#amid.next();
      if (amid.done !== true) return this.isAllowed(amid.value) ? amid.value : null;
      return this.#onInstance.around(this.#plain());
    }
    if (this.#asked > mostWrittenFirst && this.#asked % 3 === 0) return this.#drawn();
    const next = this.#written.next();
    return next.done === true ? this.#drawn() : next.value;
  }

  #listen(): void {
    const told = this.#telling.after(this.#told);
    this.#told += told.length;
    for (const call of told) this.#likely.push(...this.#callsLike(call));
  }

  #callsLike(told: ToldCall): TrialCall[] {
    const { params } = this.#inputs;
    const further = [
      ...this.#pool.callsOf(this.#names.called).slice(0, furtherForLike),
      ...this.#own.map((value) => params.map(() => value)),
    ];
    const selves = this.#makes === null ? [null] : argumentsLike(told, this.#makes, this.#selves.slice(0, 1));
    const likely: readonly Pick<TrialCall, 'args' | 'later'>[] = this.#goesOn
      ? chainsOf(told.args, params.length)
      : [...argumentsLike(told, params, further), ...this.#withTold(told, params)].map((args) => ({
          args,
          later: null,
        }));
    return likely
      .flatMap(({ args, later }) =>
        selves.map((self): TrialCall => ({ self, around: byItself, args, later, steps: [], isWritten: true })),
      )
      .filter((call) => this.isAllowed(call) && this.#isKnownBy(call));
  }

  /** Each value of a call that tells something, in each place of some calls that others have written. */
  #withTold({ values }: ToldCall, params: readonly ParamInput[]): (readonly Argument[])[] {
    const name = this.#names.called;
    const known = [...this.#pool.callsOf(name).slice(0, callsForValue), ...this.#pool.rowsNear(name).slice(0, 1)];
    const around = known.length > 0 ? known : neutralCalls(params.length);
    return values.flatMap(({ value }) => [...this.#withFresh([value], params, around)]).slice(0, mostWithTold);
  }

  /** Whether all classes that it names can be named. */
  #isKnownBy({ self, args, later }: TrialCall): boolean {
    const values = [...(self ?? []), ...args, ...(later ?? [])];
    return values.flatMap(classNamesIn).every((name) => this.#classNames.has(name));
  }

  #stepped(): TrialCall | null {
    const call = this.#plain();
    return call === null ? null : { ...call, steps: this.#steps.draw() };
  }

  /** As others have called it, if they have. */
  #plain(): TrialCall | null {
    const { params } = this.#inputs;
    const known = this.#dice.pick(this.#pool.callsOf(this.#names.called))?.slice(0, params.length);
    return this.#onSelf(known !== undefined && fitsParameters(known, params) ? known : this.#drawer.drawAll(params));
  }

  #onSelf(args: readonly Argument[] | null, drawLater: () => LaterArguments | 'none' = () => null): TrialCall | null {
    const [self, later] = [this.#self(), drawLater()];
    if (args === null || self === 'none' || later === 'none') return null;
    return { self, around: byItself, args, later, steps: [], isWritten: false };
  }

  #drawn(): TrialCall | null {
    const { params } = this.#inputs;
    const base = this.#dice.once(5) ? undefined : this.#base();
    if (base === undefined) return this.#onSelf(this.#drawer.drawAll(params), () => this.#drawnLater());
    if (this.#goesOn && (base.later === null || this.#dice.once(2))) {
      const later = base.later === null ? this.#drawnLater() : base.later.map((value) => this.#mutator.mutate(value));
      if (later === 'none' || later === null || !fitsResults(later, this.#results)) return null;
      return { ...base, later, isWritten: false };
    }
    if (base.steps.length > 0 && !this.#dice.once(4)) {
      return { ...base, steps: this.#steps.vary(base.steps), isWritten: false };
    }
    if (this.#onInstance.isUseful && this.#dice.once(3)) return this.#onInstance.varied(base);
    if (base.self !== null && this.#dice.once(3)) {
      const self = this.#mutator.mutateAll(base.self, this.#makes ?? []);
      return self === null ? null : { ...base, self, isWritten: false };
    }
    const args = this.#mutator.mutateAll(base.args, params);
    return args === null ? null : { ...base, args, isWritten: false };
  }

  /** A call to make another out of. */
  #base(): TrialCall | undefined {
    const args = this.#fresh.length > 0 && this.#dice.once(3) ? this.#dice.pick(this.#fresh) : undefined;
    const self = args === undefined ? 'none' : this.#self();
    if (args === undefined || self === 'none') return this.#dice.pick(this.#kept);
    return { self, around: byItself, args, later: null, steps: [], isWritten: false };
  }

  #drawnLater(): LaterArguments | 'none' {
    if (!this.#goesOn) return null;
    const [params] = this.#results ?? [];
    const drawn = params === undefined ? [this.#drawer.string()] : this.#drawer.drawAll(params);
    return drawn !== null && fitsResults(drawn, this.#results) ? drawn : 'none';
  }

  /** What others make objects of the class with; where nobody does, what they write anywhere. */
  #writtenSelves(): readonly (readonly Argument[])[] {
    const makes = this.#makes;
    if (makes === null) return [];
    const known = this.#pool.newsOf(this.#names.simpleClass).filter((row) => fitsParameters(row, makes));
    return (known.length > 0 ? known : this.#pool.rows.filter((row) => fitsParameters(row, makes))).slice(
      0,
      mostSelves,
    );
  }

  /** Null where the function is not called on an object. */
  #self(): readonly Argument[] | null | 'none' {
    if (this.#makes === null) return null;
    if (this.#selves.length > 0) return this.#selves[this.#turn++ % this.#selves.length] ?? [];
    return this.#drawer.drawAll(this.#makes) ?? 'none';
  }

  *#writtenCalls(): Generator<TrialCall> {
    const { params } = this.#inputs;
    for (const args of this.#lists(params)) {
      const self = fitsParameters(args, params) ? this.#self() : 'none';
      if (self !== 'none') yield { self, around: byItself, args, later: null, steps: [], isWritten: true };
    }
  }

  *#writtenChains(): Generator<TrialCall> {
    const { fresh, rows } = this.#pool;
    const [own, near] = [this.#pool.callsOf(this.#names.called), this.#pool.rowsNear(this.#names.called)];
    const known = this.#dice.shuffled([
      ...own.slice(0, mostOwn),
      ...near.slice(0, mostRows),
      ...rows.slice(0, mostRows),
    ]);
    for (const row of [...fresh.slice(0, mostFresh), ...known]) {
      for (const chain of chainsOf(row, this.#inputs.params.length)) {
        const self = this.#self();
        if (self === 'none') continue;
        const call = { ...chain, self, around: byItself, steps: [], isWritten: true };
        if (this.isAllowed(call)) yield call;
      }
    }
  }

  *#lists(params: readonly ParamInput[]): Generator<readonly Argument[]> {
    const { fresh, rows } = this.#pool;
    const name = this.#names.called;
    const [own, near] = [this.#pool.callsOf(name), this.#pool.rowsNear(name)];
    if (params.length === 0) yield [];
    const known = [...own, ...near].slice(0, mostOwn);
    const around = known.length > 0 ? known : neutralCalls(params.length);
    const news = fresh.slice(0, mostFresh);
    yield* news.map((row) => row.slice(0, params.length));
    const mixed = news.flatMap((row) => choicesFrom(row, params.length));
    for (const row of news) mixed.push(...this.#withFresh(row, params, around));
    // A few calls are often all that is made: they had better be of all kinds.
    yield* this.#dice.shuffled(mixed);
    yield* own.slice(0, mostOwn).map((row) => row.slice(0, params.length));
    yield* [...near.slice(0, mostRows), ...rows.slice(0, mostRows)].flatMap((row) => choicesFrom(row, params.length));
  }

  /** Each value that came with the change in each place of some calls that others have written. */
  *#withFresh(
    row: readonly Argument[],
    params: readonly ParamInput[],
    calls: readonly (readonly Argument[])[],
  ): Generator<readonly Argument[]> {
    const fitting = calls.filter((args) => fitsParameters(args.slice(0, params.length), params));
    for (const value of row) {
      for (const [at, param] of params.entries()) {
        if (!fitsParameter(value, param)) continue;
        for (let turn = 0; turn < callsForValue && turn < fitting.length; turn++) {
          const args = [...(fitting[(this.#turn++ * 7) % fitting.length] ?? [])].slice(0, params.length);
          if (args.length >= at) yield args.toSpliced(at, 1, value);
        }
      }
    }
  }
}

const mostWrittenFirst = 60;
const mostSelves = 12;
const mostFresh = 60;
const mostOwn = 200;
const mostRows = 200;
const callsForValue = 3;
const furtherForLike = 12;
const mostWithTold = 36;
