import type {
  AccessorProperty,
  Class,
  ClassElement,
  Expression,
  MethodDefinition,
  Node,
  PropertyDefinition,
  StaticBlock,
} from 'oxc-parser';
import type { ClassMember, FunctionKind, NamedMember, Param, PrivateName } from '../cfg';
import { thisExpr, undefinedExpr, type Expr, type Key, type Target } from '../expression';
import { emitCall, initialiseFields } from './calls';
import { applyToMember, decoratorValues, memberDecorators, type MemberDecorator } from './decorators';
import { computedKey, settled, staticKey } from './operands';
import { claimBindings, openFunction } from './functions';
import type { ClassContext, FunctionScope } from './lowerer';
import { keyName, noteUse, qualify } from './names';
import { freshBindings } from './scopes';
import { typedFields } from './types';

type Field = PropertyDefinition | AccessorProperty;
type Method = MethodDefinition;
type StaticPart = Field | StaticBlock;

/** A class: heritage and computed keys are evaluated here; fields and static parts become functions that it calls. */
export function lowerClass(f: FunctionScope, node: Class, given: string): Expr {
  const { module } = f;
  const name = node.id?.name ?? (given === '' ? `<class${++f.anonymous}>` : given);
  const index = module.classes.push(null) - 1;
  freshBindings(f, node);
  const qualified = qualify(f, name);
  const decorators = decoratorValues(f, node.decorators);
  const superClass = node.superClass === null ? null : settled(f, f.lower.expr(f, node.superClass), node.superClass);
  const context: ClassContext = { index, derived: node.superClass !== null, fieldsFn: null, parameterProperties: [] };
  const elements = node.body.body.filter((e) => isRuntime(e));
  const keys = elements.map((element) => elementKey(f, element));

  const keyOf = (element: ClassElement): Key => keys[elements.indexOf(element)] ?? { kind: 'name', name: '' };
  const fields = elements.filter((e): e is Field => isField(e) && !e.static);
  const statics = elements.filter((e): e is StaticPart => e.type === 'StaticBlock' || (isField(e) && e.static));
  const methods = elements.filter((e): e is Method => e.type === 'MethodDefinition');

  if (fields.length > 0)
    context.fieldsFn = initialiser(f, node, context, 'fields', `${qualified}.<fields>`, fields, keyOf);
  const constructorNode = methods.find((m) => m.kind === 'constructor');
  const constructorFn =
    constructorNode === undefined
      ? defaultConstructor(f, node, context, qualified)
      : f.lower.fn(f, {
          node: constructorNode.value,
          name: `${qualified}.constructor`,
          kind: 'constructor',
          inClass: context,
          classIndex: index,
        });
  const members = methods
    .filter((m) => m.kind !== 'constructor')
    .map((m) => member(f, m, context, qualified, elements.indexOf(m), keyOf(m)));
  const staticFn =
    statics.length === 0 ? null : initialiser(f, node, context, 'static', `${qualified}.<static>`, statics, keyOf);

  const inner = node.id === null ? undefined : innerBinding(f, node);
  module.classes[index] = {
    index,
    name,
    binding: node.id === null ? null : (module.scopes.variableOf(node.id) ?? null),
    constructorFn,
    fieldsFn: context.fieldsFn,
    staticFn,
    members,
    implements: (node.implements ?? []).flatMap((i) =>
      i.expression.type === 'Identifier'
        ? [{ name: i.expression.name, binding: module.scopes.variableOf(i.expression) ?? null }]
        : [],
    ),
    typedFields: typedFields(module.scopes, node.body.body),
    privateNames: elements.flatMap((element) => privateName(element, module.text)),
    namedMembers: elements.flatMap((element) => namedMembers(element, module.text)),
    start: node.start,
    end: node.end,
  };
  const value: Expr = { kind: 'class', index, superClass, keys };
  const ofMembers = memberDecorators(f, elements, { constructorFn, keys, members });
  return finish(f, node, value, inner, staticFn, { own: decorators, members: ofMembers });
}

