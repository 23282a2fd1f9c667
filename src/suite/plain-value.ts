import type { CfgNode, ModuleIr } from '#ir/cfg';
import type { Expr } from '#ir/expression';

/**
 * Is what an expression of a module body computes certainly a number, a string or a boolean, out of such values? Then computing it
 * cannot fail, nor run code of the program.
 */
export function isPlainValue(module: ModuleIr, node: CfgNode, expr: Expr, depth = 0): boolean {
  if (depth > deepest) return false;
  const isPlain = (part: Expr): boolean => isPlainValue(module, node, part, depth + 1);
  switch (expr.kind) {
    case 'const':
      return typeof expr.value === 'number' || typeof expr.value === 'string' || typeof expr.value === 'boolean';
    case 'var':
      return isPlainConstant(module, node, expr.binding, depth);
    case 'template':
      return expr.values.every(isPlain);
    case 'unary':
      return isPlain(expr.operand);
    case 'binary':
      return expr.op !== 'in' && expr.op !== 'instanceof' && isPlain(expr.left) && isPlain(expr.right);
    default:
      return false;
  }
}

const deepest = 50;

/** A constant of the module that was declared before, as such a value. */
function isPlainConstant(module: ModuleIr, user: CfgNode, index: number, depth: number): boolean {
  const binding = module.bindings[index];
  const [body] = module.functions;
  if (binding?.kind !== 'const' || binding.owner !== 0 || binding.start >= user.start || body === undefined)
    return false;
  const defining = body.nodes.filter(
    ({ op }) => op.kind === 'assign' && op.target.kind === 'var' && op.target.binding === index,
  );
  const [only] = defining;
  return defining.length === 1 && only?.op.kind === 'assign' && isPlainValue(module, only, only.op.value, depth + 1);
}
