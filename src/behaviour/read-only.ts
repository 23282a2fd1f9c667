import type { Node } from 'oxc-parser';
import type { ModuleIr } from '#ir/cfg';
import type { State } from '#symbolic/state';
import type { Value } from '#symbolic/value';

/**
 * Whether a variable of a module is declared so that the compiler lets nobody change what it holds: all of it, or where nothing
 * is inside of that which could be changed. `value`: what it holds, null where that is not known.
 */
export function isReadOnly(module: ModuleIr, binding: number, value: Value | null, state: State): boolean {
  const depth = depthOf(module, binding);
  return depth === 'deep' || (depth === 'shallow' && value !== null && !holdsObjects(value, state));
}

/** How far the declaration goes: `Readonly<…>` and `readonly T[]` say nothing of what is inside. */
type Depth = 'deep' | 'shallow' | null;

function depthOf({ functions }: ModuleIr, binding: number): Depth {
  const nodes = functions[0]?.nodes ?? [];
  for (const { op, origin } of nodes) {
    if (op.kind !== 'assign' || op.target.kind !== 'var' || op.target.binding !== binding) continue;
    if (origin.type !== 'VariableDeclarator') continue;
    const { id, init } = origin;
    const written = init?.type === 'TSSatisfiesExpression' ? init.expression : init;
    if (written?.type === 'TSAsExpression') {
      const asserted = isConst(written.typeAnnotation)
        ? constDepth(written.expression)
        : typeDepth(written.typeAnnotation);
      if (asserted !== null) return asserted;
    }
    const annotation = id.type === 'Identifier' ? id.typeAnnotation?.typeAnnotation : undefined;
    const declared = annotation === undefined ? null : typeDepth(annotation);
    if (declared !== null) return declared;
  }
  return null;
}

function isConst(type: Node): boolean {
  return type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const';
}

/** What is written out is read-only to its ends; what is only named has a type of its own. */
function constDepth(written: Node): Depth {
  const isWrittenOut = (node: Node | null): boolean => {
    switch (node?.type) {
      case undefined:
      case 'Literal':
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'UnaryExpression':
      case 'TemplateLiteral':
        return true;
      case 'ArrayExpression':
        return node.elements.every(isWrittenOut);
      case 'ObjectExpression':
        return node.properties.every((each) => each.type === 'Property' && isWrittenOut(each.value));
      default:
        return false;
    }
  };
  return isWrittenOut(written) ? 'deep' : 'shallow';
}

function typeDepth(type: Node): Depth {
  if (type.type === 'TSTypeOperator') {
    if (type.operator !== 'readonly') return null;
    const { typeAnnotation: list } = type;
    const parts =
      list.type === 'TSArrayType' ? [list.elementType] : list.type === 'TSTupleType' ? list.elementTypes : null;
    return parts?.every(isUnchangeable) === true ? 'deep' : 'shallow';
  }
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return null;
  const { name } = type.typeName;
  const parts = type.typeArguments?.params ?? [];
  if (name === 'Readonly') return parts.length > 0 && parts.every(holdsUnchangeable) ? 'deep' : 'shallow';
  if (!/^Readonly(?:Array|Map|Set)$/.test(name)) return null;
  return parts.length > 0 && parts.every(isUnchangeable) ? 'deep' : 'shallow';
}

function isUnchangeable(type: Node): boolean {
  if (/^TS(?:String|Number|Boolean|BigInt|Symbol|Undefined|Null|Never|Void)Keyword$/.test(type.type)) return true;
  if (type.type === 'TSLiteralType' || type.type === 'TSFunctionType' || type.type === 'TSTemplateLiteralType')
    return true;
  if (type.type === 'TSUnionType') return type.types.every(isUnchangeable);
  return typeDepth(type) === 'deep';
}

/** Of an object that is read-only itself. */
function holdsUnchangeable(type: Node): boolean {
  if (type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'Record') {
    return type.typeArguments?.params[1] !== undefined && isUnchangeable(type.typeArguments.params[1]);
  }
  if (type.type === 'TSArrayType') return isUnchangeable(type.elementType);
  return (
    type.type === 'TSTypeLiteral' &&
    type.members.every((member) => {
      if (member.type !== 'TSPropertySignature') return member.type === 'TSMethodSignature';
      const { typeAnnotation } = member;
      return typeAnnotation !== null && typeAnnotation !== undefined && isUnchangeable(typeAnnotation.typeAnnotation);
    })
  );
}

/** Whether something other than functions is inside of what a variable holds. */
function holdsObjects(value: Value, state: State): boolean {
  const object = value.kind === 'object' ? state.heap.get(value.ref) : undefined;
  if (object === undefined) return mayBeObject(value);
  const { internal, properties } = object;
  const inside: (Value | null | undefined)[] = [];
  for (const [, each] of properties.entries()) if (each.kind === 'data') inside.push(each.value);
  if (internal.kind === 'array') for (const [, element] of internal.elements.sorted()) inside.push(element);
  if (internal.kind === 'map' || internal.kind === 'set') {
    for (const entry of internal.entries) inside.push(entry?.key, entry?.value);
  }
  return inside.some((each) => {
    const held = each?.kind === 'object' ? state.heap.get(each.ref) : undefined;
    if (held === undefined) return each !== null && each !== undefined && mayBeObject(each);
    return held.internal.kind !== 'closure' && held.internal.kind !== 'builtin';
  });
}

function mayBeObject({ kind }: Value): boolean {
  return kind === 'object' || kind === 'input' || kind === 'guarded';
}
