import { runInThisContext } from 'node:vm';
import { assertNever } from '#core/diagnostics';
import type { Element, Expr, Key, Property, Target } from '#ir/expression';
import { InterpreterFault, type Activation } from './activation';
import type { Cell } from './cell';
import { makeClass } from './classes';
import { makeFunction } from './functions';
import { applyBinary, applyUnary, toPropertyKey } from './operators';
import { resolvePrivate, type PrivateName } from './private-names';

/** The value of an expression, with the engine's own operators, conversions and accessors. */
export function evaluate(act: Activation, expr: Expr): unknown {
  switch (expr.kind) {
    case 'const':
      return expr.value;
    case 'regexp':
      return new RegExp(expr.pattern, expr.flags);
    case 'var':
      return cellOf(act, expr.binding).read();
    case 'temp':
      return act.temps[expr.temp];
    case 'global':
      return readGlobal(act, expr.name);
    case 'typeof-global':
      return expr.name in act.machine.globals ? typeof act.machine.globals[expr.name] : 'undefined';
    case 'this':
      return thisValue(act);
    case 'arguments':
      return act.context.arguments;
    case 'self':
      return act.context.self;
    case 'new-target':
      return act.context.newTarget;
    case 'import-meta':
      return Object.create(null);
    case 'member':
      return readMember(act, expr.object, expr.key);
    case 'super-member':
      return Reflect.get(superObject(act), superKey(act, expr.key), thisValue(act));
    case 'unary':
      return applyUnary(expr.op, evaluate(act, expr.operand));
    case 'binary': {
      const left = evaluate(act, expr.left);
      return applyBinary(expr.op, left, evaluate(act, expr.right));
    }
    case 'private-in':
      return isInside(resolvePrivate(act.privates, expr.name), evaluate(act, expr.object));
    case 'template':
      return template(act, expr.quasis, expr.values);
    case 'template-object':
      return templateObject(act, expr);
    case 'array':
      return array(act, expr.elements);
    case 'object':
      return object(act, expr.properties);
    case 'object-rest':
      return objectRest(evaluate(act, expr.object), new Set(expr.without.map((key) => propertyKey(act, key))));
    case 'closure':
      return makeFunction(act.closure(expr.fn));
    case 'class':
      return makeClass(act, expr);
    default:
      return assertNever(expr);
  }
}

/** Evaluates the parts of a target; the result stores a value there. */
export function prepareStore(act: Activation, target: Target): (value: unknown) => void {
  switch (target.kind) {
    case 'var':
      return (value) => {
        const cell = cellOf(act, target.binding);
        if (target.declare) cell.declare(value);
        else cell.write(value);
      };
    case 'temp':
      return (value) => {
        act.temps[target.temp] = value;
      };
    case 'global':
      return (value) => writeGlobal(act, target.name, value);
    case 'member': {
      const receiver = evaluate(act, target.object);
      const initialises = target.object.kind === 'this' && (act.fn.kind === 'fields' || act.fn.kind === 'static');
      if (target.key.kind === 'private') {
        const name = resolvePrivate(act.privates, target.key.name);
        if (initialises && !name.has(receiver)) return (value) => name.add(receiver, { kind: 'field', value });
        return (value) => name.write(receiver, value);
      }
      const key = rawKey(act, target.key);
      if (initialises && act.privates?.fieldKeys.has(toPropertyKey(key)) === true) {
        return (value) => define(receiver as object, key, { value, writable: true });
      }
      return (value) => (act.fn.strict ? strictly.set : sloppily.set)(receiver, key, value);
    }
    case 'super-member': {
      const receiver = thisValue(act);
      const key = superKey(act, target.key);
      return (value) => {
        const done = Reflect.set(superObject(act), key, value, receiver);
        if (!done && act.fn.strict) throw new TypeError(`Cannot assign to read only property '${String(key)}'`);
      };
    }
    default:
      return assertNever(target);
  }
}

/** Stores what an operation produced, if it wants to keep it. */
export function bind(act: Activation, target: Target | null, value: unknown): void {
  if (target !== null) prepareStore(act, target)(value);
}

export function deleteProperty(act: Activation, objectExpr: Expr, key: Key): boolean {
  const receiver = evaluate(act, objectExpr);
  return (act.fn.strict ? strictly.delete : sloppily.delete)(receiver, rawKey(act, key));
}

export function readMember(act: Activation, objectExpr: Expr, key: Key): unknown {
  return readProperty(act, evaluate(act, objectExpr), key);
}

export function readProperty(act: Activation, receiver: unknown, key: Key): unknown {
  if (key.kind === 'private') return resolvePrivate(act.privates, key.name).read(receiver);
  return (receiver as Record<PropertyKey, unknown>)[rawKey(act, key)];
}

/** A key converted as an object literal, a class or a pattern does. */
export function propertyKey(act: Activation, key: Key): PropertyKey {
  return toPropertyKey(rawKey(act, key));
}

export function thisValue(act: Activation): unknown {
  const { receiver } = act.context;
  if (!receiver.initialised) throw new ReferenceError('Must call super constructor before accessing this');
  return receiver.value;
}

