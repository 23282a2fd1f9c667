import type { Node } from 'oxc-parser';
import { invariant } from '#core/diagnostics';
import type { ClassIr } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import type { Brand, PrivateMember, PrivateScope } from './closure';
import { isConstructor } from './constructors';
import type { Frame } from './frame';
import { functionAt, functionObject, makeFunction, memberName } from './functions';
import { classAround, givenName } from './given-name';
import type { Machine } from './machine';
import { addPrivateMembers, privateKey } from './private-members';
import { outsideValue, takenForThing } from './outside';
import { defineData, defineProperty, getFrom, isCallable, ownProperty } from './properties';
import { settle } from './settle';
import { throwShown } from './shown';
import { objectValue, type PropertyKeyText, type Ref, type Value } from './value';

type ClassExpr = Extract<Expr, { kind: 'class' }>;

/** A class: its constructor with prototype, members and private names. */
export function makeClass(
  machine: Machine,
  frame: Frame,
  expr: ClassExpr,
  parent: Value | null,
  keys: readonly PropertyKeyText[],
): Value {
  const { module } = frame.closure;
  const klass = module.classes[expr.index];
  invariant(klass !== undefined, 'a class is of its module');
  const heritage = heritageOf(machine, parent);
  const privates = privateScope(machine, frame, expr, klass, keys);
  const prototype = machine.create({ kind: 'plain' }, heritage.prototype).ref;
  const constructorFn = functionAt(module, klass.constructorFn);
  const className = nameOf(machine, klass, constructorFn.origin);
  const members: { member: PrivateMember; isStatic: boolean }[] = [];
  const privateMembers: PrivateMember[] = [];
  const constructor = functionObject(
    machine,
    {
      module,
      fn: constructorFn,
      env: frame.env,
      privates,
      home: prototype,
      outer: null,
      construction: { derived: parent !== null, className, privateMembers },
    },
    { proto: heritage.constructor },
  );
  const fixed = { writable: false, enumerable: false, configurable: false };
  defineData(machine, constructor, 'prototype', objectValue(prototype), fixed);
  defineData(machine, prototype, 'constructor', objectValue(constructor), { enumerable: false });
  for (const member of klass.members) {
    const home = member.isStatic ? constructor : prototype;
    const key = keys[member.key];
    invariant(key !== undefined, 'a member of a class has a key');
    const isPrivate = expr.keys[member.key]?.kind === 'private';
    const name = memberName(member.kind, isPrivate ? `#${key}` : key);
    const fn = makeFunction(machine, frame, member.fn, { home, privates, name });
    if (isPrivate) {
      const made = { key: privateKey(privates, key), kind: member.kind, fn };
      members.push({ member: made, isStatic: member.isStatic });
      if (!member.isStatic) privateMembers.push(made);
    } else if (member.kind === 'method') {
      defineData(machine, home, key, objectValue(fn), { enumerable: false });
    } else defineAccessor(machine, home, key, member.kind, fn);
  }
  const ofTheClass = members.filter((m) => m.isStatic).map((m) => m.member);
  addPrivateMembers(machine, { derived: false, className, privateMembers: ofTheClass }, constructor);
  return objectValue(constructor);
}

function defineAccessor(machine: Machine, ref: Ref, key: PropertyKeyText, kind: 'get' | 'set', fn: Ref): void {
  const before = ownProperty(machine, ref, key);
  const known = before?.kind === 'accessor' ? before : { get: null, set: null };
  const accessor = {
    kind: 'accessor',
    get: known.get,
    set: known.set,
    enumerable: false,
    configurable: true,
    order: 0,
  } as const;
  defineProperty(machine, ref, key, { ...accessor, [kind]: fn });
}

function heritageOf(
  machine: Machine,
  parent: Value | null,
): { readonly prototype: Ref | null; readonly constructor: Ref } {
  const { realm } = machine.world;
  if (parent === null)
    return { prototype: realm.ref('Object.prototype'), constructor: realm.ref('Function.prototype') };
  const settled = settle(machine, takenForThing(machine, parent));
  if (settled.kind === 'null') return { prototype: null, constructor: realm.ref('Function.prototype') };
  if (!isCallable(machine, settled) || !isConstructor(machine, settled.ref)) {
    throwShown(machine, 'TypeError', ['Class extends value ', { of: settled }, ' is not a constructor or null']);
  }
  const { internal } = machine.object(settled.ref);
  if (internal.kind === 'outside') {
    machine.note({
      kind: 'stated',
      what: `${internal.name} has to itself what it does to instances of classes below it`,
    });
    const above = settle(machine, outsideValue(machine, `${internal.name}.prototype`));
    invariant(above.kind === 'object', 'what is outside is an object');
    return { prototype: above.ref, constructor: settled.ref };
  }
  const prototype = settle(machine, getFrom(machine, settled.ref, 'prototype', settled));
  if (prototype.kind === 'null') return { prototype: null, constructor: settled.ref };
  if (prototype.kind !== 'object') {
    const complaint = 'Class extends value does not have valid prototype property ';
    throwShown(machine, 'TypeError', [complaint, { of: prototype }]);
  }
  return { prototype: prototype.ref, constructor: settled.ref };
}

function privateScope(
  machine: Machine,
  frame: Frame,
  expr: ClassExpr,
  klass: ClassIr,
  keys: readonly PropertyKeyText[],
): PrivateScope {
  const number = machine.effect((state) => state.nextSymbol++);
  const names = new Map<string, string>();
  const { privateName } = machine.world;
  for (const key of expr.keys) {
    if (key.kind !== 'private') continue;
    const name = privateName?.(frame.closure.module, klass, key.name) ?? key.name;
    names.set(key.name, `\u0000${name}@${number}`);
  }
  const memberKeys = new Set(klass.members.map((member) => member.key));
  const fieldKeys = new Set(keys.filter((_, index) => !memberKeys.has(index)));
  const className = sourceName(frame, klass);
  const brands = new Map<string, Brand>();
  for (const { key, isStatic } of klass.members) {
    const name = expr.keys[key];
    if (name?.kind === 'private') brands.set(name.name, { isStatic, className });
  }
  const node = classAround(machine, functionAt(frame.closure.module, klass.constructorFn).origin);
  const hasInstanceMembers = node?.body.body.some(
    (element) => 'key' in element && element.key.type === 'PrivateIdentifier' && !element.static,
  );
  return { outer: frame.closure.privates, names, fieldKeys, brands, hasInstanceMembers: hasInstanceMembers ?? false };
}

/** A class that has no name of its own, and is given none, is numbered in the representation of the program. */
function nameOf(machine: Machine, { name }: ClassIr, constructor: Node): string {
  const node = classAround(machine, constructor);
  if (name.startsWith('<')) return '';
  return node === null ? name : givenName(machine, node, name);
}

const classHead = /^(?:abstract\s+)?class\s+(?!(?:extends|implements)\b)([\p{ID_Start}$_][\p{ID_Continue}$]*)/u;

function sourceName(frame: Frame, { start, end }: ClassIr): string | null {
  return classHead.exec(frame.closure.module.text.slice(start, end))?.[1] ?? null;
}
