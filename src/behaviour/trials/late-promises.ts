import type { InputType, ParamInput } from '#symbolic/input-type';
import type { Argument } from './argument';
import type { ArgumentDrawer } from './draw-argument';

const mostCalls = 12;

/** A few calls with promises that settle in another order than they are made, for functions that are given some. */
export class LatePromises {
  readonly #params: readonly ParamInput[];
  #left: number;

  constructor(params: readonly ParamInput[]) {
    this.#params = params;
    this.#left = params.some(({ type }) => givesPromises(type)) ? mostCalls : 0;
  }

  /** Among so many calls: of functions that give promises, only the first few are made. */
  areDue(asked: number): boolean {
    return this.#left > 0 && asked % 3 === 2;
  }

  /** Those that one function gives take more words. */
  draw(drawer: ArgumentDrawer): readonly Argument[] | null {
    return drawer.drawLate(this.#params, --this.#left < mostCalls / 2);
  }
}

const deepest = 3;

/** Whether values of a type are, hold or give promises: in which order these settle may matter. */
function givesPromises({ members }: InputType, depth = 0): boolean {
  if (depth > deepest) return false;
  const isIn = (type: () => InputType): boolean => givesPromises(type(), depth + 1);
  return members.some((member) => {
    switch (member.kind) {
      case 'promise':
        return true;
      case 'array':
        return isIn(member.element);
      case 'tuple':
        return member.elements.some(({ type }) => isIn(type));
      case 'function':
        return isIn(member.result);
      case 'set':
      case 'map':
        return isIn(member.value);
      case 'object':
        return member.class === null && [...member.properties.values()].some(({ type }) => isIn(type));
      default:
        return false;
    }
  });
}
