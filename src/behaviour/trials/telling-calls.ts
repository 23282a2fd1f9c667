import type { ParamInput } from '#symbolic/input-type';
import type { Argument } from './argument';
import { fitsParameter, fitsParameters } from './fits-type';

/** What a call was given that both versions answer differently, by the names of the parameters. */
export interface ToldCall {
  readonly values: readonly NamedValue[];
  /** The arguments alone, in their order. */
  readonly args: readonly Argument[];
}

export interface NamedValue {
  readonly name: string;
  readonly value: Argument;
}

/** Calls of any function of a change that both versions answer differently: others differ for the same values. */
export class TellingCalls {
  readonly #calls: ToldCall[] = [];

  add(call: ToldCall): void {
    this.#calls.push(call);
  }

  /** Those after the first so many. */
  after(count: number): readonly ToldCall[] {
    return this.#calls.slice(count);
  }
}

export function named(args: readonly Argument[], params: readonly ParamInput[]): NamedValue[] {
  return args.flatMap((value, index) => {
    const param = params[index];
    return param === undefined || param.rest ? [] : [{ name: param.name, value }];
  });
}

/**
 * Arguments that have what a call was given where a parameter has the same name, also one in a list (`version` and `versions`),
 * and for the others what further calls have there.
 */
export function argumentsLike(
  { values, args }: ToldCall,
  params: readonly ParamInput[],
  further: readonly (readonly Argument[])[],
): (readonly Argument[])[] {
  const known = params.map((param) => valueFor(param, values));
  const lists: (readonly Argument[])[] = [];
  if (known.some((value) => value !== null)) {
    const last = known.findLastIndex((value) => value !== null);
    for (const row of [args, ...further, []]) {
      const mixed = known.map((value, index) => value ?? row[index] ?? null);
      const end = Math.max(last + 1, Math.min(row.length, params.length));
      const taken = mixed.slice(0, end);
      if (taken.every((value) => value !== null)) lists.push(taken);
    }
  }
  const cut = args.slice(0, params.length);
  const [first, second, ...rest] = cut;
  lists.push(cut);
  if (first !== undefined && second !== undefined) lists.push([second, first, ...rest]);
  return lists.filter((list) => fitsParameters(list, params));
}

function valueFor(param: ParamInput, values: readonly NamedValue[]): Argument | null {
  const same = values.find(({ name }) => name === param.name);
  if (same !== undefined && fitsParameter(same.value, param)) return same.value;
  const one = values.find(({ name }) => param.name === `${name}s` || param.name === `${name}List`);
  if (one === undefined) return null;
  const list: Argument = { kind: 'array', elements: [one.value] };
  return fitsParameter(list, param) ? list : null;
}
