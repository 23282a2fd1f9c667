import { visitorKeys, type Class, type ClassBody, type Node } from 'oxc-parser';
import { isErased, jsxText, typeFields } from './erasure';

/**
 * A syntax node as matching sees it: types, comments, parentheses, quotes and the spelling of numbers are gone, and what
 * is written in two ways but means one thing has one form. Invariant: whatever the engine can tell apart at run time
 * differs in kind, label or children, so two equal shapes are the same program.
 */
export interface SyntaxShape {
  readonly label: string;
  readonly children: readonly SyntaxChild[];
  /** Nodes below that have no shape of their own. */
  readonly folded?: readonly Node[];
}

export interface SyntaxChild {
  /** The field of the parent; children of one list share it. */
  readonly role: string;
  /** Null for a hole in a list. */
  readonly node: Node | null;
  /** Bodies without braces are blocks of one statement; an arrow's expression is a returned value. */
  readonly as: 'itself' | 'block' | 'returned';
}

export function shapeOf(node: Node): SyntaxShape {
  switch (node.type) {
    case 'Identifier':
      return { label: node.name, children: list('decorators', node.decorators) };
    case 'Literal':
      return leaf(literalLabel(node));
    case 'PrivateIdentifier':
    case 'JSXIdentifier':
      return leaf(node.name);
    case 'JSXText':
      return leaf(jsxText(node.value));
    case 'TemplateLiteral':
      return {
        label: JSON.stringify(node.quasis.map((q) => q.value.cooked)),
        children: list('values', node.expressions),
      };
    case 'TaggedTemplateExpression': {
      const raw = JSON.stringify(node.quasi.quasis.map((q) => q.value.raw));
      const children = [child('tag', node.tag), ...list('values', node.quasi.expressions)];
      return { label: raw, children, folded: [node.quasi] };
    }
    case 'MemberExpression': {
      const mark = node.optional ? '?' : '';
      const name = node.computed ? constantName(node.property) : propertyName(node.property);
      if (name === null)
        return { label: mark, children: [child('object', node.object), child('property', node.property)] };
      return { label: `${mark}.${name}`, children: [child('object', node.object)] };
    }
    case 'Property': {
      const proto = node.kind === 'init' && !node.method && !node.shorthand && propertyName(node.key) === '__proto__';
      const what = node.method ? 'method' : proto && !node.computed ? 'proto' : node.kind;
      return keyed(what, node, [child('value', node.value)]);
    }
    case 'MethodDefinition':
      return keyed(flags(node.static && 'static', node.kind), node, [
        ...list('decorators', node.decorators),
        child('value', node.value),
      ]);
    case 'PropertyDefinition':
    case 'AccessorProperty':
      // The value is run by the class's field initialiser and belongs to its tree.
      return keyed(
        flags(node.static && 'static', node.value !== null && 'value'),
        node,
        list('decorators', node.decorators),
      );
    case 'StaticBlock':
      return leaf('');
    case 'ClassDeclaration':
    case 'ClassExpression':
      return { label: '', children: classParts(node) };
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return {
        label: flags(node.async && 'async', node.generator && 'generator'),
        children: [
          ...optional('id', node.id),
          ...list('params', node.params),
          ...(node.body === null ? [] : [child('body', node.body, 'returned')]),
        ],
      };
    case 'IfStatement':
      return {
        label: '',
        children: [
          child('test', node.test),
          child('consequent', node.consequent, 'block'),
          ...(node.alternate === null ? [] : [child('alternate', node.alternate, 'block')]),
        ],
      };
    case 'ExpressionStatement':
      if (typeof node.directive === 'string') return leaf(node.directive);
      return { label: '', children: [child('expression', node.expression)] };
    case 'SwitchCase':
      return {
        label: node.test === null ? 'default' : '',
        children: [...optional('test', node.test), ...list('consequent', node.consequent)],
      };
    case 'BreakStatement':
    case 'ContinueStatement':
      return leaf(node.label?.name ?? '');
    case 'LabeledStatement':
      return { label: node.label.name, children: [child('body', node.body)] };
    case 'MetaProperty':
      return leaf(`${node.meta.name}.${node.property.name}`);
    case 'JSXElement':
      return {
        label: '',
        children: [
          child('name', node.openingElement.name),
          ...list('attributes', node.openingElement.attributes),
          ...list('children', node.children),
        ],
      };
    case 'JSXFragment':
      return { label: '', children: list('children', node.children) };
    case 'ImportDeclaration':
      return { label: loadLabel(node), children: list('specifiers', node.specifiers) };
    case 'ImportSpecifier':
      return { label: moduleName(node.imported), children: [child('local', node.local)] };
    case 'ExportNamedDeclaration':
      if (node.source !== null) return leaf(loadLabel(node));
      return {
        label: '',
        children: [...optional('declaration', node.declaration), ...list('specifiers', node.specifiers)],
      };
    case 'ExportSpecifier':
      return { label: moduleName(node.exported), children: [child('local', node.local)] };
    case 'ExportAllDeclaration':
      return leaf(loadLabel(node));
    case 'TSEnumMember':
      return { label: enumMemberName(node.id), children: optional('initializer', node.initializer) };
    default:
      return { label: scalars(node), children: fields(node) };
  }
}

/** What the field initialiser of a class (or, for `isStatic`, its static initialiser) runs, in order. */
export function initialisers(body: ClassBody, isStatic: boolean): readonly SyntaxChild[] {
  const run = body.body.filter((element) => {
    if (isErased(element)) return false;
    if (element.type === 'StaticBlock') return isStatic;
    return (
      (element.type === 'PropertyDefinition' || element.type === 'AccessorProperty') && element.static === isStatic
    );
  });
  return list('body', run);
}

