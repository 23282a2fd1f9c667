import type { CfgNode, FunctionIr, Op } from './cfg';
import type { Expr } from './expression';
import { placeMarks, siteKinds } from './facts';

type Call = Extract<Op, { kind: 'call' }>;

/** What kind of object a function of the language would make in a call, and the mark of its site; see `SiteTable.fn`. */
export function madeBy(
  { call, args }: Pick<Call, 'call' | 'args'>,
  global: string | null,
  method: string | null,
  isPrimitive: (expr: Expr) => boolean,
): readonly [kind: number, mark: number] {
  if (method !== null)
    return [global === null && givingIterators.has(method) ? siteKinds.iterator : siteKinds.array, -1];
  if (global === null || (call !== 'new' && call !== 'call')) return [siteKinds.array, -1];
  if (global === 'RegExp') return [siteKinds.other, placeMarkOfNew(args, isPrimitive)];
  return [errorNames.has(global) ? siteKinds.error : siteKinds.array, -1];
}

/** Which methods go on where a regular expression with these flags has got to. */
export function placeMark(flags: string): number {
  if (flags.includes('g')) return placeMarks.matches;
  return flags.includes('y') ? placeMarks.all : placeMarks.none;
}

/** `new RegExp(other)` has the flags of the other one. */
function placeMarkOfNew([source, flags]: Call['args'], isPrimitive: (expr: Expr) => boolean): number {
  if (source === undefined) return placeMarks.none;
  if (flags === undefined) return source.spread || !isPrimitive(source.value) ? placeMarks.all : placeMarks.none;
  return flags.value.kind === 'const' ? placeMark(String(flags.value.value)) : placeMarks.all;
}

/** Whether an error is made only to be thrown at once: nobody writes to it before it is caught. */
export function isThrownAtOnce({ nodes }: FunctionIr, { edges }: CfgNode): boolean {
  return edges.some(({ to }) => {
    const made = nodes[to];
    if (made?.op.kind !== 'call-return' || made.op.target?.kind !== 'temp') return false;
    const { temp } = made.op.target;
    return made.edges.some((edge) => {
      const op = nodes[edge.to]?.op;
      return op?.kind === 'throw' && op.value.kind === 'temp' && op.value.temp === temp;
    });
  });
}

const givingIterators: ReadonlySet<string> = new Set(['keys', 'values', 'entries', 'matchAll', '@@iterator']);

const errorNames: ReadonlySet<string> = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'EvalError',
  'URIError',
  'ReferenceError',
  'AggregateError',
]);
