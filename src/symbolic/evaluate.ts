import { assertNever, invariant } from '#core/diagnostics';
import { PersistentMap } from '#core/persistent-map';
import type { Element, Expr, Key, Property as PropertyExpr } from '#ir/expression';
import { argumentsObject } from './arguments-object';
import { makeClass } from './classes';
import type { CellId } from './closure';
import { decideKeyToWrite } from './computed-key';
import { toText } from './conversions';
import { throwError, throwTypeError } from './errors';
import type { Frame } from './frame';
import { makeFunction, memberName, nameByKey } from './functions';
import { readGlobal, typeofGlobal } from './globals';
import { spreadValues } from './iteration';
import { throwNotSpread } from './iteration-complaints';
import { emptyObject } from './empty-object';
import type { Machine } from './machine';
import { getComputed } from './members';
import { copyDataProperties } from './copy-properties';
import { applyBinary, applyUnary } from './operators';
import { getPrivate, hasPrivate } from './private-members';
import { defineData, defineProperty, getFrom, getProperty, ownProperty } from './properties';
import { propertyKey } from './property-key';
import { settle } from './settle';
import { objectValue, undefinedValue, type PropertyKeyText, type Ref, type Value } from './value';

/** The value of an expression of a node. */
export function evaluate(machine: Machine, frame: Frame, expr: Expr): Value {
  switch (expr.kind) {
    case 'const':
      return constant(machine, expr.value);
    case 'regexp':
      return machine.world.language.regExp(machine, expr.pattern, expr.flags);
    case 'var':
      return readBinding(machine, frame, expr.binding);
    case 'temp': {
      const value = frame.temps.get(expr.temp) ?? undefinedValue;
      invariant(value.kind !== 'open-iterator', 'an iterator in use is no value');
      return value;
    }
    case 'global':
      return readGlobal(machine, frame, expr.name);
    case 'typeof-global':
      return machine.terms.constant(typeofGlobal(machine, frame, expr.name));
    case 'this':
      return thisValue(machine, frame);
    case 'arguments':
      return argumentsObject(machine, frame.context);
    case 'self':
      return frame.context.self === null ? undefinedValue : objectValue(frame.context.self);
    case 'new-target':
      return frame.context.newTarget;
    case 'import-meta':
      return machine.unsupported('import.meta');
    case 'member':
      return readMember(machine, evaluate(machine, frame, expr.object), frame, expr.key);
    case 'super-member':
      return superMember(machine, frame, expr.key);
    case 'unary':
      return applyUnary(machine, expr.op, evaluate(machine, frame, expr.operand));
    case 'binary': {
      const left = evaluate(machine, frame, expr.left);
      return applyBinary(machine, expr.op, left, evaluate(machine, frame, expr.right));
    }
    case 'private-in':
      return machine.terms.constant(
        hasPrivate(machine, frame.closure.privates, expr.name, evaluate(machine, frame, expr.object)),
      );
    case 'template':
      return template(machine, frame, expr.quasis, expr.values);
    case 'template-object':
      return templateObject(machine, expr);
    case 'array':
      return array(machine, frame, expr.elements);
    case 'object':
      return object(machine, frame, expr.properties);
    case 'object-rest':
      return objectRest(machine, frame, expr.object, expr.without);
    case 'closure':
      return objectValue(makeFunction(machine, frame, expr.fn));
    case 'class': {
      const parent = expr.superClass === null ? null : evaluate(machine, frame, expr.superClass);
      const keys = expr.keys.map((key) => (key.kind === 'private' ? key.name : staticKey(machine, frame, key)));
      return makeClass(machine, frame, expr, parent, keys);
    }
    default:
      return assertNever(expr);
  }
}

export function constant(machine: Machine, value: string | number | bigint | boolean | null | undefined): Value {
  if (value === undefined) return undefinedValue;
  return value === null ? { kind: 'null' } : machine.terms.constant(value);
}

export function readMember(machine: Machine, receiver: Value, frame: Frame, key: Key): Value {
  switch (key.kind) {
    case 'name':
      return getProperty(machine, receiver, key.name);
    case 'private':
      return getPrivate(machine, frame.closure.privates, key.name, receiver);
    case 'computed':
      return getComputed(machine, receiver, evaluate(machine, frame, key.value));
  }
}

function readBinding(machine: Machine, frame: Frame, binding: number): Value {
  const { module } = frame.closure;
  const declared = module.bindings[binding];
  if (declared?.kind === 'import') return machine.world.language.imported(machine, module, binding);
  const value = machine.cell(cellOf(frame, binding));
  if (value === null) {
    throwError(machine, 'ReferenceError', `Cannot access '${declared?.name ?? ''}' before initialization`);
  }
  return value;
}

export function cellOf(frame: Frame, binding: number): CellId {
  const cell = frame.env.get(binding);
  invariant(cell !== undefined, `${frame.closure.fn.qualifiedName} sees its bindings`);
  return cell;
}

export function thisValue(machine: Machine, frame: Frame): Value {
  const value = machine.cell(frame.context.receiver);
  if (value === null) {
    const message =
      "Must call super constructor in derived class before accessing 'this' or returning from derived constructor";
    throwError(machine, 'ReferenceError', message);
  }
  return value;
}

export function superHome(machine: Machine, frame: Frame): Ref {
  const { home } = frame.context;
  invariant(home !== null, 'super is used in a method');
  const parent = machine.object(home).proto;
  if (parent === null) throwTypeError(machine, "Cannot read properties of null (reading 'super')");
  return parent;
}

function superMember(machine: Machine, frame: Frame, key: Key): Value {
  const receiver = thisValue(machine, frame);
  return getFrom(machine, superHome(machine, frame), staticKey(machine, frame, key), receiver);
}

