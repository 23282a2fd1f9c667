import { Evaluation, type Model } from '#smt/model';
import type { Scalar } from '#smt/sorts';
import type { Term, Unknown } from '#smt/term';
import { unknownsOf } from '#smt/unknowns';

/** A length or size above this is made smaller where the conditions allow it. */
const longEnough = 32;

/** The model with lengths of inputs no greater than they must be: a million elements show nothing that three do not. */
export function withShortLengths(model: Model, conditions: readonly Term[]): Model {
  let shorter = model;
  for (const [unknown, value] of model) {
    if (unknown.kind !== 'symbol' || typeof value !== 'number' || value <= longEnough) continue;
    if (!/\.(?:length|byteLength|size)$/.test(unknown.name)) continue;
    const about = conditions.filter((condition) => unknownsOf(condition).includes(unknown));
    for (let length = Math.max(0, unknown.domain.min); length <= longEnough; length++) {
      const tried: Model = withValue(shorter, unknown, length);
      const evaluation = new Evaluation(tried);
      if (!about.every((condition) => evaluation.holds(condition))) continue;
      shorter = tried;
      break;
    }
  }
  return shorter;
}

function withValue(model: Model, unknown: Unknown, value: Scalar): Model {
  return new Map(model).set(unknown, value);
}
