import { invariant } from '#core/diagnostics';
import { Evaluation } from '#smt/model';
import type { OperationName } from '#smt/operations';
import type { Scalar } from '#smt/sorts';
import type { Term } from '#smt/term';
import type { Machine } from './machine';

/**
 * Fixes an open term to the value that it has in the model of the path. The path then stands for fewer
 * inputs than it could, and says so.
 */
export function concretise(machine: Machine, term: Term, why: string): Scalar {
  if (term.kind === 'constant') return term.value;
  const value = machine.effect((state) => {
    if (state.model === null) return machine.unsupported(`${why}, without a model of the path`);
    return new Evaluation(state.model).valueOf(term);
  });
  const constant = machine.terms.constant(value);
  const equal = machine.terms.apply(sameOperation(term), [term, constant]);
  const holds = machine.choose<boolean>(() => {
    const known = machine.state.facts.get(equal.id);
    if (known !== undefined) return known;
    return [{ condition: { kind: 'term', term: equal, role: 'implicit', site: machine.site }, result: true }];
  });
  invariant(holds, 'a model satisfies what it was asked for');
  machine.world.branching.require(machine.state, equal, 'implicit');
  machine.note({ kind: 'concretised', what: why });
  return value;
}

function sameOperation(term: Term): OperationName {
  switch (term.sort) {
    case 'num':
      return 'num.same';
    case 'str':
      return 'str.eq';
    case 'big':
      return 'big.eq';
    case 'bool':
      return 'bool.eq';
  }
}