/** Binds the inner name, runs decorators and static parts: what happens to a class once it exists. */
function finish(
  f: FunctionScope,
  node: Class,
  value: Expr,
  inner: number | undefined,
  staticFn: number | null,
  decorators: { readonly own: readonly Expr[]; readonly members: readonly MemberDecorator[] },
): Expr {
  const b = f.builder;
  const decorated = decorators.own.length + decorators.members.length > 0;
  if (inner === undefined && staticFn === null && !decorated) return value;
  const head = node.id ?? node;
  let created = b.spill(value, node);
  const bindInner = (): void => {
    if (inner === undefined) return;
    f.module.declared.add(inner);
    b.assign({ kind: 'var', binding: inner, declare: true }, created, head);
  };
  bindInner();
  for (const decorator of decorators.members) applyToMember(f, decorator, created);
  // The innermost decorator of a class is applied first; only these can replace it.
  for (const decorator of decorators.own.toReversed()) {
    const target: Target = { kind: 'temp', temp: b.temp() };
    emitCall(f, 'decorator', { kind: 'value', value: decorator }, [{ value: created, spread: false }], target, node);
    const replaced = b.branch(
      { kind: 'unary', op: 'is-undefined', operand: { kind: 'temp', temp: target.temp } },
      node,
    );
    const chosen: Target = { kind: 'temp', temp: b.temp() };
    b.resume(replaced.yes);
    b.assign(chosen, created, node);
    const done = b.take();
    b.resume(replaced.no);
    b.assign(chosen, { kind: 'temp', temp: target.temp }, node);
    b.join(done);
    created = { kind: 'temp', temp: chosen.temp };
  }
  if (decorators.own.length > 0) bindInner();
  if (staticFn !== null)
    emitCall(f, 'initialise', { kind: 'function', fn: staticFn, thisValue: created }, [], null, node);
  return created;
}

/** The class's own scope holds a second binding of its name, which its body refers to. */
function innerBinding(f: FunctionScope, node: Class): number | undefined {
  return f.module.scopes.declaredBy(node).find((index) => {
    const variable = f.module.scopes.variables[index];
    return variable?.scope.type === 'class' && variable.references.some((reference) => reference.isValueReference);
  });
}

