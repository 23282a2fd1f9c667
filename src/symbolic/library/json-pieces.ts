import type { Term } from '#smt/term';
import type { Terms } from '#smt/terms';

/** A part of a text that is known, or one that is open. */
export type Piece = string | Term;

export function piecesOf(terms: Terms, text: Term): Piece[] {
  if (text.kind === 'constant') return [String(text.value)];
  if (text.kind === 'operation' && text.operation === 'str.concat') {
    return text.args.flatMap((part) => piecesOf(terms, part));
  }
  if (text.kind !== 'choice' || text.yes.kind !== 'constant' || text.no.kind !== 'constant') return [text];
  return piecesOfChoice(terms, text.condition, String(text.yes.value), String(text.no.value));
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|\s+|"/gs;

/** A choice between known texts, without the tokens that both begin and end with: terms come with those drawn in. */
function piecesOfChoice(terms: Terms, condition: Term, yes: string, no: string): Piece[] {
  const [left, right] = [yes.match(token) ?? [], no.match(token) ?? []];
  const least = Math.min(left.length, right.length);
  let first = 0;
  while (first < least && left[first] === right[first]) first++;
  let last = 0;
  while (last < least - first && left.at(-1 - last) === right.at(-1 - last)) last++;
  const middle = (tokens: readonly string[]): Term => {
    return terms.constant(tokens.slice(first, tokens.length - last).join(''));
  };
  const pieces = [
    left.slice(0, first).join(''),
    terms.choice(condition, middle(left), middle(right)),
    left.slice(left.length - last).join(''),
  ];
  return pieces.filter((piece) => piece !== '');
}
