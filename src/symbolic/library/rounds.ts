import type { Term } from '#smt/term';
import type { Machine } from '../machine';

/**
 * Decides whether a loop inside of a model goes on. The path ends at a bound when this was open, and
 * true, too often.
 */
export function rounds(machine: Machine): (goesOn: Term) => boolean {
  let open = 0;
  return (goesOn) => {
    if (!machine.decide(goesOn)) return false;
    if (goesOn.kind !== 'constant') open++;
    if (open > machine.world.limits.elements) machine.cut({ kind: 'loop-bound', at: machine.site });
    return true;
  };
}
