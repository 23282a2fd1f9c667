import type { Node, TSType } from 'oxc-parser';
import { childrenOf } from './syntax-children';
import type { Scope, TypeArgument } from './reader';
import { variableAt } from './typed-module';

const maxLength = 400;

/** How a type is written, with what type parameters stand for in their place. */
export function labelOf(node: Node, scope: Scope): string {
  return written(node, scope, ({ label }) => label);
}

function written(node: Node, scope: Scope, show: (argument: TypeArgument) => string): string {
  const { text } = scope.module;
  const replaced: Replacement[] = [];
  if (scope.bound.size > 0) collect(node, scope, replaced);
  let label = '';
  let from = node.start;
  for (const { start, end, argument } of replaced.toSorted((a, b) => a.start - b.start)) {
    label += text.slice(from, start) + show(argument);
    from = end;
  }
  return (label + text.slice(from, node.end)).replaceAll(/\s+/g, ' ');
}

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly argument: TypeArgument;
}

/** Labels that grew too long no longer tell types apart. */
export function isTelling(label: string): boolean {
  return label.length <= maxLength;
}

export function shortened(label: string): string {
  return isTelling(label) ? label : `${label.slice(0, maxLength)}…`;
}

export function argumentOf(node: TSType, scope: Scope, read: TypeArgument['type']): TypeArgument {
  const path = isPlain(node) ? '' : `@${scope.module.path}`;
  return { type: read, label: labelOf(node, scope), key: written(node, scope, ({ key }) => key) + path };
}

/** Means the same in every module. */
function isPlain(node: Node): boolean {
  return /Keyword$|^TSLiteralType$/.test(node.type);
}

function collect(node: Node, scope: Scope, into: Replacement[]): void {
  if (node.type === 'Identifier') {
    const declaration = variableAt(scope.module, node)?.defs[0]?.node;
    const argument = declaration === undefined ? undefined : scope.bound.get(declaration);
    if (argument !== undefined) into.push({ start: node.start, end: node.end, argument });
    return;
  }
  for (const child of childrenOf(node)) collect(child, scope, into);
}