export function cellOf(act: Activation, binding: number): Cell {
  const cell = act.cells[binding];
  if (cell !== undefined) return cell;
  const name = act.machine.module.bindings[binding]?.name ?? String(binding);
  throw new InterpreterFault(`${act.fn.qualifiedName} does not see the binding ${name}`);
}

export function superObject(act: Activation): object {
  const { home } = act.context;
  const parent: object | null = home === null ? null : Object.getPrototypeOf(home);
  if (home === null) throw new InterpreterFault(`${act.fn.qualifiedName} has no home object for super`);
  if (parent === null) throw new TypeError('super has no prototype');
  return parent;
}

export function superKey(act: Activation, key: Key): PropertyKey {
  thisValue(act);
  return propertyKey(act, key);
}

interface PropertyOperations {
  set(object: unknown, key: PropertyKey, value: unknown): void;
  delete(object: unknown, key: PropertyKey): boolean;
}

/** Assignments as the engine makes them, which fail loudly in strict code only. */
const strictly = operationsIn("'use strict';");
const sloppily = operationsIn('');

function operationsIn(directive: string): PropertyOperations {
  return runInThisContext(`(function () { ${directive} return {
    set: (object, key, value) => { object[key] = value; },
    delete: (object, key) => delete object[key],
  }; })()`) as PropertyOperations;
}

/** Unconverted: the engine converts a key when it uses it, after it has checked the object. */
function rawKey(act: Activation, key: Key): PropertyKey {
  switch (key.kind) {
    case 'name':
      return key.name;
    case 'computed':
      return evaluate(act, key.value) as PropertyKey;
    case 'private':
      throw new InterpreterFault(`${key.name} is no property key`);
    default:
      return assertNever(key);
  }
}

function readGlobal(act: Activation, name: string): unknown {
  const { globals } = act.machine;
  if (name in globals) return globals[name];
  throw new ReferenceError(`${name} is not defined`);
}

function writeGlobal(act: Activation, name: string, value: unknown): void {
  const { globals } = act.machine;
  if (act.fn.strict && !(name in globals)) throw new ReferenceError(`${name} is not defined`);
  Reflect.set(globals, name, value);
}

function isInside(name: PrivateName, value: unknown): boolean {
  if (Object(value) !== value)
    throw new TypeError("Cannot use 'in' operator to search for a private name in a primitive");
  return name.has(value);
}

function template(act: Activation, quasis: readonly string[], values: readonly Expr[]): string {
  let text = quasis[0] ?? '';
  values.forEach((value, index) => {
    // Not String(): a template refuses symbols.
    text += `${evaluate(act, value) as string}${quasis[index + 1] ?? ''}`;
  });
  return text;
}

function templateObject(act: Activation, expr: Extract<Expr, { kind: 'template-object' }>): object {
  const known = act.machine.templates.get(expr);
  if (known !== undefined) return known;
  const strings: unknown[] = expr.cooked.map((cooked) => cooked ?? undefined);
  Object.defineProperty(strings, 'raw', { value: Object.freeze([...expr.raw]) });
  act.machine.templates.set(expr, Object.freeze(strings));
  return strings;
}

function array(act: Activation, elements: readonly Element[]): unknown[] {
  const values: unknown[] = [];
  for (const element of elements) {
    if (element.kind === 'hole') values.length++;
    else if (element.kind === 'value') values.push(evaluate(act, element.value));
    else values.push(...(evaluate(act, element.value) as Iterable<unknown>));
  }
  return values;
}

function object(act: Activation, properties: readonly Property[]): object {
  const made = {};
  for (const property of properties) {
    switch (property.kind) {
      case 'value': {
        const key = propertyKey(act, property.key);
        define(made, key, { value: evaluate(act, property.value), writable: true });
        break;
      }
      case 'method':
        define(made, propertyKey(act, property.key), {
          value: makeFunction(act.closure(property.fn, act.privates, made)),
          writable: true,
        });
        break;
      case 'get':
      case 'set':
        define(made, propertyKey(act, property.key), {
          [property.kind]: makeFunction(act.closure(property.fn, act.privates, made)),
        });
        break;
      case 'proto': {
        const proto = evaluate(act, property.value);
        if (proto === null || Object(proto) === proto) Object.setPrototypeOf(made, proto as object | null);
        break;
      }
      case 'spread': {
        const copied: object = { ...(evaluate(act, property.value) as object) };
        for (const key of Reflect.ownKeys(copied))
          define(made, key, { value: Reflect.get(copied, key), writable: true });
        break;
      }
      default:
        assertNever(property);
    }
  }
  return made;
}

function define(on: object, key: PropertyKey, descriptor: PropertyDescriptor): void {
  Object.defineProperty(on, key, { ...descriptor, enumerable: true, configurable: true });
}

function objectRest(source: unknown, without: ReadonlySet<PropertyKey>): object {
  if (source === null || source === undefined) throw new TypeError(`Cannot destructure '${source}'`);
  const from = Object(source) as object;
  const rest = {};
  for (const key of Reflect.ownKeys(from)) {
    if (without.has(key) || Reflect.getOwnPropertyDescriptor(from, key)?.enumerable !== true) continue;
    define(rest, key, { value: Reflect.get(from, key), writable: true });
  }
  return rest;
}
