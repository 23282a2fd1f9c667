import type { ModuleIr } from '#ir/cfg';
import type { Expr, Key } from '#ir/expression';
import { eachOperand, eachPart } from '#ir/operands';
import type { HeapObject } from '#symbolic/heap-object';
import type { World } from '#symbolic/machine';
import type { State } from '#symbolic/state';
import type { ChangeFacts } from './change-facts';
import type { FunctionPair } from './function-pair';
import type { LoadedPair } from './load-pair';
import type { PairWorlds } from './pair-worlds';
import { isReadOnly } from './read-only';
import { pathOf, UsesOfProgram, type Place } from './uses-of-program';

/** How a node uses what a variable holds: all of it, or what it comes to by some keys, the last of which is a property or a method. */
interface Use {
  readonly binding: number;
  readonly how: 'whole' | 'property' | 'method';
  readonly keys: readonly string[];
}

/**
 * Variables of modules that hold something which whoever imports it can change, and that the compared function sees in code which
 * has changed: how it stands when the modules are loaded is then not all that callers may find.
 */
export function exportedState(
  pair: FunctionPair,
  worlds: PairWorlds,
  loaded: LoadedPair,
  facts: ChangeFacts,
): readonly string[] {
  const names = (['base', 'head'] as const).flatMap((version) => {
    const { loaded: read, path, index } = pair[version];
    const program = new UsesOfProgram(read);
    const changed = [...program.reach(path, [index], true).functions].filter((place) => {
      return !facts.isUnchanged(version, pathOf(place), Number.parseInt(place, 10));
    });
    const found = changed.flatMap((place) => {
      const module = read.module(pathOf(place));
      const fn = module?.functions[Number.parseInt(place, 10)];
      if (module === null || module === undefined || fn === undefined || fn.kind === 'module') return [];
      return usesIn(module, fn.nodes).flatMap((use) =>
        program
          .placesOf(module.path, use.binding, true)
          .filter((held) => program.isExported(held))
          .filter((held) => canBeChanged(worlds[version], loaded[version], read.module(pathOf(held)), held, use)),
      );
    });
    return found.map((place) => program.nameOf(place, facts.toHead(pathOf(place))));
  });
  return [...new Set(names)].toSorted();
}

function usesIn({ bindings }: ModuleIr, nodes: ModuleIr['functions'][number]['nodes']): Use[] {
  const found: Use[] = [];
  const note = (expr: Expr, how: Use['how'], last: Key | null): boolean => {
    const keys = last === null ? [] : [last];
    let at = expr;
    for (; at.kind === 'member'; at = at.object) keys.unshift(at.key);
    if (at.kind !== 'var' || bindings[at.binding]?.owner !== 0) return false;
    const names = keys.flatMap((key) => (key.kind === 'name' ? [key.name] : []));
    if (names.length < keys.length) return false;
    found.push({ binding: at.binding, how, keys: names });
    return true;
  };
  const visit = (expr: Expr): void => {
    if (note(expr, expr.kind === 'member' ? 'property' : 'whole', null)) return;
    eachPart(expr, visit);
  };
  for (const { op } of nodes) {
    const method = op.kind === 'call' && op.callee.kind === 'method' ? op.callee : null;
    const isMethod = method !== null && note(method.object, 'method', method.key);
    eachOperand(op, (expr) => {
      if (!isMethod || expr !== method.object) visit(expr);
    });
  }
  return found;
}

function canBeChanged(world: World, state: State, module: ModuleIr | null, place: Place, use: Use): boolean {
  const index = Number.parseInt(place, 10);
  const binding = module?.bindings[index];
  if (module === null || binding === undefined || binding.kind === 'enum') return false;
  const cell = state.modules.get(world.keys.idOf(module.path))?.env.get(index);
  const value = cell === undefined ? undefined : state.cells.get(cell);
  let object = value?.kind === 'object' ? state.heap.get(value.ref) : undefined;
  if (object === undefined || value === undefined || isReadOnly(module, index, value, state)) return false;
  const [first, ...others] = use.keys;
  if (binding.kind === 'namespace' && !isFunction(object)) return first !== undefined && isVariable(module, first);
  if (first === undefined) return !isFunction(object) && isOpen(object);
  for (const [at, key] of [first, ...others].entries()) {
    const how = at < others.length ? 'property' : use.how;
    const isFixed = at === 0 && isReadOnlyStatic(module, index, key);
    if (!isFixed && mayBeOther(world, state, object, key, how)) return true;
    const held = object.properties.get(world.keys.idOf(key));
    object = held?.kind === 'data' && held.value.kind === 'object' ? state.heap.get(held.value.ref) : undefined;
    if (object === undefined) return false;
  }
  return false;
}

/** Whether others can set what is at a key of an object. Functions that are kept together are not taken for state. */
function mayBeOther(world: World, state: State, object: HeapObject, key: string, how: Use['how']): boolean {
  if (isFunction(object)) return how === 'property' && mayBePut(world, state, object, key);
  if (object.internal.kind !== 'plain') return isOpen(object);
  const own = object.properties.get(world.keys.idOf(key));
  const isCallable = own?.kind !== 'data' || (own.value.kind === 'object' && isFunction(state.heap.get(own.value.ref)));
  if (own !== undefined && isCallable) return false;
  return isOpen(object) && (how === 'property' || holdsData(state, object));
}

function isFunction(object: HeapObject | undefined): boolean {
  return (
    object?.internal.kind === 'closure' || object?.internal.kind === 'builtin' || object?.internal.kind === 'bound'
  );
}

/** Whether a property of a function, its own or that of a class which it extends, is data, or none that is there yet. */
function mayBePut(world: World, state: State, fn: HeapObject, key: string): boolean {
  for (let at: HeapObject | undefined = fn; at !== undefined;) {
    const own = at.properties.get(world.keys.idOf(key));
    if (own?.kind === 'data') return !(own.value.kind === 'object' && isFunction(state.heap.get(own.value.ref)));
    if (own !== undefined) return false;
    at = at.proto === null || at.proto < 0 ? undefined : state.heap.get(at.proto);
  }
  return !(key in Function.prototype);
}

/** Not frozen. */
function isOpen({ internal, extensible, properties }: HeapObject): boolean {
  if (internal.kind === 'array') return !internal.frozen;
  if (internal.kind !== 'plain') return changeable.has(internal.kind);
  return extensible || [...properties.entries()].some(([, each]) => each.kind === 'data' && each.writable);
}

const changeable: ReadonlySet<HeapObject['internal']['kind']> = new Set(['map', 'set', 'date', 'view', 'buffer']);

function holdsData(state: State, { properties }: HeapObject): boolean {
  return [...properties.entries()].some(([, each]) => {
    return each.kind === 'data' && !(each.value.kind === 'object' && isFunction(state.heap.get(each.value.ref)));
  });
}

/** Of what a namespace exports, constants are written once. */
function isVariable({ bindings }: ModuleIr, name: string): boolean {
  return bindings.some((each) => each.name === name && (each.kind === 'let' || each.kind === 'var'));
}

function isReadOnlyStatic({ functions, bindings }: ModuleIr, binding: number, key: string): boolean {
  const tree = functions[0]?.origin;
  const body = tree?.type === 'Program' ? tree.body : [];
  return body.some((statement) => {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (node?.type !== 'ClassDeclaration' || node.id?.start !== bindings[binding]?.start) return false;
    return node.body.body.some((member) => {
      if (member.type !== 'PropertyDefinition' || member.readonly !== true || !member.static) return false;
      return member.key.type === 'Identifier' && member.key.name === key;
    });
  });
}
