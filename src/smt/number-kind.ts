import type { OperationName } from './operations';
import { inPostOrder } from './post-order';
import type { OperationTerm, Term } from './term';

/**
 * What numbers some constraints are about: the bits of integers alone, doubles that are rounded or split into bits, or
 * nothing that doubles bit by bit would settle. `other` also where strings or bigints are involved.
 */
export type NumberKind = 'bits' | 'doubles' | 'other';

const bitwise = new Set<OperationName>([
  'num.bitAnd',
  'num.bitOr',
  'num.bitXor',
  'num.shl',
  'num.shr',
  'num.ushr',
  'num.imul',
]);
const rounded = new Set<OperationName>([
  'num.add',
  'num.sub',
  'num.mul',
  'num.div',
  'num.sqrt',
  'num.fround',
  'num.rem',
]);

export function numberKind(constraints: readonly Term[]): NumberKind {
  const seen = new Set<Term>();
  let bits = false;
  let doubles = false;
  let others = false;
  for (const constraint of constraints) {
    inPostOrder(
      constraint,
      (term) => seen.has(term),
      (term) => {
        seen.add(term);
        if (term.sort === 'str' || term.sort === 'big') others = true;
        if (term.kind === 'symbol' && term.sort === 'num' && !term.domain.integer) doubles = true;
        if (term.kind !== 'operation') return;
        if (bitwise.has(term.operation) && !hasConstant(term)) bits = true;
        if (term.operation === 'num.div' || term.operation === 'num.sqrt' || term.operation === 'num.fround')
          doubles = true;
      },
    );
  }
  if (others) return 'other';
  if (bits && !doubles) return 'bits';
  const computes = [...seen].some(
    (term) => term.kind === 'operation' && (rounded.has(term.operation) || bitwise.has(term.operation)),
  );
  return computes ? 'doubles' : 'other';
}

function hasConstant({ args }: OperationTerm): boolean {
  return args.some(({ kind }) => kind === 'constant');
}
