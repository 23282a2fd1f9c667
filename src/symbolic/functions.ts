import { PersistentMap } from '#core/persistent-map';
import { invariant } from '#core/diagnostics';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { CallContext, Closure, PrivateScope } from './closure';
import { noProgress, type Frame, type FramePurpose } from './frame';
import { givenName } from './given-name';
import type { Property } from './heap-object';
import { emptyObject } from './empty-object';
import type { Machine } from './machine';
import { defineData, keyText } from './properties';
import {
  isSymbolKey,
  objectValue,
  registeredText,
  undefinedValue,
  type PropertyKeyText,
  type Ref,
  type Value,
} from './value';

/** A function object for a function of the program, in the scope of a frame. */
export function makeFunction(
  machine: Machine,
  frame: Frame,
  fnIndex: number,
  { home = null, privates = frame.closure.privates, name }: MadeAs = {},
): Ref {
  const { module } = frame.closure;
  const fn = functionAt(module, fnIndex);
  const outer = fn.kind === 'arrow' ? frame.context : null;
  const closure = { module, fn, env: frame.env, privates, home, outer, construction: null };
  return functionObject(machine, closure, { name });
}

interface MadeAs {
  readonly home?: Ref | null;
  readonly privates?: PrivateScope | null;
  readonly name?: string;
}

/** What methods and accessors are called: as the key is that they are defined under. */
export function memberName(kind: 'method' | 'get' | 'set', key: PropertyKeyText): string {
  return kind === 'method' ? nameFrom(key) : `${kind} ${nameFrom(key)}`;
}

function nameFrom(key: PropertyKeyText): string {
  if (!isSymbolKey(key)) return key;
  const description = registeredText(key) ?? keyText(key).slice('Symbol('.length, -1);
  return description === '' ? '' : `[${description}]`;
}

/** Functions without a name of their own are called as the computed key is that they are stored under. */
export function nameByKey(machine: Machine, ref: Ref, key: PropertyKeyText): void {
  const { internal } = machine.object(ref);
  if (internal.kind !== 'closure' || !internal.closure.fn.name.startsWith('<')) return;
  defineData(machine, ref, 'name', machine.terms.constant(nameFrom(key)), { writable: false, enumerable: false });
}

export function functionAt(module: ModuleIr, index: number): FunctionIr {
  const fn = module.functions[index];
  invariant(fn !== undefined, 'a closure is of a function of its module');
  return fn;
}

export function functionObject(
  machine: Machine,
  closure: Closure,
  { proto, name = nameOf(machine, closure) }: { readonly proto?: Ref; readonly name?: string | undefined } = {},
): Ref {
  const { realm, keys } = machine.world;
  const { fn } = closure;
  const properties = PersistentMap.empty<Property>()
    .set(keys.idOf('length'), hidden(machine.terms.constant(expectedArguments(fn)), 0))
    .set(keys.idOf('name'), hidden(machine.terms.constant(name), 1));
  const ref = machine.allocate({
    ...emptyObject({ kind: 'closure', closure }, proto ?? realm.ref(functionPrototype(fn))),
    properties,
    nextOrder: 2,
  });
  const isPlain = fn.kind === 'function' && !fn.async && !fn.generator;
  if (isPlain) {
    const prototype = machine.create({ kind: 'plain' }, realm.ref('Object.prototype'));
    defineData(machine, prototype.ref, 'constructor', objectValue(ref), { enumerable: false });
    defineData(machine, ref, 'prototype', prototype, { enumerable: false, configurable: false });
  } else if (fn.generator) {
    const from = fn.async ? '%AsyncGeneratorPrototype%' : '%GeneratorPrototype%';
    const prototype = machine.create({ kind: 'plain' }, realm.ref(from));
    defineData(machine, ref, 'prototype', prototype, { enumerable: false, configurable: false });
  }
  return ref;
}

