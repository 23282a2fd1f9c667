import type {
  AccessorProperty,
  Class,
  ClassElement,
  Expression,
  MethodDefinition,
  Node,
  PropertyDefinition,
} from 'oxc-parser';

/** Where the function that initialises the fields of an instance can be seen to run. */
export type FieldsSite =
  | { readonly kind: 'values'; readonly first: Field; readonly last: Field }
  | { readonly kind: 'constructor'; readonly method: MethodDefinition };

/**
 * A value can be put behind a probe unless it takes its name from the field, as functions and classes do. Where no
 * field has such a value, a constructor of a class without heritage begins when its fields are done. Otherwise the
 * fields run unseen, and null says so.
 */
export function fieldsSite(node: Class): FieldsSite | null {
  const fields = node.body.body.filter((e): e is Field => isRuntimeElement(e) && isField(e) && !e.static);
  const open = fields.filter(({ value }) => value !== null && !takesName(value));
  const first = open[0];
  const last = open.at(-1);
  if (first !== undefined && last !== undefined) return { kind: 'values', first, last };
  const method = node.body.body.find(
    (e): e is MethodDefinition => e.type === 'MethodDefinition' && e.kind === 'constructor' && isRuntimeElement(e),
  );
  return fields.length > 0 && node.superClass === null && method !== undefined ? { kind: 'constructor', method } : null;
}

export function firstStaticPart(node: Class): ClassElement | undefined {
  return node.body.body.find((e) => isRuntimeElement(e) && isStaticPart(e));
}

function takesName(value: Expression): boolean {
  const node = withoutTypes(value);
  if (node.type === 'ArrowFunctionExpression') return true;
  return (node.type === 'FunctionExpression' || node.type === 'ClassExpression') && node.id === null;
}

function withoutTypes(node: Node): Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
      return withoutTypes(node.expression);
    default:
      return node;
  }
}

export type Field = PropertyDefinition | AccessorProperty;

export function isField(element: ClassElement): element is Field {
  return element.type === 'PropertyDefinition' || element.type === 'AccessorProperty';
}

export function isStaticPart(element: ClassElement): boolean {
  return element.type === 'StaticBlock' || (isField(element) && element.static);
}

/** Whether a class element is there at run time: overloads, `declare` and index signatures are not. */
export function isRuntimeElement(element: ClassElement): boolean {
  switch (element.type) {
    case 'MethodDefinition':
      return element.value.body !== null;
    case 'PropertyDefinition':
      return element.declare !== true;
    case 'StaticBlock':
    case 'AccessorProperty':
      return true;
    default:
      return false;
  }
}
