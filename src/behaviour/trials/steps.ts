import type { ParamInput } from '#symbolic/input-type';
import type { Argument } from './argument';
import type { ArgumentPool } from './argument-pool';
import type { Dice } from './dice';
import type { ArgumentDrawer } from './draw-argument';
import { fitsParameter, fitsParameters } from './fits-type';

/** A function that an object has under a name, as `emit` of an emitter. */
export interface Part {
  /** What has it; null for a function of the module. */
  readonly root: string | null;
  readonly name: string;
  readonly params: readonly ParamInput[];
  /** `get`: an accessor, which runs when it is read. */
  readonly how: 'call' | 'get';
  /** What it does is not done when it returns. */
  readonly isAsync: boolean;
  /** It may run something that has changed. */
  readonly runsChange: boolean;
}

/** A call of one. */
export interface Step {
  readonly root: string | null;
  readonly name: string;
  readonly how: Part['how'];
  readonly runsChange: boolean;
  readonly args: readonly Argument[];
}

/** Calls of the parts of an object, a few one after the other: what one keeps, others may show. */
export class StepSource {
  readonly #parts: readonly Part[];
  /** Of the function that gives them. */
  readonly #giver: string;
  readonly #pool: ArgumentPool;
  readonly #dice: Dice;
  readonly #drawer: ArgumentDrawer;
  readonly #often = new Map<Part, readonly Part[]>();
  #made = 0;
  #worked = 0;

  constructor(parts: readonly Part[], giver: string, pool: ArgumentPool, dice: Dice, drawer: ArgumentDrawer) {
    this.#parts = parts;
    this.#giver = giver;
    this.#pool = pool;
    this.#dice = dice;
    this.#drawer = drawer;
  }

  /** Whether there may be such parts: functions inside of another need not be handed on. */
  get isUseful(): boolean {
    return this.#parts.length > 0 && (this.#made < mostInVain || this.#worked > 0);
  }

  /** What came of a call with steps. */
  note(worked: boolean): void {
    this.#made++;
    if (worked) this.#worked++;
  }

  draw(): readonly Step[] {
    return this.#continued([], 1 + this.#dice.below(mostSteps));
  }

  /** So many, none of which goes on after it has returned; `shown`: mostly one that runs the change at the end. */
  drawSettled(count: number, shown: boolean): readonly Step[] {
    const settled = this.#parts.filter(({ isAsync }) => !isAsync);
    const changed = settled.filter(({ runsChange }) => runsChange);
    if (!shown || changed.length === 0 || this.#dice.once(4)) return this.#continued([], count, settled);
    return this.#continued(this.#continued([], count - 1, settled), 1, changed);
  }

  /** So many that come after others. */
  drawAfter(before: readonly Step[], count: number): readonly Step[] {
    return this.#continued(before, count).slice(before.length);
  }

  /** Like others, with one step more or another last one. */
  vary(steps: readonly Step[]): readonly Step[] {
    const kept = steps.length >= mostSteps || this.#dice.once(2) ? steps.slice(0, -1) : steps;
    return this.#continued(kept, 1);
  }

  /** A call of a part as somebody has written it; null where it may not be made, or goes on after it has returned. */
  asWritten(name: string, args: readonly Argument[]): Step | null {
    const part = this.#parts.find((each) => each.name === name && each.how === 'call' && !each.isAsync);
    if (part === undefined || !fitsParameters(args, part.params)) return null;
    return { root: part.root, name, how: 'call', runsChange: part.runsChange, args };
  }

  areAllowed(steps: readonly Step[]): boolean {
    return steps.every(({ root, name, how, args }) =>
      this.#parts.some(
        (part) => part.root === root && part.name === name && part.how === how && fitsParameters(args, part.params),
      ),
    );
  }

  /** Calls that belong together are about the same thing, which comes first: `on('a', …)`, `emit('a')`. */
  aboutTheSame(args: readonly Argument[], params: readonly ParamInput[], before: readonly Step[]): readonly Argument[] {
    const known = before.find((step) => step.args.length > 0)?.args[0];
    const [own, param] = [args[0], params[0]];
    if (known === undefined || own === undefined || param === undefined || this.#dice.once(4)) return args;
    return known.kind === own.kind && fitsParameter(known, param) ? args.with(0, known) : args;
  }

  #continued(before: readonly Step[], count: number, parts = this.#parts): readonly Step[] {
    const steps = [...before];
    for (let step = 0; step < count; step++) {
      const part = this.#pick(parts, steps);
      const args = part === undefined ? null : this.#argsOf(part);
      if (part === undefined || args === null) continue;
      const { root, name, how, runsChange } = part;
      steps.push({ root, name, how, runsChange, args: this.aboutTheSame(args, part.params, steps) });
    }
    return steps;
  }

  /** Different ones, or those that others call most often. */
  #pick(parts: readonly Part[], before: readonly Step[]): Part | undefined {
    if (this.#dice.once(2)) return this.#dice.pick(parts.flatMap((part) => this.#asOften(part)));
    const others = parts.filter(({ root, name }) => before.every((step) => step.name !== name || step.root !== root));
    return this.#dice.pick(others.length === 0 ? parts : others);
  }

  #asOften(part: Part): readonly Part[] {
    const known = this.#often.get(part) ?? Array.from({ length: 1 + this.#written(part).length }, () => part);
    this.#often.set(part, known);
    return known;
  }

  /** What others have called it with. */
  #written({ name }: Part): readonly (readonly Argument[])[] {
    return this.#pool.callsOf(name).slice(0, mostWritten);
  }

  #argsOf(part: Part): readonly Argument[] | null {
    const { params } = part;
    const own = this.#written(part);
    // Parts are called by other names as well: `const { center } = bisector(f)`.
    const near = this.#pool.rowsNear(this.#giver).slice(0, mostWritten);
    const written = this.#dice.once(5) ? undefined : this.#dice.pick(this.#dice.once(3) ? near : own);
    const args = written?.slice(0, params.length);
    return args !== undefined && fitsParameters(args, params) ? args : this.#drawer.drawAll(params);
  }
}

/** What a call on trial calls the object that it is made on. */
export const selfName = 'self';

const mostSteps = 3;
const mostWritten = 60;
/** As many calls tell whether there are such parts. */
const mostInVain = 24;
