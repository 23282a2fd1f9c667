import { invariant } from '#core/diagnostics';
import { PersistentMap } from '#core/persistent-map';
import type { ExportRecord, ImportRecord, ModuleIr } from '#ir/cfg';
import { toText } from './conversions';
import { throwError } from './errors';
import type { CallOutcome } from './frame';
import { functionAt, prepareFrame } from './functions';
import type { Machine } from './machine';
import { nativeFunction } from './native-function';
import { outsideValue } from './outside';
import { promiseOf } from './promises';
import { defineData, getProperty } from './properties';
import { ThrowSignal } from './signals';
import type { ModuleState } from './state';
import { objectValue, undefinedValue, type Ref, type Value } from './value';

/** Evaluates a module unless that was done, or is being done. */
export function ensureEvaluated(machine: Machine, path: string): ModuleState {
  const id = machine.world.keys.idOf(path);
  const known = machine.effect((state) => state.modules.get(id));
  if (known !== undefined) {
    if (known.status === 'failed' && known.error !== null) throw new ThrowSignal(known.error);
    return known;
  }
  const module = machine.world.source.module(path);
  if (module === null) return machine.unsupported(`the module ${path}, which cannot be read`);
  const commonJs = module.format === 'commonjs' ? commonJsModule(machine) : null;
  const receiver = commonJs === null ? undefinedValue : getProperty(machine, objectValue(commonJs), 'exports');
  const closure = {
    module,
    fn: functionAt(module, 0),
    env: PersistentMap.empty<number>(),
    privates: null,
    home: null,
    outer: null,
    construction: null,
  };
  const activation = { self: null, receiver, args: [], newTarget: undefinedValue };
  const frame = prepareFrame(machine, closure, activation, { kind: 'module', path, to: 'on-the-way' });
  const begun: ModuleState = { status: 'evaluating', env: frame.env, commonJs, namespace: null, error: null };
  setState(machine, id, begun);
  machine.enter(frame);
  return machine.effect((state) => state.modules.get(id)) ?? begun;
}

export function moduleEnded(machine: Machine, path: string, outcome: CallOutcome): void {
  const id = machine.world.keys.idOf(path);
  const known = machine.effect((state) => state.modules.get(id));
  invariant(known !== undefined, 'a module that ends has begun');
  setState(
    machine,
    id,
    outcome.kind === 'returned'
      ? { ...known, status: 'evaluated' }
      : { ...known, status: 'failed', error: outcome.error },
  );
}

function setState(machine: Machine, id: number, module: ModuleState): void {
  machine.effect((state) => {
    state.modules = state.modules.set(id, module);
  });
}

/** Modules are evaluated before the module that imports them. */
export function link(machine: Machine, module: ModuleIr): void {
  const sources = [
    ...module.imports.filter((record) => record.imported !== '=').map((record) => record.source),
    ...module.exports.flatMap((record) => (record.kind === 'local' ? [] : [record.source])),
  ];
  for (const source of new Set(sources)) {
    const path = machine.world.source.resolve(module.path, source);
    if (path !== null) ensureEvaluated(machine, path);
  }
}

/** The value of an imported binding: what the other module has there now. */
export function imported(machine: Machine, module: ModuleIr, binding: number): Value {
  const record = importRecord(module, binding);
  const path = machine.world.source.resolve(module.path, record.source);
  if (path === null) {
    const name =
      record.imported === '*' || record.imported === '=' ? record.source : `${record.source}.${record.imported}`;
    return outsideValue(machine, name);
  }
  if (record.imported === '*') return namespaceOf(machine, path);
  if (record.imported === '=') return required(machine, path);
  return exported(machine, path, record.imported) ?? undefinedValue;
}

const importRecords = new WeakMap<ModuleIr, ReadonlyMap<number, ImportRecord>>();

function importRecord(module: ModuleIr, binding: number): ImportRecord {
  let records = importRecords.get(module);
  if (records === undefined) {
    records = new Map(module.imports.map((record) => [record.binding, record]));
    importRecords.set(module, records);
  }
  const record = records.get(binding);
  invariant(record !== undefined, 'an imported binding has an import');
  return record;
}

