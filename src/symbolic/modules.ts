import { invariant } from '#core/diagnostics';
import { PersistentMap } from '#core/persistent-map';
import type { ExportRecord, ImportRecord, ModuleIr } from '#ir/cfg';
import { attempt } from './attempt';
import { toText } from './conversions';
import { throwError } from './errors';
import type { CallOutcome, Frame, Resumption } from './frame';
import { functionAt, prepareFrame } from './functions';
import type { Machine } from './machine';
import { nativeFunction, requireName } from './native-function';
import { namedOutside, outsideValue } from './outside';
import { newPromise, promiseOf, rejectPromise, resolvePromise } from './promises';
import { defineData, getProperty } from './properties';
import { ThrowSignal } from './signals';
import type { ModuleState, ParkedModule } from './state';
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
  const begun: ModuleState = {
    status: 'evaluating',
    parked: null,
    env: frame.env,
    commonJs,
    exportsCell: commonJs === null ? null : machine.newCell(receiver),
    namespace: null,
    importers: [],
    error: null,
  };
  setState(machine, id, begun);
  machine.enter(frame);
  return machine.effect((state) => state.modules.get(id)) ?? begun;
}

/** Gives the modules that waited for this one alone, or whose imports failed with it, in order. */
export function moduleEnded(machine: Machine, path: string, outcome: CallOutcome): readonly Frame[] {
  const id = machine.world.keys.idOf(path);
  const known = machine.effect((state) => state.modules.get(id));
  invariant(known !== undefined, 'a module that ends has begun');
  setState(
    machine,
    id,
    outcome.kind === 'returned'
      ? { ...known, status: 'evaluated', importers: [] }
      : { ...known, status: 'failed', error: outcome.error, importers: [] },
  );
  for (const promise of known.importers) {
    if (outcome.kind === 'threw') rejectPromise(machine, promise, outcome.error);
    else resolvePromise(machine, promise, namespaceOf(machine, path));
  }
  const goingOn: ParkedModule[] = [];
  for (const [parent, { parked, ...others }] of machine.effect((state) => state.modules.sorted())) {
    if (parked === null || !parked.until.includes(id)) continue;
    const until = parked.until.filter((each) => each !== id);
    const goesOn = until.length === 0 || outcome.kind === 'threw';
    setState(machine, parent, { ...others, parked: goesOn ? null : { ...parked, until } });
    if (goesOn) goingOn.push(parked);
  }
  const resumption: Resumption =
    outcome.kind === 'threw' ? { kind: 'throw', value: outcome.error } : { kind: 'next', value: undefinedValue };
  return goingOn.toSorted((a, b) => a.order - b.order).map(({ frame }) => resumed(frame, resumption));
}

function resumed(frame: Frame, resumption: Resumption): Frame {
  return { ...frame, resumption };
}

export function moduleWaits(machine: Machine, path: string, parked: Omit<ParkedModule, 'order'> | null): void {
  const id = machine.world.keys.idOf(path);
  const [known, order] = machine.effect((state) => {
    const waiting = [...state.modules.entries()].filter(([, module]) => module.parked !== null);
    return [
      state.modules.get(id),
      Math.max(0, ...waiting.map(([, module]) => 1 + (module.parked?.order ?? 0))),
    ] as const;
  });
  invariant(known !== undefined, 'a module that waits has begun');
  setState(machine, id, { ...known, status: 'waiting', parked: parked === null ? null : { ...parked, order } });
}

function setState(machine: Machine, id: number, module: ModuleState): void {
  machine.effect((state) => {
    state.modules = state.modules.set(id, module);
  });
}

/** Modules are evaluated before the module that imports them; gives those that wait for something. */
export function link(machine: Machine, module: ModuleIr): readonly number[] {
  const waiting = new Set<number>();
  for (const source of requestedBy(module)) {
    const path = machine.world.source.resolve(module.path, source);
    if (path !== null && ensureEvaluated(machine, path).status === 'waiting') {
      waiting.add(machine.world.keys.idOf(path));
    }
  }
  return [...waiting];
}

