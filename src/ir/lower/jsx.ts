import type { Expression, Node } from 'oxc-parser';
import { constant, undefinedExpr, type Element, type Expr, type Property } from '../expression';
import type { Callee } from '../cfg';
import { emitCall } from './calls';
import type { NamePath } from './jsx-factory';
import { lowerOperands } from './operands';
import type { FunctionScope } from './lowerer';
import { readIdentifier, useBinding } from './names';

type JsxElement = Extract<Node, { type: 'JSXElement' }>;
type Child = JsxElement['children'][number];

/**
 * JSX: where a pragma names a function of the program, elements are what it gives. Else they are objects, marked so that no other object is like them; a component is called with its properties,
 * as the renderer will call it, and its element holds what it gives.
 */
export function lowerJsx(f: FunctionScope, node: Node): Expr {
  const factory = f.module.jsxFactory;
  if (node.type === 'JSXFragment') {
    const children = childValues(f, node.children);
    if (factory !== null && factory.fragment !== null)
      return made(f, factory.element, [pathOf(f, factory.fragment), nothing], children, node);
    return elementObject(constant('fragment'), children.length === 0 ? [] : [childrenProperty(children)]);
  }
  if (node.type !== 'JSXElement') return undefinedExpr;
  const { name, attributes } = node.openingElement;
  const type = elementType(f, name);
  const { properties, children } = attributeValues(f, attributes, node.children);
  if (factory !== null) {
    const props: Expr = properties.length === 0 ? nothing : { kind: 'object', properties };
    return made(f, factory.element, [type, props], children, node);
  }
  const values = children.length === 0 ? properties : [...properties, childrenProperty(children)];
  if (type.kind === 'const') return elementObject(type, values);
  const temp = f.builder.temp();
  const props: Expr = { kind: 'object', properties: values };
  emitCall(f, 'jsx', { kind: 'value', value: type }, [{ value: props, spread: false }], { kind: 'temp', temp }, node);
  return { kind: 'object', properties: [mark, valueAt('rendered', { kind: 'temp', temp })] };
}

const nothing = constant(null);

/** `h(type, props, ...children)` */
function made(
  f: FunctionScope,
  factory: NamePath,
  given: readonly Expr[],
  children: readonly Element[],
  node: Node,
): Expr {
  const value: Expr = { kind: 'temp', temp: f.builder.temp() };
  const args = [
    ...given.map((each) => ({ value: each, spread: false })),
    ...children.flatMap((child) =>
      child.kind === 'hole' ? [] : [{ value: child.value, spread: child.kind === 'spread' }],
    ),
  ];
  const key = factory.keys.at(-1);
  const callee: Callee =
    key === undefined
      ? { kind: 'value', value: pathOf(f, factory) }
      : {
          kind: 'method',
          object: pathOf(f, { ...factory, keys: factory.keys.slice(0, -1) }),
          key: { kind: 'name', name: key },
          loaded: null,
        };
  emitCall(f, 'call', callee, args, value, node);
  return value;
}

function pathOf(f: FunctionScope, { binding, keys }: NamePath): Expr {
  return keys.reduce<Expr>(
    (object, name) => ({ kind: 'member', object, key: { kind: 'name', name } }),
    useBinding(f, binding),
  );
}

function elementObject(type: Expr, props: readonly Property[]): Expr {
  return {
    kind: 'object',
    properties: [mark, valueAt('type', type), valueAt('props', { kind: 'object', properties: props })],
  };
}

function valueAt(name: string, value: Expr): Property {
  return { kind: 'value', key: { kind: 'name', name }, value };
}

const mark = valueAt('$$typeof', constant('element'));

