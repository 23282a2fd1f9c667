import type { ParamInput } from '#symbolic/input-type';
import type { Argument } from './argument';
import type { ArgumentPool } from './argument-pool';
import type { Dice } from './dice';
import type { ArgumentDrawer } from './draw-argument';
import { fitsParameter, fitsParameters } from './fits-type';

/** A function that what a call gives may have under a name, as `emit` of an emitter. */
export interface Part {
  readonly name: string;
  readonly params: readonly ParamInput[];
}

/** A call of one. */
export interface Step {
  readonly name: string;
  readonly args: readonly Argument[];
}

/** Calls of the parts of what a call gives, a few one after the other: what one keeps, others may show. */
export class StepSource {
  readonly #parts: readonly Part[];
  /** Of the function that gives them. */
  readonly #giver: string;
  readonly #pool: ArgumentPool;
  readonly #dice: Dice;
  readonly #drawer: ArgumentDrawer;
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

  /** Like others, with one step more or another last one. */
  vary(steps: readonly Step[]): readonly Step[] {
    const kept = steps.length >= mostSteps || this.#dice.once(2) ? steps.slice(0, -1) : steps;
    return this.#continued(kept, 1);
  }

  areAllowed(steps: readonly Step[]): boolean {
    return steps.every(({ name, args }) =>
      this.#parts.some((part) => part.name === name && fitsParameters(args, part.params)),
    );
  }

  #continued(before: readonly Step[], count: number): readonly Step[] {
    const steps = [...before];
    for (let step = 0; step < count; step++) {
      const part = this.#dice.pick(this.#parts);
      const args = part === undefined ? null : this.#argsOf(part);
      if (part !== undefined && args !== null)
        steps.push({ name: part.name, args: this.#aboutTheSame(args, part, steps) });
    }
    return steps;
  }

  #argsOf({ name, params }: Part): readonly Argument[] | null {
    const own = this.#pool.callsOf(name).slice(0, mostWritten);
    // Parts are called by other names as well: `const { center } = bisector(f)`.
    const near = this.#pool.rowsNear(this.#giver).slice(0, mostWritten);
    const written = this.#dice.once(5) ? undefined : this.#dice.pick(this.#dice.once(3) ? near : own);
    const args = written?.slice(0, params.length);
    return args !== undefined && fitsParameters(args, params) ? args : this.#drawer.drawAll(params);
  }

  /** Calls that belong together are about the same thing, which comes first: `on('a', …)`, `emit('a')`. */
  #aboutTheSame(args: readonly Argument[], { params }: Part, before: readonly Step[]): readonly Argument[] {
    const [known, own, param] = [before[0]?.args[0], args[0], params[0]];
    if (known === undefined || own === undefined || param === undefined || this.#dice.once(3)) return args;
    return known.kind === own.kind && fitsParameter(known, param) ? args.with(0, known) : args;
  }
}

const mostSteps = 3;
const mostWritten = 60;
/** As many calls tell whether there are such parts. */
const mostInVain = 24;
