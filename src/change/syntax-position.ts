import type { Node } from 'oxc-parser';
import type { SyntaxTree } from './syntax-tree';

/** What may stand at a place of the tree, and so may be exchanged there for another of its kind. */
export type Position =
  | 'expression'
  /** In a list of statements, class members or cases. */
  | 'statement'
  | 'member'
  | 'case'
  /** The body of a branch or loop, with or without braces. */
  | 'body'
  /** A property, spread or enum member: exchanged as it is written. */
  | 'element'
  /** A child or an attribute of a JSX element. */
  | 'jsx-child'
  | 'jsx-attribute'
  /** Nothing of its own: only as part of what is around it. */
  | 'part';

export function positionOf(tree: SyntaxTree, index: number, roleText: (role: number) => string): Position {
  const up = tree.parent[index]!;
  if (up < 0) return 'part';
  const node = tree.syntax[index]!;
  const parent = tree.syntax[up]!;
  const role = roleText(tree.role[index]!);
  if (tree.madeUp[index] === 1)
    return role === 'body' && isFunction(parent) ? 'part' : bodyRoles.has(role) ? 'body' : 'part';
  if (tree.madeUp[up] === 1) return listPosition(tree, up, role);
  if (isStatementList(parent, role)) return 'statement';
  if (role === 'members' && isClass(parent)) return 'member';
  if (role === 'cases') return 'case';
  if (bodyRoles.has(role) && holdsStatement(parent)) return 'body';
  if (role === 'children' && (parent.type === 'JSXElement' || parent.type === 'JSXFragment')) return 'jsx-child';
  if (role === 'attributes' && parent.type === 'JSXElement') return 'jsx-attribute';
  if (node.type === 'Property' && parent.type === 'ObjectExpression') return 'element';
  if (node.type === 'SpreadElement' || node.type === 'TSEnumMember') return 'element';
  if (!isExpression(node) || !holdsExpression(parent, role) || beginsStatement(tree, index)) return 'part';
  return isLink(node) && (role === 'object' || role === 'callee') && isInChain(tree, up) ? 'part' : 'expression';
}

/** A parenthesis at the start of a statement would call what the line before ends with. */
function beginsStatement({ syntax, parent }: SyntaxTree, index: number): boolean {
  let at = index;
  while (at >= 0 && syntax[at]!.start === syntax[index]!.start) {
    if (syntax[at]!.type === 'ExpressionStatement') return true;
    at = parent[at]!;
  }
  return false;
}

/** In `a?.b.c`, parentheses around `a?.b` would end what `?.` may skip. */
function isInChain(tree: SyntaxTree, index: number): boolean {
  let at = index;
  while (at >= 0 && isLink(tree.syntax[at]!)) at = tree.parent[at]!;
  return at >= 0 && tree.syntax[at]!.type === 'ChainExpression';
}

function isLink(node: Node): boolean {
  return node.type === 'MemberExpression' || node.type === 'CallExpression';
}

/** Below a block or return that erasure made up, or a class initialiser. */
function listPosition(tree: SyntaxTree, up: number, role: string): Position {
  const isInitialiser = tree.parent[up]! < 0;
  if (isInitialiser || role !== 'argument') return 'part';
  return 'expression';
}

function isStatementList(parent: Node, role: string): boolean {
  switch (parent.type) {
    case 'Program':
    case 'BlockStatement':
    case 'StaticBlock':
    case 'TSModuleBlock':
      return role === 'body';
    case 'SwitchCase':
      return role === 'consequent';
    default:
      return false;
  }
}

const bodyRoles: ReadonlySet<string> = new Set(['body', 'consequent', 'alternate']);

function holdsStatement(parent: Node): boolean {
  switch (parent.type) {
    case 'IfStatement':
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'WithStatement':
      return true;
    default:
      return false;
  }
}

/** Roles in which any expression may stand, in parentheses if need be. */
const expressionRoles: Readonly<Record<string, readonly string[]>> = {
  ArrayExpression: ['elements'],
  AssignmentExpression: ['right'],
  AssignmentPattern: ['right'],
  AwaitExpression: ['argument'],
  BinaryExpression: ['left', 'right'],
  CallExpression: ['callee', 'arguments'],
  ClassDeclaration: ['superClass'],
  ClassExpression: ['superClass'],
  ConditionalExpression: ['test', 'consequent', 'alternate'],
  Decorator: ['expression'],
  DoWhileStatement: ['test'],
  ExportDefaultDeclaration: ['declaration'],
  ForInStatement: ['right'],
  ForOfStatement: ['right'],
  ForStatement: ['init', 'test', 'update'],
  IfStatement: ['test'],
  ImportExpression: ['source', 'options'],
  JSXExpressionContainer: ['expression'],
  JSXSpreadAttribute: ['argument'],
  LogicalExpression: ['left', 'right'],
  MemberExpression: ['object', 'property'],
  NewExpression: ['callee', 'arguments'],
  Property: ['key', 'value'],
  PropertyDefinition: ['key', 'value'],
  AccessorProperty: ['key', 'value'],
  MethodDefinition: ['key'],
  ReturnStatement: ['argument'],
  SequenceExpression: ['expressions'],
  SpreadElement: ['argument'],
  SwitchCase: ['test'],
  SwitchStatement: ['discriminant'],
  TSEnumMember: ['initializer'],
  TSExportAssignment: ['expression'],
  TaggedTemplateExpression: ['tag', 'values'],
  TemplateLiteral: ['values'],
  ThrowStatement: ['argument'],
  UnaryExpression: ['argument'],
  VariableDeclarator: ['init'],
  WhileStatement: ['test'],
  WithStatement: ['object'],
  YieldExpression: ['argument'],
};

function holdsExpression(parent: Node, role: string): boolean {
  if (parent.type === 'Property' && (parent.method || parent.kind !== 'init' || parent.shorthand))
    return role === 'key';
  return expressionRoles[parent.type]?.includes(role) ?? false;
}

function isExpression(node: Node): boolean {
  switch (node.type) {
    case 'Identifier':
    case 'Literal':
    case 'ThisExpression':
    case 'TemplateLiteral':
    case 'TaggedTemplateExpression':
    case 'MetaProperty':
    case 'JSXElement':
    case 'JSXFragment':
      return true;
    default:
      return node.type.endsWith('Expression') && !node.type.startsWith('TS');
  }
}

export function isFunction(node: Node): boolean {
  return (
    node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
  );
}

export function isClass(node: Node): node is Extract<Node, { type: 'ClassDeclaration' | 'ClassExpression' }> {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
}
