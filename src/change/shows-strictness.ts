import type { FunctionIr, ModuleIr, Op } from '#ir/cfg';
import type { Target } from '#ir/expression';
import { eachExpr, targetOf } from '#ir/operands';
import { looksNamesUp } from './renamings';

/**
 * Whether what a function does may depend on its being strict. Writing and deleting fail with an error or in silence, `this` is
 * taken as it is or made an object, and `arguments` follows the parameters or does not; all else is the same.
 */
export function showsStrictness(module: ModuleIr, fn: FunctionIr): boolean {
  if (looksNamesUp(module, fn) || looksAtCallers.test(module.text) || hasUnsupported(module, fn)) return true;
  // Arrow functions have the `this` and the `arguments` of the function around them.
  const sharing = fn.kind === 'arrow' ? [] : [fn, ...arrowsIn(module, fn)];
  return (
    fn.nodes.some(({ op }) => writesShow(op)) || sharing.some(({ nodes }) => nodes.some(({ op }) => ownShows(op, fn)))
  );
}

/** Functions that are not strict tell who called them. */
const looksAtCallers = /\b(?:caller|callee)\b/;

function hasUnsupported({ unsupported }: ModuleIr, fn: FunctionIr): boolean {
  return unsupported.some(({ start, end }) => start >= fn.start && end <= fn.end);
}

function arrowsIn({ functions }: ModuleIr, fn: FunctionIr): FunctionIr[] {
  const found = new Set([fn.index]);
  // A function comes after the one around it.
  for (const { index, kind, parent } of functions) {
    if (kind === 'arrow' && parent !== null && found.has(parent)) found.add(index);
  }
  return functions.filter(({ index }) => index !== fn.index && found.has(index));
}

function writesShow(op: Op): boolean {
  const target = targetOf(op);
  if (op.kind === 'delete') return true;
  if (target === null || isExports(target)) return false;
  return target.kind === 'member' || target.kind === 'super-member' || target.kind === 'global';
}

/** `module.exports`, which can always be written. */
function isExports(target: Target): boolean {
  if (target.kind !== 'member' || target.key.kind !== 'name' || target.key.name !== 'exports') return false;
  return target.object.kind === 'global' && target.object.name === 'module';
}

/** The body of a module is never called with a `this` of which an object would have to be made. */
function ownShows(op: Op, { kind }: FunctionIr): boolean {
  let shows = op.kind === 'call' && op.callee.kind === 'super-method';
  eachExpr(op, (expr) => {
    if (expr.kind === 'arguments' || expr.kind === 'super-member') shows = true;
    if (expr.kind === 'this' && kind !== 'module') shows = true;
  });
  return shows;
}
