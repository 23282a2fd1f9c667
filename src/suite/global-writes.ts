import type { FunctionId } from '#core/ids';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import { accessWidth, modes, places } from '#ir/facts';
import { targetOf } from '#ir/operands';
import type { Program } from '#ir/program';

/**
 * Names of properties that a function sets on what belongs to no module: `globalThis.x`, `process.env.X`,
 * `String.prototype.x`, also through a variable that stands for it. Whoever asks for such a name later may get another value.
 */
export function globalsWritten(
  module: ModuleIr,
  fn: FunctionIr,
  isMeant: (node: number) => boolean = () => true,
): string[] {
  return fn.nodes.flatMap(({ op, index }) => {
    const target = isMeant(index) ? targetOf(op) : null;
    if (target?.kind !== 'member' || target.key.kind !== 'name') return [];
    return isOfGlobal(module, fn, target.object) ? [target.key.name] : [];
  });
}

/** Can a module write there at all? Saves looking at functions of most. */
export function mentionsGlobals(text: string): boolean {
  return /\b(?:globalThis|global|window|self|document|process|prototype)\b/.test(text);
}

/** Does a function write properties at all? Saves lowering its file. */
export function writesProperties(program: Program, fn: FunctionId): boolean {
  const { module, index } = program.locate(fn);
  const { offset, words } = module.accesses;
  const first = module.functions.firstNode[index] ?? 0;
  const end = first + (module.functions.nodeCount[index] ?? 0);
  for (let at = offset[first] ?? 0; at < (offset[end] ?? 0); at += accessWidth) {
    if (words[at + 2] === places.field && words[at] !== modes.use) return true;
  }
  return false;
}

function isOfGlobal(module: ModuleIr, fn: FunctionIr, expr: Expr, depth = 0): boolean {
  if (depth > deepest) return false;
  const isGlobal = (part: Expr): boolean => isOfGlobal(module, fn, part, depth + 1);
  switch (expr.kind) {
    case 'global':
      return expr.name !== 'module' && expr.name !== 'exports';
    case 'member':
      return isGlobal(expr.object);
    case 'temp':
      return fn.nodes.some(({ op }) => {
        const target = op.kind === 'assign' ? op.target : null;
        return op.kind === 'assign' && target?.kind === 'temp' && target.temp === expr.temp && isGlobal(op.value);
      });
    case 'var': {
      const owner = module.functions[module.bindings[expr.binding]?.owner ?? 0];
      const within = owner === undefined || owner === fn ? [fn] : [fn, owner];
      return within.some((around) =>
        around.nodes.some(({ op }) => {
          const target = op.kind === 'assign' ? op.target : null;
          if (op.kind !== 'assign' || target?.kind !== 'var' || target.binding !== expr.binding) return false;
          return isOfGlobal(module, around, op.value, depth + 1);
        }),
      );
    }
    default:
      return false;
  }
}

/** Variables that stand for one another may do so in a circle. */
const deepest = 8;
