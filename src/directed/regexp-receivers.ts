import { eachConstraint } from '#dependence/constraints';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { ObjectSpace } from '#dependence/object-space';
import { computedProperty, constraintKinds, type ModuleFacts } from '#ir/facts';
import { wordAt } from './function-nodes';
import { pushTo } from './multi-map';
import { singleValuesOf, type SingleValues } from './single-values';

/**
 * Calls of methods on what is a regular expression and nothing else, by how the source is written: a literal, a variable that is
 * only ever given one, an import of such a variable, or a property of an object that a module exports. No function of the program
 * is found under a name there, unless one was put into a regular expression or into what all of them inherit from.
 */
export class RegExpReceivers {
  readonly #graph: DependenceGraph;
  readonly #isUsual: boolean;
  readonly #writes: ReadonlyMap<number, readonly Write[]>;
  readonly #values = new Map<number, SingleValues>();

  constructor(graph: DependenceGraph, isLoaded: (moduleIndex: number) => boolean) {
    this.#graph = graph;
    const { modules } = graph.program;
    this.#writes = writesOf(graph, isLoaded);
    this.#isUsual = !mayAlterAll(modules.filter((_, m) => isLoaded(m)));
  }

  /** Whether a method call finds no function of the program. */
  has(m: number, call: number): boolean {
    const module = this.#graph.program.modules[m];
    if (!this.#isUsual || module === undefined) return false;
    const target = wordAt(module.calls.target, call);
    const found = target < 0 ? null : this.#regExpIn(m, target, deepest);
    const name = module.strings[wordAt(module.calls.property, call)] ?? computedProperty;
    return found !== null && this.#isUnwritten(found, name, null);
  }

  /** The one regular expression that a variable holds, where it holds nothing else. */
  #regExpIn(m: number, variable: number, depth: number): number | null {
    if (depth === 0) return null;
    const values = this.#valuesOf(m);
    const site = values.regExps.get(variable);
    if (site !== undefined) return this.#graph.pointers.objects.site(m, site);
    const source = values.copies.get(variable);
    if (source !== undefined) return this.#regExpIn(m, source, depth - 1);
    const read = values.reads.get(variable);
    if (read !== undefined) return this.#exported(this.#moduleIn(m, read.object, depth - 1), read.name, depth - 1);
    const linked = this.#graph.pointers.importOf(m, variable);
    if (linked?.kind === 'binding') return this.#regExpIn(linked.module, linked.binding, depth - 1);
    return linked?.kind === 'commonjs' && linked.name !== null
      ? this.#exported(linked.module, linked.name, depth - 1)
      : null;
  }

  /** The module that a variable holds what `require` gives of. */
  #moduleIn(m: number, variable: number, depth: number): number | null {
    if (depth <= 0) return null;
    const values = this.#valuesOf(m);
    const specifier = values.required.get(variable);
    if (specifier !== undefined) {
      const target = this.#graph.pointers.linker.target(m, specifier);
      return target.kind === 'module' ? target.index : null;
    }
    const source = values.copies.get(variable);
    return source === undefined ? null : this.#moduleIn(m, source, depth - 1);
  }

  #exported(m: number | null, name: string, depth: number): number | null {
    const exported = m === null ? null : this.#valuesOf(m).exported;
    if (m === null || exported === null) return null;
    const object = this.#graph.pointers.objects.site(m, exported.site);
    if (!this.#isUnwritten(object, name, `${m} ${exported.variable}`)) return null;
    const value = exported.properties.get(name);
    return value === undefined || value === null ? null : this.#regExpIn(m, value, depth);
  }

  /** Nothing is written to a property of an object, but where the object is made. */
  #isUnwritten(object: number, name: string, maker: string | null): boolean {
    // What is written to some object, not known which, may be written to this one.
    const writes = [...(this.#writes.get(object) ?? []), ...(this.#writes.get(ObjectSpace.any) ?? [])];
    const isMeant = (write: Write): boolean => write.name === name || write.name === computedProperty;
    // Of a regular expression it matters what is called, of another object what is found there.
    return !writes.some((write) => isMeant(write) && write.by !== maker && (maker !== null || write.isCallable));
  }

  #valuesOf(m: number): SingleValues {
    const known = this.#values.get(m);
    if (known !== undefined) return known;
    const module = this.#graph.program.modules[m];
    const values = module === undefined ? noValues : singleValuesOf(module);
    this.#values.set(m, values);
    return values;
  }
}

