import type { FunctionIr } from '#ir/cfg';
import type { Expr } from '#ir/expression';

/**
 * Names of properties that a function sets on what belongs to no module: `globalThis.x`, `process.env.X`,
 * `String.prototype.x`. Whoever asks for such a name later may get another value.
 */
export function globalsWritten(fn: FunctionIr): string[] {
  return fn.nodes.flatMap(({ op }) => {
    if (op.kind !== 'assign' || op.target.kind !== 'member' || op.target.key.kind !== 'name') return [];
    return isOfGlobal(fn, op.target.object) ? [op.target.key.name] : [];
  });
}

/** Can a module write there at all? Saves looking at functions of most. */
export function mentionsGlobals(text: string): boolean {
  return /\b(?:globalThis|global|window|self|document|process|prototype)\b/.test(text);
}

function isOfGlobal(fn: FunctionIr, expr: Expr): boolean {
  switch (expr.kind) {
    case 'global':
      return expr.name !== 'module' && expr.name !== 'exports';
    case 'member':
      return isOfGlobal(fn, expr.object);
    case 'temp': {
      const set = fn.nodes.find(
        ({ op }) => op.kind === 'assign' && op.target.kind === 'temp' && op.target.temp === expr.temp,
      );
      return set?.op.kind === 'assign' && isOfGlobal(fn, set.op.value);
    }
    default:
      return false;
  }
}
