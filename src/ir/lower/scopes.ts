import type { Node } from 'oxc-parser';
import { valueDefinition, type Variable } from '#syntax/scopes';
import type { FunctionScope } from './lowerer';

/** In a loop, closures made by different iterations must not share the block's bindings. */
export function freshBindings(f: FunctionScope, owner: Node): void {
  if (f.loopDepth === 0) return;
  const bindings = capturedBlockBindings(f, owner);
  if (bindings.length > 0) f.builder.emit({ kind: 'scope', bindings, copy: false }, owner);
}

/** Block-scoped bindings of a node that some closure uses, or that code in front of their declaration may find dead. */
export function capturedBlockBindings(f: FunctionScope, owner: Node): number[] {
  return f.module.scopes.declaredBy(owner).filter((index) => {
    const variable = f.module.scopes.variables[index];
    const kind = f.module.bindings[index]?.kind;
    if (variable === undefined || kind === 'var' || kind === 'param' || kind === 'type') return false;
    const alive = kind === 'function' ? { start: 0, end: Infinity } : aliveFrom(owner, variable);
    return variable.references.some((reference) => {
      if (!reference.isValueReference) return false;
      const [at] = reference.identifier.range;
      return reference.from.variableScope !== variable.scope.variableScope || at < alive.start || at >= alive.end;
    });
  });
}

/** Where the declaration of a variable comes first for certain: after it, and in a switch only until the next case. */
function aliveFrom(owner: Node, variable: Variable): { readonly start: number; readonly end: number } {
  const start = valueDefinition(variable)?.name.range[0] ?? 0;
  if (owner.type !== 'SwitchStatement') return { start, end: Infinity };
  return { start, end: owner.cases.find((clause) => start < clause.end)?.end ?? Infinity };
}