function nameOf(machine: Machine, { fn, construction }: Closure): string {
  if (construction !== null) return construction.className;
  const isExpression = fn.kind === 'function' || fn.kind === 'arrow';
  return isExpression ? givenName(machine, fn.origin, fn.name) : fn.name;
}

function hidden(value: Value, order: number): Property {
  return { kind: 'data', value, writable: false, enumerable: false, configurable: true, order };
}

function functionPrototype(fn: FunctionIr): string {
  if (fn.generator) return fn.async ? '%AsyncGeneratorFunction.prototype%' : '%GeneratorFunction.prototype%';
  return fn.async ? '%AsyncFunction.prototype%' : 'Function.prototype';
}

/** Where the body of a function begins in the source, after its parameters. */
export function bodyStart({ origin, start }: FunctionIr): number {
  const own = origin as { readonly body?: { readonly start: number } | null };
  const inner = (origin as { readonly value?: { readonly body?: { readonly start: number } | null } | null }).value;
  return own.body?.start ?? inner?.body?.start ?? start;
}

/** What `length` says: parameters before the first with a default, or the rest. */
function expectedArguments(fn: FunctionIr): number {
  const origin = fn.origin as { readonly params?: readonly { readonly type: string }[] };
  const params =
    origin.params ?? (fn.origin as { value?: { params?: readonly { type: string }[] } }).value?.params ?? [];
  const real = params.filter((param) => (param as { readonly name?: string }).name !== 'this');
  const first = real.findIndex((param) => param.type === 'AssignmentPattern' || param.type === 'RestElement');
  return first < 0 ? real.length : first;
}

/** What a function is called with. */
export interface Activation {
  readonly self: Ref | null;
  readonly receiver: Value | null;
  readonly args: readonly Value[];
  readonly newTarget: Value;
}

/** How a frame begins: at the entry, with cells for the bindings that its function owns. */
export function prepareFrame(machine: Machine, closure: Closure, call: Activation, purpose: FramePurpose): Frame {
  const { fn } = closure;
  const context: CallContext =
    fn.kind === 'arrow' && closure.outer !== null
      ? closure.outer
      : {
          receiver: machine.newCell(call.receiver),
          arguments: machine.newCell(null),
          args: call.args,
          areInputs: isUnderAnalysis(purpose),
          newTarget: call.newTarget,
          home: closure.home,
          self: call.self,
        };
  let env = closure.env;
  for (const binding of ownBindings(closure.module, fn)) {
    const startsDead =
      binding.kind === 'let' ||
      binding.kind === 'const' ||
      binding.kind === 'class' ||
      binding.kind === 'default' ||
      binding.kind === 'param' ||
      binding.kind === 'type';
    env = env.set(binding.index, machine.newCell(startsDead ? null : undefinedValue));
  }
  return {
    closure,
    args: call.args,
    node: fn.entry,
    env,
    temps: PersistentMap.empty(),
    context,
    error: null,
    result: undefinedValue,
    outcome: null,
    resumption: null,
    yielding: null,
    progress: noProgress,
    decided: PersistentMap.empty(),
    caller: null,
    depth: 0,
    purpose,
  };
}

/** Nobody in the program waits for what comes of it. */
function isUnderAnalysis(purpose: FramePurpose): boolean {
  switch (purpose.kind) {
    case 'entry':
      return true;
    case 'async':
    case 'construct':
    case 'generator-call':
      return purpose.to === 'nowhere';
    default:
      return false;
  }
}

const ownedBindings = new WeakMap<ModuleIr, readonly (readonly ModuleIr['bindings'][number][])[]>();

export function ownBindings(module: ModuleIr, fn: FunctionIr): readonly ModuleIr['bindings'][number][] {
  let owned = ownedBindings.get(module);
  if (owned === undefined) {
    const lists: ModuleIr['bindings'][number][][] = module.functions.map(() => []);
    // A type may share its name, and its binding, with a variable.
    for (const binding of module.bindings) lists[binding.owner]?.push(binding);
    owned = lists;
    ownedBindings.set(module, owned);
  }
  return owned[fn.index] ?? [];
}