/** The shape of a member of `initialisers`. */
export function initialiserShape(node: Node): SyntaxShape {
  if (node.type === 'PropertyDefinition' || node.type === 'AccessorProperty') {
    return { label: node.computed ? '' : `.${propertyName(node.key)}`, children: optional('value', node.value) };
  }
  if (node.type === 'StaticBlock') return { label: '', children: list('body', node.body) };
  return shapeOf(node);
}

/** What an import or re-export loads, and the rest of what its label says; null for what loads nothing. */
export function loadOf(node: Node): { readonly source: string; readonly literal: Node; readonly rest: string } | null {
  switch (node.type) {
    case 'ImportDeclaration':
      return loaded(node.source, flags(node.phase, attributes(node.attributes)));
    case 'ExportAllDeclaration':
      return loaded(node.source, flags(node.exported && moduleName(node.exported), attributes(node.attributes)));
    case 'ExportNamedDeclaration':
      return node.source && loaded(node.source, flags(attributes(node.attributes), reexports(node.specifiers)));
    default:
      return null;
  }
}

function loadLabel(node: Node): string {
  const load = loadOf(node);
  return load === null ? '' : `${load.source} ${load.rest}`;
}

function loaded(
  literal: Extract<Node, { type: 'Literal' }>,
  rest: string,
): { source: string; literal: Node; rest: string } {
  return { source: String(literal.value), literal, rest };
}

/** The name of a property that is not computed; numbers and strings are names like any other. */
export function propertyName(key: Node): string | null {
  if (key.type === 'Identifier') return key.name;
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  return constantName(key);
}

function constantName(key: Node): string | null {
  if (key.type !== 'Literal') return null;
  return typeof key.value === 'string' || typeof key.value === 'number' ? String(key.value) : null;
}

function classParts(node: Class): SyntaxChild[] {
  return [
    ...list('decorators', node.decorators),
    ...optional('id', node.id),
    ...optional('superClass', node.superClass),
    ...list('members', node.body.body),
  ];
}

function keyed(what: string, node: { key: Node; computed: boolean }, rest: SyntaxChild[]): SyntaxShape {
  const name = node.computed ? null : propertyName(node.key);
  if (name === null) return { label: `${what} []`, children: [child('key', node.key), ...rest] };
  return { label: `${what} .${name}`, children: rest };
}

function literalLabel(node: Extract<Node, { type: 'Literal' }>): string {
  if ('regex' in node) return `/${node.regex.pattern}/${node.regex.flags}`;
  if ('bigint' in node) return `${node.bigint}n`;
  return typeof node.value === 'string' ? `'${node.value}` : String(node.value);
}

function attributes(nodes: readonly Extract<Node, { type: 'ImportAttribute' }>[]): string {
  return nodes.map((node) => `${moduleName(node.key)}=${node.value.value}`).join(',');
}

function moduleName(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? `'${String(node.value)}` : '';
}

function reexports(nodes: readonly Extract<Node, { type: 'ExportSpecifier' }>[]): string {
  const named = nodes.filter((node) => !isErased(node));
  return named.map((node) => `${moduleName(node.local)}:${moduleName(node.exported)}`).join(',');
}

function enumMemberName(id: Node): string {
  if (id.type === 'TemplateLiteral') return id.quasis.map((q) => q.value.cooked).join('');
  return propertyName(id) ?? '';
}

function flags(...values: readonly (string | false | null | undefined)[]): string {
  return values.filter((value) => typeof value === 'string' && value !== '').join(' ');
}

function leaf(label: string): SyntaxShape {
  return { label, children: [] };
}

function child(role: string, node: Node, as: SyntaxChild['as'] = 'itself'): SyntaxChild {
  return { role, node, as };
}

function optional(role: string, node: Node | null): SyntaxChild[] {
  return node === null ? [] : [child(role, node)];
}

function list(role: string, nodes: readonly (Node | null)[] | undefined): SyntaxChild[] {
  if (nodes === undefined || nodes.length === 0) return [];
  return nodes.filter((node) => node === null || !isErased(node)).map((node) => ({ role, node, as: 'itself' }));
}

/** Fields whose value is neither a node nor erased, for the kinds that `shapeOf` does not name. */
const scalarFields = ['operator', 'prefix', 'optional', 'delegate', 'await', 'kind', 'phase', 'const'] as const;

function scalars(node: Node): string {
  const record = node as unknown as Record<string, unknown>;
  let label = '';
  for (const field of scalarFields) {
    const value = record[field];
    if (value === undefined || value === null || value === false) continue;
    label += label === '' ? String(value) : ` ${String(value)}`;
  }
  return label;
}

const bodies: ReadonlySet<string> = new Set([
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'WithStatement',
]);

function fields(node: Node): SyntaxChild[] {
  const record = node as unknown as Record<string, Node | (Node | null)[] | null | undefined>;
  const children: SyntaxChild[] = [];
  for (const field of visitorKeys[node.type] ?? []) {
    const value = record[field];
    if (value === null || value === undefined || typeFields.has(field)) continue;
    if (Array.isArray(value)) for (const item of list(field, value)) children.push(item);
    else children.push(child(field, value, field === 'body' && bodies.has(node.type) ? 'block' : 'itself'));
  }
  return children;
}