/** What a module exports under a name, found through re-exports; null when it exports no such name. */
export function exported(
  machine: Machine,
  path: string,
  name: string,
  seen: ReadonlySet<string> = new Set(),
): Value | null {
  const module = machine.world.source.module(path);
  if (module === null || seen.has(path)) return null;
  const state = ensureEvaluated(machine, path);
  if (state.commonJs !== null) {
    const exports = getProperty(machine, objectValue(state.commonJs), 'exports');
    return name === 'default' ? exports : getProperty(machine, exports, name);
  }
  const record = module.exports.find((e) => e.kind !== 'star' && e.exported === name);
  if (record !== undefined && record.kind !== 'star') return fromRecord(machine, module, state, record);
  if (name === 'default') return null;
  for (const star of module.exports) {
    if (star.kind !== 'star') continue;
    const source = machine.world.source.resolve(path, star.source);
    const found = source === null ? null : exported(machine, source, name, new Set([...seen, path]));
    if (found !== null) return found;
  }
  return null;
}

function fromRecord(
  machine: Machine,
  module: ModuleIr,
  state: ModuleState,
  record: Exclude<ExportRecord, { kind: 'star' }>,
): Value {
  if (record.kind === 'from') {
    const source = machine.world.source.resolve(module.path, record.source);
    if (source === null) return outsideValue(machine, `${record.source}.${record.imported}`);
    if (record.imported === '*') return namespaceOf(machine, source);
    return exported(machine, source, record.imported) ?? undefinedValue;
  }
  const binding = module.bindings[record.binding];
  if (binding?.kind === 'import') return imported(machine, module, record.binding);
  const cell = state.env.get(record.binding);
  if (cell === undefined) return undefinedValue;
  return machine.cell(cell) ?? deadZone(machine, binding?.name ?? record.exported);
}

export function deadZone(machine: Machine, name: string): never {
  return throwError(machine, 'ReferenceError', `Cannot access '${name}' before initialization`);
}

function namespaceOf(machine: Machine, path: string): Value {
  const state = ensureEvaluated(machine, path);
  if (state.commonJs !== null) return getProperty(machine, objectValue(state.commonJs), 'exports');
  if (state.namespace !== null) return objectValue(state.namespace);
  const made = machine.create({ kind: 'namespace', module: path }, null);
  setState(machine, machine.world.keys.idOf(path), { ...state, namespace: made.ref });
  return made;
}

/** `module` with its `exports`. */
function commonJsModule(machine: Machine): Ref {
  const { realm } = machine.world;
  const exports = machine.create({ kind: 'plain' }, realm.ref('Object.prototype'));
  const module = machine.create({ kind: 'plain' }, realm.ref('Object.prototype'));
  defineData(machine, module.ref, 'exports', exports);
  return module.ref;
}

/** What `require` gives. */
function required(machine: Machine, path: string): Value {
  const state = ensureEvaluated(machine, path);
  return state.commonJs === null
    ? namespaceOf(machine, path)
    : getProperty(machine, objectValue(state.commonJs), 'exports');
}

export function commonJsGlobal(machine: Machine, module: ModuleIr, name: string): Value | null {
  const state = machine.effect((now) => now.modules.get(machine.world.keys.idOf(module.path)));
  const own = state?.commonJs ?? null;
  if (own === null) return null;
  switch (name) {
    case 'module':
      return objectValue(own);
    case 'exports':
      return getProperty(machine, objectValue(own), 'exports');
    case 'require':
      return nativeFunction(machine, requireName, [machine.terms.constant(module.path)], 1);
    case '__filename':
      return machine.terms.constant(module.path);
    case '__dirname':
      return machine.terms.constant(module.path.split('/').slice(0, -1).join('/'));
    default:
      return null;
  }
}

/** Name of the model of `require`; it remembers the module that it belongs to. */
export const requireName = '%require%';

export function require(machine: Machine, from: string, specifier: Value): Value {
  const text = toText(machine, specifier);
  if (text.kind !== 'constant') return machine.unsupported('require with an open name');
  const path = machine.world.source.resolve(from, String(text.value));
  return path === null ? outsideValue(machine, String(text.value)) : required(machine, path);
}

export function importCall(machine: Machine, module: ModuleIr, args: readonly Value[]): Value {
  const specifier = toText(machine, args[0] ?? undefinedValue);
  if (specifier.kind !== 'constant') return machine.unsupported('import() with an open name');
  const path = machine.world.source.resolve(module.path, String(specifier.value));
  const value = path === null ? outsideValue(machine, String(specifier.value)) : namespaceOf(machine, path);
  return objectValue(promiseOf(machine, value));
}
