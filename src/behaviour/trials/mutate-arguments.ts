import type { ParamInput } from '#symbolic/input-type';
import { numberOf, stringOf, booleanOf, type Argument } from './argument';
import type { ArgumentPool } from './argument-pool';
import type { Dice } from './dice';
import type { ArgumentDrawer } from './draw-argument';
import { fitsParameters } from './fits-type';
import { mutateNumber, mutateString } from './mutate-leaf';

/** Makes calls out of calls, each a little different; all keep to the declared types. */
export class ArgumentMutator {
  readonly #pool: ArgumentPool;
  readonly #dice: Dice;
  readonly #drawer: ArgumentDrawer;

  constructor(pool: ArgumentPool, dice: Dice, drawer: ArgumentDrawer) {
    this.#pool = pool;
    this.#dice = dice;
    this.#drawer = drawer;
  }

  /** Null where what came of it is not of the declared types. */
  mutateAll(args: readonly Argument[], params: readonly ParamInput[]): readonly Argument[] | null {
    const changed = [...args];
    for (let times = 1 + this.#dice.below(2); times > 0; times--) {
      const at = this.#dice.below(Math.max(1, Math.min(params.length, args.length + 1)));
      const [param, old] = [params[at], changed[at]];
      if (param === undefined) continue;
      const made = old === undefined || this.#dice.once(6) ? this.#drawer.draw(param.type) : this.mutate(old);
      if (made !== null) changed[at] = made;
    }
    return fitsParameters(changed, params) ? changed : null;
  }

  mutate(argument: Argument): Argument {
    switch (argument.kind) {
      case 'string':
        return this.#dice.once(4)
          ? this.#drawer.string()
          : stringOf(mutateString(String(argument.value), this.#pool, this.#dice));
      case 'number':
        return this.#dice.once(3) ? this.#drawer.number() : numberOf(mutateNumber(Number(argument.value), this.#dice));
      case 'boolean':
        return booleanOf(argument.value !== true);
      case 'array':
      case 'set':
      case 'map':
        return { kind: argument.kind, elements: this.#list(argument.elements) };
      case 'object':
        return this.#object(argument);
      case 'instance':
        // What its constructor takes is not known here.
        return this.#drawer.instance(argument.className) ?? argument;
      case 'function':
        return { ...argument, result: this.mutate(argument.result) };
      default:
        return this.#dice.pick(this.#pool.others.filter(({ kind }) => kind === argument.kind)) ?? argument;
    }
  }

  #one(list: readonly Argument[]): readonly Argument[] {
    const at = this.#dice.below(list.length);
    return list.map((each, index) => (index === at ? this.mutate(each) : each));
  }

  #list(list: readonly Argument[]): readonly Argument[] {
    const at = this.#dice.below(list.length + 1);
    switch (this.#dice.below(4)) {
      case 0:
        return list.filter((_, index) => index !== at);
      case 1:
        return [...list.slice(0, at), ...list.slice(Math.max(0, at - 1))];
      default:
        return this.#one(list);
    }
  }

  #object(argument: Extract<Argument, { kind: 'object' }>): Argument {
    const { entries } = argument;
    const at = this.#dice.below(entries.length);
    switch (this.#dice.below(4)) {
      case 0:
        return { kind: 'object', entries: entries.filter((_, index) => index !== at) };
      case 1:
      case 2: {
        const more = this.#dice.pick(this.#pool.entries);
        if (more === undefined) return argument;
        return { kind: 'object', entries: [...entries.filter(([key]) => key !== more[0]), more] };
      }
      default:
        return {
          kind: 'object',
          entries: entries.map(([key, value], index) => [key, index === at ? this.mutate(value) : value] as const),
        };
    }
  }
}
