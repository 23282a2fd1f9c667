import type { CallRuns, Witness } from '../call-runs';
import type { CallSource } from './call-source';
import { shorterCalls, simplerCalls } from './simpler-calls';
import { isForFreshModules, type TrialCall } from './trial-call';

/** Differences of one function that calls on trial have shown. */
const mostFound = 3;
/** Calls that differ at first sight and not when they are made on fresh modules. */
const mostMistaken = 12;
/** Calls that do not end, or cannot be made: others will not either. */
const mostInconclusive = 2;
const mostBlind = 2;
const firstBatch = 48;
const smallBatch = 8;
const largestBatch = 256;
const mostSimplifications = 16;
const mostSimpler = 160;
const mostAfresh = 16;

/**
 * Calls a function of both versions again and again, looking for a call that they answer differently. What is found was run;
 * that nothing is found means nothing.
 */
export class Trials {
  readonly #source: CallSource;
  readonly #runs: CallRuns;
  readonly #found: Witness[] = [];
  readonly #digests = new Set<string>();
  #made = 0;
  #mistaken = 0;
  /** Calls that were made on fresh modules, whatever a first look has shown. */
  #afresh = 0;
  /** Batches of which nothing was seen. */
  #blind = 0;

  constructor(source: CallSource, runs: CallRuns) {
    this.#source = source;
    this.#runs = runs;
  }

  get found(): readonly Witness[] {
    return this.#found;
  }

  /** Calls of other functions have shown something that was not tried with this one. */
  get hasNews(): boolean {
    return !this.#isDone && this.#source.hasNews;
  }

  /** Makes so many calls more, unless enough is found or the time is over. */
  async go(most: number, isOver: () => boolean): Promise<void> {
    const end = this.#made + most;
    for (let batch = firstBatch; this.#made < end && !this.#isDone && !isOver();) {
      const calls = this.#source.take(Math.min(batch, end - this.#made));
      if (calls.length === 0) return;
      const isFirst = this.#made === 0;
      this.#made += calls.length;
      const different = await this.#look(calls);
      if (different === null) {
        if (isFirst) await this.#makeAll(calls, isOver);
        // One that does not end takes the others with it: fewer are looked at together.
        this.#blind++;
        batch = smallBatch;
        continue;
      }
      batch = Math.min(batch * 2, largestBatch);
      for (const call of different) {
        // What the calls have cost is lost unless one of them is shown.
        if (this.#isDone || (this.#found.length > 0 && isOver())) return;
        await this.#show(call, isOver);
      }
    }
  }

  /** A call that failed before says less than one that worked: one of those is looked for as long as calls are made. */
  get #isDone(): boolean {
    const isEnough = this.#found.length >= mostFound && this.#found.some(isOfWorking);
    return this.#blind >= mostBlind || isEnough || this.#mistaken >= mostMistaken;
  }

  /** Calls that seem to differ; null when nothing could be seen of any. */
  async #look(calls: readonly TrialCall[]): Promise<TrialCall[] | null> {
    const looks = await this.#runs.skim(calls.map((call) => this.#source.written(call)));
    const different: { readonly call: TrialCall; readonly worked: boolean }[] = [];
    let seen = 0;
    for (const [index, call] of calls.entries()) {
      const look = looks[index] ?? null;
      if (look === null) continue;
      seen++;
      if (look.isDifferent) different.push({ call, worked: look.worked });
      if (look.givesFunction) this.#source.goOn();
      this.#source.note(call, look.worked);
      if (this.#digests.has(look.digest)) continue;
      this.#digests.add(look.digest);
      this.#source.keep(call);
    }
    if (seen === 0) return null;
    // What calls leave in a module is there for all that follow: some have to begin with a fresh one.
    const afresh = calls.filter(isForFreshModules).slice(0, mostAfresh - this.#afresh);
    this.#afresh += afresh.length;
    different.push(...afresh.map((call) => ({ call, worked: true })));
    const working = different.filter(({ worked }) => worked);
    const failing = this.#found.length > 0 || working.length > 0 ? [] : different.slice(0, 1);
    return [...working, ...failing].map(({ call }) => call);
  }

  async #show(call: TrialCall, isOver: () => boolean): Promise<void> {
    const witness = await this.#witnessOf(call);
    if (witness === null) {
      if (!isForFreshModules(call)) this.#mistaken++;
      return;
    }
    const best = await this.#simplified(call, witness, isOver);
    // What was made simpler may be what another call came to.
    if (!this.#found.some((known) => known.call === best.witness.call)) await this.#add(best);
  }

  /** What time or chance have given is no difference. */
  async #add({ witness, call }: ShownCall): Promise<void> {
    if (!(await this.#runs.isLasting(witness))) {
      this.#mistaken++;
      return;
    }
    this.#found.push(witness);
    this.#source.tell(call);
  }

  async #witnessOf(call: TrialCall): Promise<Witness | null> {
    const trial = await this.#runs.try(this.#source.written(call), null);
    return trial.kind === 'differs' ? trial.witness : null;
  }

  /** What people have written is read best as they wrote it; what was drawn, as short as it gets. */
  async #simplified(call: TrialCall, witness: Witness, isOver: () => boolean): Promise<ShownCall> {
    const steps = call.isWritten ? shorterCalls : simplerCalls;
    let best: ShownCall = { call, witness };
    for (let step = 0; step < mostSimplifications && !isOver(); step++) {
      const simpler = steps(best.call)
        .filter((each) => this.#source.isAllowed(each))
        .slice(0, mostSimpler);
      const looks =
        simpler.length === 0 ? [] : await this.#runs.skim(simpler.map((each) => this.#source.written(each)));
      const next = simpler.find((_, index) => looks[index]?.isDifferent === true);
      const shown = next === undefined ? null : await this.#witnessOf(next);
      if (next === undefined || shown === null || !endsAlike(shown, witness)) break;
      best = { call: next, witness: shown };
    }
    return best;
  }

  /** Of functions of which a first look sees nothing, as those that give promises. */
  async #makeAll(calls: readonly TrialCall[], isOver: () => boolean): Promise<void> {
    let inconclusive = 0;
    // What the call gives may have nothing to be called.
    let hasSteps = true;
    for (const call of calls) {
      if (this.#isDone || isOver() || inconclusive >= mostInconclusive) return;
      const isStepped = call.steps.length > 0;
      if (isStepped && !hasSteps) continue;
      const trial = await this.#runs.try(this.#source.written(call), null);
      if (trial.kind === 'inconclusive' && isStepped) hasSteps = false;
      else if (trial.kind === 'inconclusive') inconclusive++;
      if (trial.kind === 'differs') await this.#add({ witness: trial.witness, call });
    }
  }
}

interface ShownCall {
  readonly call: TrialCall;
  readonly witness: Witness;
}

function isOfWorking({ base }: Witness): boolean {
  return base.completion.kind !== 'throws';
}

function endsAlike(a: Witness, b: Witness): boolean {
  return a.base.completion.kind === b.base.completion.kind && a.head.completion.kind === b.head.completion.kind;
}