/** A key that must be one now: of a class, a pattern, a literal or `super`. */
export function staticKey(machine: Machine, frame: Frame, key: Key): PropertyKeyText {
  if (key.kind !== 'computed') return key.name;
  const made = propertyKey(machine, evaluate(machine, frame, key.value));
  if (made.kind === 'unique') return made.key;
  return made.kind === 'constant'
    ? String(made.value)
    : decideKeyToWrite(machine, machine.world.realm.ref('Object.prototype'), made);
}

function template(machine: Machine, frame: Frame, quasis: readonly string[], values: readonly Expr[]): Value {
  const { terms } = machine;
  const parts = [terms.constant(quasis[0] ?? '')];
  values.forEach((value, index) => {
    parts.push(toText(machine, evaluate(machine, frame, value)), terms.constant(quasis[index + 1] ?? ''));
  });
  return terms.apply('str.concat', parts);
}

function templateObject(machine: Machine, expr: Extract<Expr, { kind: 'template-object' }>): Value {
  const known = machine.effect((state) => state.templates.get(expr));
  if (known !== undefined) return objectValue(known);
  const raw = frozenArray(
    machine,
    expr.raw.map((text) => machine.terms.constant(text)),
  );
  const made = frozenArray(
    machine,
    expr.cooked.map((text) => constant(machine, text ?? undefined)),
  );
  defineData(machine, made, 'raw', objectValue(raw), { writable: false, enumerable: false, configurable: false });
  machine.effect((state) => {
    state.templates = new Map(state.templates).set(expr, made);
  });
  return objectValue(made);
}

function frozenArray(machine: Machine, values: readonly Value[]): Ref {
  const ref = newArray(machine, values);
  const made = machine.object(ref);
  invariant(made.internal.kind === 'array', 'an array was made');
  machine.update(ref, { ...made, extensible: false, internal: { ...made.internal, frozen: true } });
  return ref;
}

/** A new array; undefined as an item of the list is a hole. */
export function newArray(machine: Machine, values: readonly (Value | undefined)[]): Ref {
  let elements = PersistentMap.empty<Value>();
  values.forEach((value, index) => {
    if (value !== undefined) elements = elements.set(index, value);
  });
  const length = machine.terms.constant(values.length);
  const internal = { kind: 'array', elements, length, frozen: false } as const;
  return machine.allocate(emptyObject(internal, machine.world.realm.ref('Array.prototype')));
}

function array(machine: Machine, frame: Frame, elements: readonly Element[]): Value {
  const values: (Value | undefined)[] = [];
  for (const element of elements) {
    if (element.kind === 'hole') values.push(undefined);
    else if (element.kind === 'value') values.push(evaluate(machine, frame, element.value));
    else values.push(...spreadOf(machine, frame, element.value));
  }
  return objectValue(newArray(machine, values));
}

function spreadOf(machine: Machine, frame: Frame, expr: Expr): Value[] {
  return spreadValues(machine, evaluate(machine, frame, expr), (value) => throwNotSpread(machine, value, expr));
}

function object(machine: Machine, frame: Frame, properties: readonly PropertyExpr[]): Value {
  const { realm } = machine.world;
  const made = machine.create({ kind: 'plain' }, realm.ref('Object.prototype'));
  for (const property of properties) {
    switch (property.kind) {
      case 'value': {
        const key = staticKey(machine, frame, property.key);
        const value = evaluate(machine, frame, property.value);
        if (property.key.kind === 'computed' && property.value.kind === 'closure' && value.kind === 'object') {
          nameByKey(machine, value.ref, key);
        }
        defineData(machine, made.ref, key, value);
        break;
      }
      case 'method': {
        const key = staticKey(machine, frame, property.key);
        const name = memberName('method', key);
        const fn = makeFunction(machine, frame, property.fn, { home: made.ref, name });
        defineData(machine, made.ref, key, objectValue(fn));
        break;
      }
      case 'get':
      case 'set': {
        const key = staticKey(machine, frame, property.key);
        const name = memberName(property.kind, key);
        const fn = makeFunction(machine, frame, property.fn, { home: made.ref, name });
        defineAccessor(machine, made.ref, key, property.kind, fn, true);
        break;
      }
      case 'proto': {
        const proto = settle(machine, evaluate(machine, frame, property.value));
        const known = machine.object(made.ref);
        if (proto.kind === 'null') machine.update(made.ref, { ...known, proto: null });
        else if (proto.kind === 'object') machine.update(made.ref, { ...known, proto: proto.ref });
        break;
      }
      case 'spread':
        copyDataProperties(machine, made.ref, evaluate(machine, frame, property.value), new Set());
        break;
      default:
        assertNever(property);
    }
  }
  return made;
}

export function defineAccessor(
  machine: Machine,
  ref: Ref,
  key: PropertyKeyText,
  kind: 'get' | 'set',
  fn: Ref,
  enumerable: boolean,
): void {
  const before = ownProperty(machine, ref, key);
  const known = before?.kind === 'accessor' ? before : { get: null, set: null };
  const property = {
    kind: 'accessor',
    get: known.get,
    set: known.set,
    enumerable,
    configurable: true,
    order: 0,
  } as const;
  defineProperty(machine, ref, key, { ...property, [kind]: fn });
}

function objectRest(machine: Machine, frame: Frame, source: Expr, without: readonly Key[]): Value {
  const value = evaluate(machine, frame, source);
  const left = new Set(without.map((key) => staticKey(machine, frame, key)));
  const made = machine.create({ kind: 'plain' }, machine.world.realm.ref('Object.prototype'));
  copyDataProperties(machine, made.ref, value, left);
  return made;
}