function isRuntime(element: ClassElement): boolean {
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

function privateName(element: ClassElement, text: string): PrivateName[] {
  if (!('key' in element) || element.key.type !== 'PrivateIdentifier') return [];
  return [{ name: element.key.name, ...declarationOf(element, text) }];
}

function declarationOf(element: Extract<ClassElement, { key: Node }>, text: string): Omit<PrivateName, 'name'> {
  const kind = kindOf(element);
  const declared = kind === 'field' ? text.slice(element.key.end, element.end) : '';
  return { kind, isStatic: element.static, declared };
}

function kindOf(element: ClassElement): PrivateName['kind'] {
  if (element.type !== 'MethodDefinition') return 'field';
  return element.kind === 'get' || element.kind === 'set' ? element.kind : 'method';
}

function namedMembers(element: ClassElement, text: string): NamedMember[] {
  if (!('key' in element) || element.key.type !== 'Identifier' || element.computed) return [];
  if (element.type === 'MethodDefinition' && element.kind === 'constructor') {
    return element.value.params.flatMap((param) => parameterProperty(param, text));
  }
  const isPrivate = element.accessibility === 'private';
  return [{ name: element.key.name, ...declarationOf(element, text), isPrivate }];
}

function parameterProperty(param: Node, text: string): NamedMember[] {
  if (param.type !== 'TSParameterProperty') return [];
  const place = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter;
  if (place.type !== 'Identifier') return [];
  const declared = text.slice(place.start + place.name.length, param.end);
  return [{ name: place.name, kind: 'field', isStatic: false, isPrivate: param.accessibility === 'private', declared }];
}

function isField(element: ClassElement): element is Field {
  return element.type === 'PropertyDefinition' || element.type === 'AccessorProperty';
}

/** Keys are evaluated once, with the class; a field's computed key is kept for the initialiser to use. */
function elementKey(f: FunctionScope, element: ClassElement): Key {
  if (element.type === 'StaticBlock' || element.type === 'TSIndexSignature') return { kind: 'name', name: '' };
  if (!element.computed) return staticKey(element.key);
  const key = computedKey(f.lower.expr(f, element.key as Expression));
  if (key.kind !== 'computed') return key;
  const value: Expr = { kind: 'unary', op: 'property-key', operand: key.value };
  if (!isField(element)) return { kind: 'computed', value: f.builder.spill(value, element.key) };
  const binding = syntheticBinding(f, element.key);
  if (f.loopDepth > 0) f.builder.emit({ kind: 'scope', bindings: [binding], copy: false }, element.key);
  f.builder.assign({ kind: 'var', binding, declare: true }, value, element.key);
  return { kind: 'computed', value: { kind: 'var', binding } };
}

function syntheticBinding(f: FunctionScope, node: Node): number {
  const index = f.module.bindings.length;
  f.module.bindings.push({
    index,
    name: '[key]',
    kind: 'const',
    owner: f.index,
    captured: true,
    constant: true,
    start: node.start,
    end: node.end,
    type: null,
    annotated: false,
    primitive: false,
  });
  f.module.declared.add(index);
  return index;
}

function member(
  f: FunctionScope,
  node: Method,
  context: ClassContext,
  qualified: string,
  key: number,
  name: Key,
): ClassMember {
  const kind = node.kind === 'get' ? 'get' : node.kind === 'set' ? 'set' : 'method';
  const fnKind: FunctionKind = kind === 'get' ? 'getter' : kind === 'set' ? 'setter' : 'method';
  const shown = kind === 'method' ? keyName(name) : `${kind} ${keyName(name)}`;
  const fn = f.lower.fn(f, {
    node: node.value,
    name: `${qualified}.${shown}`,
    kind: fnKind,
    inClass: { ...context, fieldsFn: null },
    classIndex: context.index,
    isStatic: node.static,
  });
  const isHidden = name.kind === 'private' || (node.accessibility ?? 'public') !== 'public';
  return { kind, key, fn, isStatic: node.static, isHidden };
}

/** The function that runs field initialisers, or static fields and blocks, in source order. */
function initialiser(
  f: FunctionScope,
  node: Class,
  context: ClassContext,
  kind: 'fields' | 'static',
  name: string,
  parts: readonly StaticPart[],
  keyOf: (element: ClassElement) => Key,
): number {
  const inClass = { ...context, fieldsFn: null };
  const created = { node: node.body, name, kind, inClass, classIndex: context.index, isStatic: kind === 'static' };
  return openFunction(f, created, name, (inside) => {
    for (const part of parts) {
      if (part.type === 'StaticBlock') {
        claimBindings(f.module, part, inside.index);
        inside.lower.block(inside, part.body, part);
        continue;
      }
      const key = keyOf(part);
      if (key.kind === 'computed' && key.value.kind === 'var') noteUse(inside, key.value.binding);
      const value = part.value === null ? undefinedExpr : inside.lower.named(inside, part.value, keyName(key));
      inside.builder.assign({ kind: 'member', object: thisExpr, key }, value, part);
    }
  }).index;
}

/** `constructor(...args) { super(...args) }`, or an empty one. */
function defaultConstructor(f: FunctionScope, node: Class, context: ClassContext, qualified: string): number {
  const name = `${qualified}.constructor`;
  const created = { node, name, kind: 'constructor', inClass: context, classIndex: context.index } as const;
  return openFunction(f, created, name, (inside): Param[] => {
    if (!context.derived) {
      initialiseFields(inside, node);
      return [];
    }
    const temp = inside.builder.temp();
    const args = [{ value: { kind: 'temp', temp } as const, spread: true }];
    emitCall(inside, 'super', { kind: 'super' }, args, null, node);
    initialiseFields(inside, node);
    return [
      { name: 'args', target: { kind: 'temp', temp }, rest: true, type: null, start: node.start, end: node.start },
    ];
  }).index;
}
