import { thisExpr } from '../expression';
import type { FunctionScope } from './lowerer';
import { readIdentifier } from './names';

/** `constructor(private x: number)`: the parameter is also a field, assigned after the field initialisers. */
export function assignParameterProperties(f: FunctionScope): void {
  for (const node of f.inClass?.parameterProperties ?? []) {
    if (node.type !== 'TSParameterProperty') continue;
    const inner = node.parameter.type === 'AssignmentPattern' ? node.parameter.left : node.parameter;
    if (inner.type !== 'Identifier') continue;
    const value = readIdentifier(f, inner);
    f.builder.assign({ kind: 'member', object: thisExpr, key: { kind: 'name', name: inner.name } }, value, node);
  }
}
