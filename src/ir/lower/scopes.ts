import type { Node } from 'oxc-parser';
import type { FunctionScope } from './lowerer';

/** In a loop, closures made by different iterations must not share the block's bindings. */
export function freshBindings(f: FunctionScope, owner: Node): void {
  if (f.loopDepth === 0) return;
  const bindings = capturedBlockBindings(f, owner);
  if (bindings.length > 0) f.builder.emit({ kind: 'scope', bindings, copy: false }, owner);
}

/** Block-scoped bindings of a node that some closure uses. */
export function capturedBlockBindings(f: FunctionScope, owner: Node): number[] {
  return f.module.scopes.declaredBy(owner).filter((index) => {
    const variable = f.module.scopes.variables[index];
    const kind = f.module.bindings[index]?.kind;
    if (variable === undefined || kind === 'var' || kind === 'param' || kind === 'type') return false;
    return variable.references.some((reference) => reference.from.variableScope !== variable.scope.variableScope);
  });
}
