import type { Class, MemberExpression, Node } from 'oxc-parser';
import { keyName } from './members';
import type { Scope, TypeReader } from './reader';
import { childrenOf } from './syntax-children';

/** Says of fields that instances of a class have, and that no name leads to: such inputs are not made. */
export function noteOpenFields(r: TypeReader, node: Class, scope: Scope): void {
  for (const element of node.body.body) {
    const isField = element.type === 'PropertyDefinition' || element.type === 'AccessorProperty';
    if (!isField || element.static || element.key.type === 'PrivateIdentifier') continue;
    if (keyName(r, element.key, element.computed, scope) === null) {
      r.narrow({ node: element.key, scope }, 'a field whose key is computed is left out');
    }
  }
  for (const write of openWrites(r, node, scope)) {
    r.narrow({ node: write, scope }, 'what instances get this way is left out');
  }
}

/** `this[key] = value`, `Object.assign(this, options)`: of each kind the first. */
function openWrites(r: TypeReader, node: Class, scope: Scope): readonly Node[] {
  const { computed, copied } = possibleWrites(node);
  const open = computed.find(({ property }) => keyName(r, property, true, scope) === null);
  return [...(open === undefined ? [] : [open]), ...copied.slice(0, 1)];
}

interface PossibleWrites {
  readonly computed: readonly MemberExpression[];
  readonly copied: readonly Node[];
}

/** What the text of a class has of them; a class is asked for with every function that takes an instance of it. */
const known = new WeakMap<Class, PossibleWrites>();

function possibleWrites(node: Class): PossibleWrites {
  const before = known.get(node);
  if (before !== undefined) return before;
  const computed: MemberExpression[] = [];
  const copied: Node[] = [];
  const visit = (part: Node): void => {
    if (part.type === 'AssignmentExpression' && part.left.type === 'MemberExpression') {
      if (part.left.computed && isThis(part.left.object)) computed.push(part.left);
    } else if (part.type === 'CallExpression' && isCopying(part.callee)) {
      if (part.arguments[0] !== undefined && isThis(part.arguments[0])) copied.push(part);
    }
    for (const child of childrenOf(part)) {
      const hasOwnThis = child.type.startsWith('Function') && part.type !== 'MethodDefinition';
      const isStatic = 'static' in child && child.static === true;
      if (!child.type.startsWith('Class') && !hasOwnThis && !isStatic && child.type !== 'StaticBlock') visit(child);
    }
  };
  visit(node.body);
  const found = { computed, copied };
  known.set(node, found);
  return found;
}

/** Whatever type it is said to have. */
function isThis(node: Node): boolean {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return isThis(node.expression);
    default:
      return node.type === 'ThisExpression';
  }
}

function isCopying(callee: Node): boolean {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || callee.object.name !== 'Object')
    return false;
  const { property } = callee;
  return property.type === 'Identifier' && /^(?:assign|defineProperty|defineProperties)$/.test(property.name);
}
