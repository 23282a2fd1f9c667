import type { ParamInput } from '#symbolic/input-type';
import type { MinedSession } from '../mine-sessions';
import type { Argument } from './argument';
import type { Dice } from './dice';
import { fitsParameter } from './fits-type';
import type { Step, StepSource } from './steps';
import type { Around, TrialCall } from './trial-call';

/** Calls of a method amid calls of other members of the same object: what these keep it sees, and what it keeps they show. */
export class InstanceCalls {
  readonly #params: readonly ParamInput[];
  readonly #before: StepSource;
  readonly #after: StepSource;
  readonly #amid: StepSource;
  readonly #dice: Dice;
  readonly #isChanged: boolean;

  constructor(params: readonly ParamInput[], members: StepsAround, dice: Dice) {
    this.#params = params;
    this.#before = members.before;
    this.#after = members.after;
    this.#amid = members.amid;
    this.#dice = dice;
    this.#isChanged = members.isChanged;
  }

  get isUseful(): boolean {
    return this.#before.isUseful || this.#after.isUseful;
  }

  /** Whether something may be looked at while the function waits. */
  get mayLookAmid(): boolean {
    return this.#amid.isUseful;
  }

  areAllowed({ before, after }: Around, atOnce?: true): boolean {
    return this.#before.areAllowed(before) && (atOnce === true ? this.#amid : this.#after).areAllowed(after);
  }

  /** The call is not waited for before something else is called, or looked at. */
  amid(call: TrialCall | null): TrialCall | null {
    return call && { ...call, around: { before: [], after: this.#amid.drawAfter([], 1) }, atOnce: true };
  }

  /** Calls of a method of this name amid those that tests have made on an instance. */
  *written(sessions: readonly MinedSession[], name: string): Generator<TrialCall> {
    for (const { self, calls } of sessions) {
      for (const [at, { args }] of calls.entries()) {
        if (calls[at]?.name !== name) continue;
        const before = calls.slice(0, at).flatMap((call) => this.#before.asWritten(call.name, call.args) ?? []);
        const after = calls.slice(at + 1).flatMap((call) => this.#after.asWritten(call.name, call.args) ?? []);
        const around = { before: before.slice(-mostWritten), after: after.slice(0, mostAfter) };
        yield { self, around, args, later: null, steps: [], isWritten: true };
      }
    }
  }

  /** The call with others before it, and sometimes after it. */
  around(call: TrialCall | null): TrialCall | null {
    if (call === null) return null;
    const before = this.#before.drawSettled(this.#dice.below(mostBefore + 1), !this.#isChanged);
    const args = this.#before.aboutTheSame(call.args, this.#params, before);
    const count = before.length > 0 && this.#dice.once(2) ? 0 : 1 + this.#dice.below(mostAfter);
    const after = this.#after.drawAfter(before, count);
    return this.#sharing({ ...call, args, around: { before, after }, isWritten: false });
  }

  /** The same with one call more or less around it. */
  varied(call: TrialCall): TrialCall {
    if (call.atOnce === true) return this.amid(call) ?? call;
    const { before, after } = call.around;
    const isFull = before.length >= mostBefore;
    const around = this.#dice.once(3)
      ? { before, after: this.#after.drawAfter(before, 1 + this.#dice.below(mostAfter)) }
      : isFull || (before.length > 0 && this.#dice.once(3))
        ? { before: before.toSpliced(this.#dice.below(before.length), 1), after }
        : { before: [...this.#before.drawSettled(1, false), ...before], after };
    return this.#sharing({ ...call, around, isWritten: false });
  }

  /** Functions that are handed in more than once are often the same one: `on('a', f)`, `off('a', f)`. */
  #sharing(call: TrialCall): TrialCall {
    const { before, after } = call.around;
    const all = [...before.flatMap(({ args }) => args), ...call.args, ...after.flatMap(({ args }) => args)];
    const functions = all.filter(isFunction);
    const [first] = functions;
    if (first === undefined || functions.length < 2 || this.#dice.once(4)) return call;
    const shared: Argument = { kind: 'shared', name: 'f', of: first.kind === 'shared' ? first.of : first };
    const inSteps = (steps: readonly Step[]): readonly Step[] =>
      steps.map((step) => ({ ...step, args: withShared(step.args, shared) }));
    const args = withShared(call.args, shared);
    const fits = args.every((each, at) => {
      const param = this.#params[Math.min(at, this.#params.length - 1)];
      return each.kind !== 'shared' || (param !== undefined && fitsParameter(each, param));
    });
    const around = { before: inSteps(before), after: inSteps(after) };
    return fits && this.areAllowed(around, call.atOnce) ? { ...call, args, around } : call;
  }
}

export interface StepsAround {
  readonly before: StepSource;
  readonly after: StepSource;
  /** While it waits for something. */
  readonly amid: StepSource;
  /** The method itself has changed: else it shows what others do. */
  readonly isChanged: boolean;
}

const mostBefore = 3;
const mostWritten = 12;
const mostAfter = 2;

function isFunction(argument: Argument): boolean {
  return argument.kind === 'function' || argument.kind === 'shared' || argument.kind === 'code';
}

function withShared(args: readonly Argument[], shared: Argument): readonly Argument[] {
  return args.map((each) => (isFunction(each) ? shared : each));
}
