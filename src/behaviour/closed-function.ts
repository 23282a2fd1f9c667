import { childNodes } from '#replay/child-nodes';
import type { SyntaxNode } from '#syntax/parse';

/**
 * Whether a function means the same wherever its text is put: all names in it are its own, or the language's. A name that is
 * declared anywhere within counts as its own.
 */
export function isClosedFunction(fn: SyntaxNode): boolean {
  const [used, own] = [new Set<string>(), new Set<string>()];
  const waiting: SyntaxNode[] = [fn];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    // Types are erased where it comes from, and would not be where it is put.
    if (node.type.startsWith('TS') || notElsewhere.has(node.type) || isChance(node)) return false;
    if (node.type === 'Identifier') {
      if ('typeAnnotation' in node && node.typeAnnotation !== null && node.typeAnnotation !== undefined) return false;
      used.add(node.name);
      continue;
    }
    for (const name of declaredBy(node)) own.add(name);
    waiting.push(...partsWithNames(node));
  }
  return [...used].every((name) => own.has(name) || ofLanguage.has(name));
}

const notElsewhere: ReadonlySet<string> = new Set([
  'ImportExpression',
  'MetaProperty',
  'Super',
  'JSXElement',
  'JSXFragment',
  'PrivateIdentifier',
]);

function isChance(node: SyntaxNode): boolean {
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'random';
}

/** Parts of a node, without those identifiers that name properties. */
function partsWithNames(node: SyntaxNode): SyntaxNode[] {
  const parts = [...childNodes(node)];
  if (node.type === 'MemberExpression' && !node.computed) return parts.filter((part) => part !== node.property);
  const isKeyed = node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition';
  return isKeyed && !node.computed ? parts.filter((part) => part !== node.key || part === node.value) : parts;
}

function declaredBy(node: SyntaxNode): readonly string[] {
  switch (node.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return [
        ...(node.id === null || node.id === undefined ? [] : [node.id.name]),
        ...node.params.flatMap((param) => boundNames(param)),
      ];
    case 'VariableDeclarator':
      return boundNames(node.id);
    case 'CatchClause':
      return node.param === null ? [] : boundNames(node.param);
    default:
      return [];
  }
}

function boundNames(pattern: SyntaxNode): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'RestElement':
      return boundNames(pattern.argument);
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : boundNames(element)));
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        boundNames(property.type === 'RestElement' ? property.argument : property.value),
      );
    default:
      return [];
  }
}

/** Without those that look at the world outside. */
const ofLanguage: ReadonlySet<string> = new Set([
  'undefined',
  'NaN',
  'Infinity',
  'arguments',
  'Array',
  'ArrayBuffer',
  'BigInt',
  'Boolean',
  'Error',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Object',
  'Promise',
  'RangeError',
  'RegExp',
  'Set',
  'String',
  'Symbol',
  'TypeError',
  'Uint8Array',
  'decodeURIComponent',
  'encodeURIComponent',
  'isFinite',
  'isNaN',
  'parseFloat',
  'parseInt',
]);
