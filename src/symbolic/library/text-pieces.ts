import { asOperation, operandsOf } from '#smt/match';
import type { Term } from '#smt/term';
import { isUndefined } from '../conversions';
import { decideInteger } from '../elements';
import type { Machine } from '../machine';
import { isTerm, type Value } from '../value';
import { rounds } from './rounds';

export function indexOf(machine: Machine, text: Term, part: Term, from: Term): Term {
  return machine.terms.apply('str.indexOf', [text, part, from]);
}

export function isFound(machine: Machine, index: Term): Term {
  return machine.terms.apply('num.le', [machine.terms.constant(0), index]);
}

/** How many pieces `split` gives at most. */
export function splitLimit(machine: Machine, limit: Value): Term {
  const { terms } = machine;
  if (isUndefined(machine, limit)) return terms.constant(2 ** 32 - 1);
  return terms.apply('num.toUint32', [machine.world.language.toNumber(machine, limit)]);
}

/** The pieces of a text between occurrences of another; at least one is wanted. */
export function split(machine: Machine, text: Term, separator: Term, most: Term): Value[] {
  const { terms } = machine;
  const length = terms.apply('str.length', [text]);
  if (machine.decide(isEmpty(machine, separator))) {
    const count = decideInteger(machine, terms.apply('num.min', [length, most]), 0);
    return Array.from({ length: count }, (_, at) =>
      terms.apply('str.slice', [text, terms.constant(at), terms.constant(at + 1)]),
    );
  }
  const pieces: Value[] = [];
  const goesOn = rounds(machine);
  let from = terms.constant(0);
  for (;;) {
    const index = indexOf(machine, text, separator, from);
    if (!goesOn(isFound(machine, index))) break;
    pieces.push(terms.apply('str.slice', [text, from, index]));
    if (machine.decide(terms.apply('num.eq', [most, terms.constant(pieces.length)]))) return pieces;
    from = afterOccurrence(machine, index, separator);
  }
  return [...pieces, terms.apply('str.slice', [text, from, length])];
}

/** All pieces that `split` has made of a text, joined by another: the text with each occurrence replaced. Null for other pieces. */
export function rejoined(machine: Machine, pieces: readonly Value[], by: Term): Term | null {
  const search = searchBehind(pieces);
  if (search === null) return null;
  const { text, separator } = search;
  const isWhole = machine.choose<boolean>(() => isAllOf(machine, pieces, text, separator));
  return isWhole ? machine.terms.apply('str.replaceAll', [text, separator, by]) : null;
}

interface PieceSearch {
  readonly text: Term;
  readonly separator: Term;
}

/** What was searched for the end of the first piece. */
function searchBehind([first]: readonly Value[]): PieceSearch | null {
  const slice = first === undefined || !isTerm(first) ? null : asOperation(first, 'str.slice');
  const [text, , end] = slice?.args ?? [];
  const search = end === undefined ? null : operandsOf(end, 'str.indexOf');
  return text === undefined || search === null || search[0] !== text ? null : { text, separator: search[1] };
}

/** Whether the path knows that these are the pieces of the text, from the first to the last. */
function isAllOf(machine: Machine, pieces: readonly Value[], text: Term, separator: Term): boolean {
  const { terms } = machine;
  const isKnown = (condition: Term, value: boolean): boolean =>
    condition.kind === 'constant' ? condition.value === value : machine.state.facts.get(condition.id) === value;
  if (!isKnown(isEmpty(machine, separator), false)) return false;
  let from = terms.constant(0);
  return pieces.every((piece, at) => {
    const index = indexOf(machine, text, separator, from);
    const isLast = at === pieces.length - 1;
    const end = isLast ? terms.apply('str.length', [text]) : index;
    const isPiece = piece === terms.apply('str.slice', [text, from, end]) && isKnown(isFound(machine, index), !isLast);
    from = afterOccurrence(machine, index, separator);
    return isPiece;
  });
}

function afterOccurrence(machine: Machine, index: Term, separator: Term): Term {
  return machine.terms.apply('num.add', [index, machine.terms.apply('str.length', [separator])]);
}

function isEmpty(machine: Machine, separator: Term): Term {
  return machine.terms.apply('str.eq', [separator, machine.terms.constant('')]);
}
