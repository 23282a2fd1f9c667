import type { TSType } from 'oxc-parser';
import type { Scope } from './reader';
import { variableAt } from './typed-module';

/** The declaration of the type parameter that a type is; null for all other types. */
export function parameterOf(node: TSType, scope: Scope): object | null {
  if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier') return null;
  const declaration = variableAt(scope.module, node.typeName)?.defs[0]?.node;
  return declaration !== undefined && (declaration.type as string) === 'TSTypeParameter' ? declaration : null;
}

/** Whether callers choose the type: it may have more properties than its constraint, which may be absent, too. */
export function isOpenParameter(node: TSType, scope: Scope): boolean {
  const parameter = parameterOf(node, scope);
  return parameter !== null && !scope.bound.has(parameter);
}