function elementType(f: FunctionScope, name: JsxElement['openingElement']['name']): Expr {
  switch (name.type) {
    case 'JSXIdentifier':
      return /^[a-z]|-/.test(name.name) ? constant(name.name) : readIdentifier(f, name);
    case 'JSXNamespacedName':
      return constant(`${name.namespace.name}:${name.name.name}`);
    case 'JSXMemberExpression': {
      const object: Expr =
        name.object.type === 'JSXIdentifier' && name.object.name === 'this'
          ? { kind: 'this' }
          : elementObjectOf(f, name.object);
      return { kind: 'member', object, key: { kind: 'name', name: name.property.name } };
    }
    default:
      return undefinedExpr;
  }
}

function elementObjectOf(f: FunctionScope, name: Node): Expr {
  if (name.type === 'JSXIdentifier') return readIdentifier(f, name);
  if (name.type !== 'JSXMemberExpression') return undefinedExpr;
  return { kind: 'member', object: elementObjectOf(f, name.object), key: { kind: 'name', name: name.property.name } };
}

function attributeValues(
  f: FunctionScope,
  attributes: JsxElement['openingElement']['attributes'],
  children: readonly Child[],
): { readonly properties: readonly Property[]; readonly children: readonly Element[] } {
  const operands: { node: Expression; spread: false | 'object' }[] = [];
  const makers: ((value: Expr) => Property)[] = [];
  for (const attribute of attributes) {
    if (attribute.type === 'JSXSpreadAttribute') {
      operands.push({ node: attribute.argument, spread: 'object' });
      makers.push((value) => ({ kind: 'spread', value }));
      continue;
    }
    const name =
      attribute.name.type === 'JSXIdentifier'
        ? attribute.name.name
        : `${attribute.name.namespace.name}:${attribute.name.name.name}`;
    const key = { kind: 'name', name } as const;
    const { start, end } = attribute;
    const value = attribute.value === null ? null : expressionOf(attribute.value);
    operands.push({ node: value ?? { type: 'Literal', value: true, raw: null, start, end }, spread: false });
    makers.push((lowered) => ({ kind: 'value', key, value: lowered }));
  }
  const inside = children.flatMap((child) => childExpression(child));
  const values = lowerOperands(f, [...operands, ...inside.map((node) => ({ node, spread: false as const }))]);
  const properties = makers.map((make, i) => make(values[i] ?? undefinedExpr));
  const childElements = values.slice(operands.length).map((value): Element => ({ kind: 'value', value }));
  return { properties, children: childElements };
}

function childValues(f: FunctionScope, children: readonly Child[]): Element[] {
  const nodes = children.flatMap((child) => childExpression(child));
  return f.lower.exprs(f, nodes).map((value) => ({ kind: 'value', value }));
}

function childrenProperty(elements: readonly Element[]): Property {
  // A single child is handed over as it is.
  const [only, ...others] = elements;
  return valueAt('children', only?.kind === 'value' && others.length === 0 ? only.value : { kind: 'array', elements });
}

function childExpression(child: Child): Expression[] {
  if (child.type === 'JSXText') {
    const value = textOf(child.value);
    return value === '' ? [] : [{ type: 'Literal', value, raw: null, start: child.start, end: child.end }];
  }
  const expression = child.type === 'JSXSpreadChild' ? child.expression : expressionOf(child);
  return expression === null || expression.type === ('JSXEmptyExpression' as string) ? [] : [expression as Expression];
}

/** Spaces around a break between lines are no text, and lines without anything else are none; all other spaces count. */
function textOf(source: string): string {
  const lines = source.split(/\r\n|\n|\r/);
  const trimmed = lines.map((line, index) => {
    const started = index === 0 ? line : line.replace(/^[ \t]+/, '');
    return index === lines.length - 1 ? started : started.replace(/[ \t]+$/, '');
  });
  return trimmed.filter((line) => line !== '').join(' ');
}

function expressionOf(node: Node): Expression | null {
  if (node.type !== 'JSXExpressionContainer') return node as Expression;
  return node.expression.type === 'JSXEmptyExpression' ? null : node.expression;
}
