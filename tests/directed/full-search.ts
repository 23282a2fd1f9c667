import { CallingContexts } from '#directed/calling-context';
import { sequenceParts, type DirectedInput } from '#directed/create-directed-search';
import { DirectedSearch } from '#directed/directed-search';
import type { Pruning } from '#directed/pruning';

/** Full symbolic execution that tells of each path which affected nodes it has executed. */
export function fullSearch(input: DirectedInput): DirectedSearch {
  const contexts = new CallingContexts(input.graph.program, input.source, input.entry.fn);
  const { sequences } = sequenceParts(input, contexts);
  const pruning: Pruning = {
    started: (state) => sequences.started(state),
    forked: (from, to) => sequences.forked(from, to),
    visited: (state, frame, context) => sequences.visited(state, frame, context),
    isWorth: () => true,
    left: () => null,
    ended: (state) => sequences.of(state).isAffected || input.source.everywhere.size === 0,
    isBounded: false,
    uncovered: 0,
    sequenceOf: (state) => sequences.of(state).elements,
  };
  return new DirectedSearch(pruning, contexts);
}
