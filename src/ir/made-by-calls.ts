import type { CfgNode, FunctionIr, Op } from './cfg';
import type { Expr } from './expression';
import { siteKinds } from './facts';

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
  if (global === 'RegExp') return [siteKinds.other, mayKeepPlace(args, isPrimitive) ? 0 : -1];
  return [errorNames.has(global) ? siteKinds.error : siteKinds.array, -1];
}

/** Whether a regular expression with these flags remembers where it has got to. */
export function keepsPlace(flags: string): boolean {
  return /[gy]/.test(flags);
}

/** `new RegExp(other)` has the flags of the other one. */
function mayKeepPlace([source, flags]: Call['args'], isPrimitive: (expr: Expr) => boolean): boolean {
  if (source === undefined) return false;
  if (flags === undefined) return source.spread || !isPrimitive(source.value);
  return flags.value.kind !== 'const' || keepsPlace(String(flags.value.value));
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