/** What a module imports before it runs, in the order of the source. */
function requestedBy(module: ModuleIr): ReadonlySet<string> {
  const used = new Set([
    ...module.imports.filter((record) => record.imported !== '=').map((record) => record.source),
    ...module.exports.flatMap((record) => (record.kind === 'local' ? [] : [record.source])),
  ]);
  const program = functionAt(module, 0).origin;
  const ordered = (program.type === 'Program' ? program.body : []).flatMap((statement) => {
    if (!('source' in statement) || statement.source === null) return [];
    const { value } = statement.source;
    // An import of nothing is there for what the module does.
    const isBare = statement.type === 'ImportDeclaration' && statement.specifiers.length === 0;
    return isBare || used.has(value) ? [value] : [];
  });
  return new Set([...ordered, ...used]);
}

/** The value of an imported binding: what the other module has there now. */
export function imported(machine: Machine, module: ModuleIr, binding: number): Value {
  const record = importRecord(module, binding);
  const path = machine.world.source.resolve(module.path, record.source);
  if (path === null) {
    const name =
      record.imported === '*' || record.imported === '=' ? record.source : `${record.source}.${record.imported}`;
    return name === record.source ? outsideValue(machine, name) : namedOutside(machine, name);
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
    if (source === null) return namedOutside(machine, `${record.source}.${record.imported}`);
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
  if (state.commonJs !== null) return getProperty(machine, objectValue(state.commonJs), 'exports');
  // Engines refuse it, each in its own way.
  if (state.status === 'waiting') machine.unsupported('require() of a module that waits at its top');
  return namespaceOf(machine, path);
}

export function commonJsGlobal(machine: Machine, module: ModuleIr, name: string): Value | null {
  const state = machine.effect((now) => now.modules.get(machine.world.keys.idOf(module.path)));
  const own = state?.commonJs ?? null;
  if (own === null) return null;
  switch (name) {
    case 'module':
      return objectValue(own);
    case 'exports':
      return state?.exportsCell === null || state?.exportsCell === undefined ? null : machine.cell(state.exportsCell);
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

/** Whether `name = value` sets a variable that a CommonJS module has of its own. */
export function setCommonJsGlobal(machine: Machine, module: ModuleIr, name: string, value: Value): boolean {
  const state = machine.effect((now) => now.modules.get(machine.world.keys.idOf(module.path)));
  const cell = state?.exportsCell ?? null;
  if (cell === null) return false;
  if (name === 'exports') machine.setCell(cell, value);
  else if (givenToCommonJs.has(name)) machine.unsupported(`an assignment to ${name} of CommonJS`);
  return name === 'exports';
}

const givenToCommonJs: ReadonlySet<string> = new Set(['module', 'require', '__filename', '__dirname']);

export function require(machine: Machine, from: string, specifier: Value): Value {
  const text = toText(machine, specifier);
  if (text.kind !== 'constant') return machine.unsupported('require with an open name');
  const path = machine.world.source.resolve(from, String(text.value));
  return path === null ? outsideValue(machine, String(text.value)) : required(machine, path);
}

export function importCall(machine: Machine, module: ModuleIr, args: readonly Value[]): Value {
  const specifier = toText(machine, args[0] ?? undefinedValue);
  if (specifier.kind !== 'constant') return machine.unsupported('import() with an open name');
  const name = String(specifier.value);
  const path = machine.world.source.resolve(module.path, name);
  if (path === null) return objectValue(promiseOf(machine, outsideValue(machine, name)));
  const promise = newPromise(machine);
  const begun = attempt(() => {
    ensureEvaluated(machine, path);
    return undefinedValue;
  });
  if (begun.kind === 'threw') rejectPromise(machine, promise, begun.error);
  else whenEnded(machine, path, promise);
  return objectValue(promise);
}

/** A module that waits, or is being evaluated further up the stack, is given once it has ended. */
function whenEnded(machine: Machine, path: string, promise: Ref): void {
  const id = machine.world.keys.idOf(path);
  const state = ensureEvaluated(machine, path);
  if (state.status === 'evaluated' || state.commonJs !== null) {
    resolvePromise(machine, promise, namespaceOf(machine, path));
  } else setState(machine, id, { ...state, importers: [...state.importers, promise] });
}