const noValues: SingleValues = {
  regExps: new Map(),
  copies: new Map(),
  reads: new Map(),
  required: new Map(),
  exported: null,
};

/** Copies, reads and modules between a variable and what it holds. */
const deepest = 12;

/** A write of an object to a property; of one that is not known by name, to the computed one. */
interface Write {
  readonly name: string;
  /** The object may be a function of the program. */
  readonly isCallable: boolean;
  /** The variable that holds the object, as `module variable`. */
  readonly by: string;
}

function writesOf(
  { program, pointers, callGraph }: DependenceGraph,
  isLoaded: (moduleIndex: number) => boolean,
): Map<number, Write[]> {
  const writes = new Map<number, Write[]>();
  const isCallable = (object: number): boolean =>
    object === ObjectSpace.any || pointers.objects.functionOf(object) >= 0;
  program.modules.forEach((module, m) => {
    if (!isLoaded(m)) return;
    const held = (variable: number): readonly number[] => (variable < 0 ? [] : pointers.pointsTo.heldBy(m, variable));
    const add = (variable: number, name: string, values: readonly number[] | null): void => {
      // Nothing can be called on what is no object.
      if (values?.length === 0) return;
      const write = { name, isCallable: values === null || values.some(isCallable), by: `${m} ${variable}` };
      for (const object of held(variable)) pushTo(writes, object, write);
    };
    eachConstraint(module, (kind, words, at) => {
      const name = (): string => module.strings[wordAt(words, at + 1)] ?? computedProperty;
      if (kind === constraintKinds.assign) add(wordAt(words, at), computedProperty, null);
      else if (kind === constraintKinds.accessor) add(wordAt(words, at), name(), null);
      else if (kind === constraintKinds.store) add(wordAt(words, at), name(), held(wordAt(words, at + 2)));
    });
    const { calls } = module;
    for (let call = 0; call < calls.count; call++) {
      const edges = callGraph.callsAt(program.nodeAt(m, wordAt(calls.node, call)));
      const isKnown = edges.some(({ kind }) => kind === 'call');
      if (!mayWrite(module, call, isKnown)) continue;
      add(wordAt(calls.target, call), computedProperty, null);
      for (let at = wordAt(calls.argOffset, call); at < wordAt(calls.argOffset, call + 1); at += 2)
        add(wordAt(calls.args, at), computedProperty, null);
    }
  });
  return writes;
}

/** Whether what a call is given may get properties by code that is no part of the program. */
function mayWrite({ calls, strings }: ModuleFacts, call: number, isKnown: boolean): boolean {
  const name = strings[wordAt(calls.property, call)];
  if (name !== undefined) return describing.has(name) || strings[wordAt(calls.global, call)] === 'Reflect';
  return !isKnown && wordAt(calls.global, call) < 0;
}

/** Methods that write to what they are given. */
const describing: ReadonlySet<string> = new Set([
  'assign',
  'defineProperty',
  'defineProperties',
  'apply',
  'call',
  '__defineGetter__',
  '__defineSetter__',
]);

/** Whether some code may get at what all regular expressions inherit from, other than by a key that is computed. */
function mayAlterAll(modules: readonly ModuleFacts[]): boolean {
  const words = new Set(modules.flatMap(({ strings }) => strings.filter((text) => telling.has(text))));
  if (words.has('getPrototypeOf') || words.has('setPrototypeOf')) return true;
  if (words.has('prototype') && (words.has('RegExp') || words.has('constructor'))) return true;
  return words.has('__proto__') && modules.some(readsParents);
}

const telling: ReadonlySet<string> = new Set([
  'getPrototypeOf',
  'setPrototypeOf',
  'prototype',
  'RegExp',
  'constructor',
  '__proto__',
]);

function readsParents(module: ModuleFacts): boolean {
  let reads = false;
  eachConstraint(module, (kind, words, at) => {
    if (kind === constraintKinds.load) reads ||= module.strings[wordAt(words, at + 2)] === '__proto__';
  });
  return reads;
}
