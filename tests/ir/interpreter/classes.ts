import type { ClassIr, ClassMember } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import { InterpreterFault, type Activation, type Closure, type Context } from './activation';
import { evaluate, propertyKey } from './evaluate';
import { argumentsObject, enter, makeFunction } from './functions';
import {
  isObject,
  PrivateName,
  resolvePrivate,
  type HostFunction,
  type PrivateMember,
  type PrivateScope,
} from './private-names';

type ClassExpr = Extract<Expr, { kind: 'class' }>;

/** What the language remembers of a class besides its function object. */
interface ClassRuntime {
  readonly privates: PrivateScope;
  /** Private methods and accessors that every instance gets when it is made. */
  readonly instanceMembers: ReadonlyMap<PrivateName, PrivateMember>;
}

const runtimes = new WeakMap<object, ClassRuntime>();

/** A constructor of the engine with the prototypes, members and private names of an interpreted class. */
export function makeClass(act: Activation, expr: ClassExpr): HostFunction {
  const klass = act.machine.module.classes[expr.index];
  if (klass === undefined) throw new InterpreterFault(`no class ${expr.index}`);
  const heritage = heritageOf(
    expr.superClass === null ? undefined : evaluate(act, expr.superClass),
    expr.superClass !== null,
  );
  const keys = expr.keys.map((key) => (key.kind === 'private' ? key.name : propertyKey(act, key)));
  const privates = privateScope(act, expr, klass, keys);
  const prototype = Object.create(heritage.prototype) as object;
  const constructor = constructorOf(
    act.closure(klass.constructorFn, privates, prototype),
    klass,
    expr.superClass !== null,
  );
  Object.setPrototypeOf(constructor, heritage.constructor);
  Object.defineProperty(constructor, 'prototype', { value: prototype, writable: false });
  Object.defineProperty(prototype, 'constructor', { value: constructor, writable: true, configurable: true });

  const members = { instance: new Map<PrivateName, PrivateMember>(), static: new Map<PrivateName, PrivateMember>() };
  for (const member of klass.members) {
    const home = member.isStatic ? constructor : prototype;
    const made = makeFunction(act.closure(member.fn, privates, home));
    const key = keys[member.key];
    if (key === undefined) throw new InterpreterFault(`a member of ${klass.name} has no key`);
    if (expr.keys[member.key]?.kind === 'private') {
      addPrivate(members[member.isStatic ? 'static' : 'instance'], resolvePrivate(privates, String(key)), member, made);
    } else defineMember(home, key, member, made);
  }
  for (const [name, member] of members.static) name.add(constructor, member);
  runtimes.set(constructor, { privates, instanceMembers: members.instance });
  return constructor;
}

export function classOf(constructor: unknown): ClassRuntime {
  const runtime = isObject(constructor) ? runtimes.get(constructor) : undefined;
  if (runtime === undefined) throw new InterpreterFault('static parts run with their class as this');
  return runtime;
}

/** Gives a new object the private methods of the class whose constructor made it. */
export function finishInstance(constructor: unknown, instance: unknown): void {
  for (const [name, member] of classOf(constructor).instanceMembers) name.add(instance, member);
}

function heritageOf(
  parent: unknown,
  extendsSomething: boolean,
): { readonly prototype: object | null; readonly constructor: object } {
  if (!extendsSomething) return { prototype: Object.prototype, constructor: Function.prototype };
  if (parent === null) return { prototype: null, constructor: Function.prototype };
  if (!isConstructor(parent)) throw new TypeError('Class extends value is not a constructor or null');
  const prototype: unknown = Reflect.get(parent, 'prototype');
  if (prototype !== null && !isObject(prototype))
    throw new TypeError('Class extends value does not have valid prototype property');
  return { prototype, constructor: parent };
}

function isConstructor(value: unknown): value is HostFunction {
  if (typeof value !== 'function') return false;
  try {
    Reflect.construct(Object, [], value);
    return true;
  } catch {
    return false;
  }
}

function privateScope(act: Activation, expr: ClassExpr, klass: ClassIr, keys: readonly PropertyKey[]): PrivateScope {
  const names = new Map<string, PrivateName>();
  for (const key of expr.keys)
    if (key.kind === 'private' && !names.has(key.name)) names.set(key.name, new PrivateName(key.name));
  const memberKeys = new Set(klass.members.map((member) => member.key));
  const fieldKeys = new Set(keys.filter((_, index) => !memberKeys.has(index)));
  return { outer: act.privates, names, fieldKeys };
}

function constructorOf(closure: Closure, klass: ClassIr, derived: boolean): HostFunction {
  const made = function (this: unknown, ...args: unknown[]): unknown {
    if (new.target === undefined)
      throw new TypeError(`Class constructor ${klass.name} cannot be invoked without 'new'`);
    const receiver = { value: derived ? undefined : this, initialised: !derived };
    if (!derived) finishInstance(made, this);
    const context: Context = {
      receiver,
      arguments: argumentsObject(args),
      newTarget: new.target,
      home: closure.home,
      self: made,
    };
    const result = enter(closure, context, args);
    if (isObject(result)) return result;
    if (derived && result !== undefined)
      throw new TypeError('Derived constructors may only return object or undefined');
    if (!receiver.initialised)
      throw new ReferenceError('Must call super constructor before returning from derived constructor');
    return receiver.value;
  };
  Object.defineProperty(made, 'name', { value: klass.name, configurable: true });
  return made;
}

function defineMember(home: object, key: PropertyKey, member: ClassMember, made: HostFunction): void {
  const descriptor = member.kind === 'method' ? { value: made, writable: true } : { [member.kind]: made };
  Object.defineProperty(home, key, { ...descriptor, enumerable: false, configurable: true });
}

function addPrivate(
  members: Map<PrivateName, PrivateMember>,
  name: PrivateName,
  member: ClassMember,
  made: HostFunction,
): void {
  if (member.kind === 'method') {
    members.set(name, { kind: 'method', value: made });
    return;
  }
  const known = members.get(name);
  const other = known?.kind === 'accessor' ? known : { get: null, set: null };
  members.set(name, { kind: 'accessor', get: other.get, set: other.set, [member.kind]: made });
}
