import type { NodeId } from '#core/ids';
import { accessWidth, bindingFlags, modes, places, type ModuleFacts } from '#ir/facts';
import type { Program } from '#ir/program';
import { wordAt } from './function-nodes';
import { pushTo } from './multi-map';
import { propertyOf } from './place-index';

/** Who may read, in any function, what a node writes to a place that outlives its function. */
export interface StateFlow {
  readersOf(node: NodeId): Iterable<NodeId>;
}

/**
 * State told apart by names: captured and exported variables by their binding (an import by the name it asks for, from
 * whatever module), globals and fields by their name. Every two objects are taken to be the same, and a
 * computed key to meet computed keys and indexes only. Points-to sets tell more; this needs nothing but the facts.
 */
export function stateByName(program: Program): StateFlow {
  const readers = new Map<string, NodeId[]>();
  const written = new Map<NodeId, string[]>();
  program.modules.forEach((module, moduleIndex) => {
    const keys = new StateKeys(module, moduleIndex);
    forEachAccess(module, (local, mode, kind, a, b) => {
      const key = keys.of(kind, a, b);
      if (key === undefined) return;
      const node = program.nodeAt(moduleIndex, local);
      if (mode === modes.use) pushTo(readers, key, node);
      else pushTo(written, node, key);
    });
  });
  const aliases = exportAliases(program);
  return {
    readersOf(node) {
      const keys = written.get(node);
      if (keys === undefined) return none;
      return keys.flatMap((key) => {
        const found = [readers.get(key) ?? none];
        for (const exported of aliases.get(key) ?? []) found.push(readers.get(exported) ?? none);
        return found.flat();
      });
    },
  };
}

const none: readonly NodeId[] = [];

type Visit = (node: number, mode: number, kind: number, a: number, b: number) => void;

function forEachAccess({ nodes, accesses }: ModuleFacts, visit: Visit): void {
  const { offset, words } = accesses;
  for (let node = 0; node < nodes.count; node++) {
    for (let at = wordAt(offset, node); at < wordAt(offset, node + 1); at += accessWidth) {
      visit(node, wordAt(words, at), wordAt(words, at + 2), wordAt(words, at + 3), wordAt(words, at + 4));
    }
  }
}

/** Bindings that other functions see, with the key of each. */
function sharedNames(module: ModuleFacts, moduleIndex: number): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (let binding = 0; binding < module.bindings.count; binding++) {
    if ((wordAt(module.bindings.flags, binding) & bindingFlags.captured) !== 0) {
      names.set(binding, bindingKey(moduleIndex, binding));
    }
  }
  for (const record of module.exports) {
    if (record.kind === 'local') names.set(record.binding, bindingKey(moduleIndex, record.binding));
  }
  for (const { binding, imported } of module.imports) names.set(binding, importKey(imported));
  return names;
}

/** The keys of the places of one module, each put together once. */
class StateKeys {
  readonly #strings: readonly string[];
  readonly #bindings: ReadonlyMap<number, string>;
  readonly #globals: (string | undefined)[] = [];
  readonly #fields: (string | undefined)[] = [];

  constructor(module: ModuleFacts, moduleIndex: number) {
    this.#strings = module.strings;
    this.#bindings = sharedNames(module, moduleIndex);
  }

  of(kind: number, a: number, b: number): string | undefined {
    if (kind === places.binding) return this.#bindings.get(a);
    if (kind === places.global) return (this.#globals[a] ??= `global ${this.#strings[a] ?? ''}`);
    if (kind !== places.field) return undefined;
    const property = propertyOf({ b });
    return (this.#fields[property] ??= `field ${this.#strings[property] ?? ''}`);
  }
}

/** Under which names an exported binding is imported: its own, those of re-exports, and as a field of a namespace. */
function exportAliases(program: Program): Map<string, string[]> {
  const renamed = new Map<string, Set<string>>();
  for (const module of program.modules) {
    for (const record of module.exports) {
      if (record.kind !== 'from' || record.imported === record.exported) continue;
      const names = renamed.get(record.imported) ?? new Set();
      renamed.set(record.imported, names.add(record.exported));
    }
  }
  const aliases = new Map<string, string[]>();
  program.modules.forEach((module, moduleIndex) => {
    for (const record of module.exports) {
      if (record.kind !== 'local') continue;
      // A set that grows while it is walked: re-exports of re-exports.
      const names = new Set([record.exported]);
      for (const name of names) for (const other of renamed.get(name) ?? []) names.add(other);
      for (const name of names) {
        pushTo(aliases, bindingKey(moduleIndex, record.binding), importKey(name));
        pushTo(aliases, bindingKey(moduleIndex, record.binding), `field ${name}`);
      }
    }
  });
  return aliases;
}

function bindingKey(moduleIndex: number, binding: number): string {
  return `binding ${moduleIndex} ${binding}`;
}

function importKey(name: string): string {
  return `import ${name}`;
}
