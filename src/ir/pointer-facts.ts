import { createHash } from 'node:crypto';
import { IntList } from '#core/int-list';
import { describedNames } from './descriptor-facts';
import {
  accessWidth,
  constraintKinds as kinds,
  conversionMethods,
  constraintOperands,
  constraintWidth,
  functionCallee,
  importCallee,
  places,
  specialVars,
  type ExportFacts,
  type ModuleFacts,
} from './facts';

/**
 * What pointer analysis sees of a module, whatever its variables, nodes and strings are numbered: modules with the same key
 * have the same solution, variable by variable in canonical order.
 */
export interface PointerFacts {
  readonly key: string;
  /** Per variable, its place in the canonical order; −1 for variables that hold no object. */
  readonly variables: Int32Array;
  readonly variableCount: number;
  /** Nodes at which accessors and iterators may run, in canonical order. */
  readonly nodes: Int32Array;
  /** Modules that are asked for by name: what the names lead to is no part of the key. */
  readonly specifiers: readonly string[];
  /**
   * Properties that the module has accessors for, `anyName` where it gives some to objects under names that are not written out, and
   * `conversionName` where it has methods that conversions run, `proxyName` where it makes proxies.
   */
  readonly accessors: readonly string[];
  /** Idle accesses are no part of the key: they matter where a module of the program declares such an accessor. */
  readonly idle: IdleAccesses;
  /** Whether it defines properties under names that functions are given, and the key of the texts that its calls give. */
  readonly definesByParam: boolean;
  readonly textsKey: string;
}

export interface IdleAccesses {
  readonly names: readonly string[];
  /** Per access: which of the names, what is done, and its variable and node in canonical order. */
  readonly words: Int32Array;
}

export const idleWidth = 4;

/** Stands for the methods that conversions run; a property that is converted follows it. */
export const conversionName = '[convert]';

/** Stands for what is done to proxies: any property of theirs may run code. */
export const proxyName = '[proxy]';

/** Stands for the names of all properties. */
export const anyName = '[any]';

export function pointerFacts(module: ModuleFacts): PointerFacts {
  const writer = new FormWriter(module);
  writer.functions();
  writer.names();
  writer.sites();
  writer.constraints();
  writer.calls();
  writer.idleAccesses();
  return writer.form();
}

class FormWriter {
  private readonly words = new IntList();
  private readonly texts: string[] = [];
  private readonly textOf = new Map<number, number>();
  private readonly variables: Int32Array;
  private variableCount = 0;
  private readonly nodeOf = new Map<number, number>();
  private readonly specifiers = new Set<string>();
  private readonly accessors = new Set<string>();
  private readonly idleNames = new Map<string, number>();
  private readonly idle = new IntList();

  constructor(private readonly module: ModuleFacts) {
    this.variables = new Int32Array(module.varCount).fill(-1);
  }

  functions(): void {
    const { functions, bindings } = this.module;
    const first = bindings.count;
    for (let i = 0; i < functions.count * specialVars.count; i++) this.variable(first + i);
    const usesArguments = functionsUsingArguments(this.module);
    for (let fn = 0; fn < functions.count; fn++) {
      this.words.push(functions.kind[fn]!, functions.flags[fn]!, functions.parent[fn]!, functions.classIndex[fn]!);
      this.words.push(functions.rest[fn]!, usesArguments.has(fn) ? 1 : 0);
      this.variable(functions.thisVar[fn]!);
      this.words.push(functions.firstParam[fn + 1]! - functions.firstParam[fn]!);
      for (let i = functions.firstParam[fn]!; i < functions.firstParam[fn + 1]!; i++) {
        this.variable(functions.params[i]!);
      }
    }
  }

  /** Imports, exports and classes. */
  names(): void {
    const { module } = this;
    for (const list of [module.imports, module.typeImports]) {
      this.words.push(list.length);
      for (const { binding, source, imported } of list) {
        this.variable(binding);
        this.texts.push(source, imported);
        this.specifiers.add(source);
      }
    }
    for (const list of [module.exports, module.typeExports]) this.exports(list);
    this.words.push(module.classes.length);
    for (const { binding, constructorFn, implements: types } of module.classes) {
      this.variable(binding);
      this.words.push(constructorFn, types.length);
      for (const type of types) this.variable(type.binding);
    }
  }

  private exports(list: readonly ExportFacts[]): void {
    this.words.push(list.length);
    for (const record of list) {
      this.texts.push(record.kind, record.kind === 'star' ? '' : record.exported);
      if (record.kind === 'local') {
        this.variable(record.binding);
        continue;
      }
      this.texts.push(record.source, record.kind === 'from' ? record.imported : '');
      this.specifiers.add(record.source);
    }
  }

  sites(): void {
    const { sites } = this.module;
    this.words.push(sites.count);
    for (let i = 0; i < sites.count; i++) this.words.push(sites.kind[i]!, sites.fn[i]!);
  }

  constraints(): void {
    const { constraints, strings } = this.module;
    for (let at = 0; at < constraints.length;) {
      const kind = constraints[at++]!;
      const first = at;
      at += constraintWidth[kind]!;
      if (isIdle(kind)) continue;
      this.words.push(kind);
      constraintOperands[kind]!.forEach((operand, i) => this.operand(operand, constraints[first + i]!));
      const isAccessor = kind === kinds.accessor || (kind === kinds.member && constraints[first + 4] !== 0);
      if (isAccessor) this.accessors.add(strings[constraints[first + 1]!]!);
      else if (kind === kinds.decorated) this.accessors.add(strings[constraints[first + 6]!]!);
      else if (kind === kinds.member || kind === kinds.store)
        this.methodOfConversion(strings[constraints[first + 1]!]!);
    }
    this.words.push(-1);
  }

  /** Their nodes come last, so that the others have the same numbers with and without them. */
  idleAccesses(): void {
    const { constraints } = this.module;
    for (let at = 0; at < constraints.length; at += 1 + constraintWidth[constraints[at]!]!) {
      const kind = constraints[at]!;
      if (!isIdle(kind)) continue;
      const name = this.idleName(kind, at);
      let index = this.idleNames.get(name);
      if (index === undefined) this.idleNames.set(name, (index = this.idleNames.size));
      const variable = this.variables[constraints[at + 1]!]!;
      const node = constraints[at + constraintWidth[kind]!]!;
      this.idle.push(index, kind, variable, this.nodeNumber(node));
    }
  }

  private idleName(kind: number, at: number): string {
    if (kind === kinds.convert) return conversionName;
    const property = this.module.strings[this.module.constraints[at + 2]!]!;
    return kind === kinds.convertPart ? `${conversionName}${property}` : property;
  }

  private methodOfConversion(name: string): void {
    if (conversionMethods.some((method) => method === name)) this.accessors.add(conversionName);
  }

  calls(): void {
    const { calls } = this.module;
    this.words.push(calls.count);
    for (let i = 0; i < calls.count; i++) {
      this.words.push(calls.fn[i]!, calls.kind[i]!, calls.callee[i]!, calls.ofPrimitive[i]!);
      this.words.push(definedParam(this.module, i));
      if (calls.callee[i] === functionCallee) this.words.push(calls.target[i]!);
      else this.variable(calls.target[i]!);
      this.string(calls.property[i]!);
      this.variable(calls.loaded[i]!);
      // To read the method may run an accessor.
      if (calls.property[i]! >= 0 && calls.loaded[i]! < 0) this.nodeNumber(calls.node[i]!);
      this.variable(calls.result[i]!);
      this.words.push(calls.collection[i]!);
      this.string(calls.global[i]!);
      this.string(calls.text[i]!);
      this.accessorDefined(i);
      if (calls.text[i]! >= 0 && asksForModule(this.module, i))
        this.specifiers.add(this.module.strings[calls.text[i]!]!);
      this.words.push(calls.argOffset[i + 1]! - calls.argOffset[i]!);
      for (let at = calls.argOffset[i]!; at < calls.argOffset[i + 1]!; at += 2) {
        this.variable(calls.args[at]!);
        this.words.push(calls.args[at + 1]!);
      }
    }
  }

  private accessorDefined(call: number): void {
    const { calls, strings } = this.module;
    const method = strings[calls.property[call]!] ?? '';
    if (strings[calls.global[call]!] === 'Proxy') this.accessors.add(proxyName);
    if (!defining.has(method)) return;
    const isNamed = calls.text[call]! >= 0 && !definingAll.has(method);
    const args = (calls.argOffset[call + 1]! - calls.argOffset[call]!) >> 1;
    if (method === 'create' && args < 2) return;
    this.accessors.add(isNamed ? strings[calls.text[call]!]! : anyName);
    if (definingAll.has(method)) for (const name of describedNames(this.module)) this.accessors.add(name);
  }

  form(): PointerFacts {
    const { format } = this.module;
    const hash = createHash('sha256').update(JSON.stringify([format, this.texts]));
    const words = this.words.toArray();
    const key = hash.update(new Uint8Array(words.buffer, words.byteOffset, words.byteLength)).digest('hex');
    const { variables, variableCount } = this;
    return {
      key,
      variables,
      variableCount,
      nodes: Int32Array.from(this.nodeOf.keys()),
      specifiers: [...this.specifiers],
      accessors: [...this.accessors],
      idle: { names: [...this.idleNames.keys()], words: this.idle.toArray() },
      definesByParam: this.module.calls.property.some((_, call) => definedParam(this.module, call) >= 0),
      textsKey: textsKey(this.module),
    };
  }

  private operand(kind: 'variable' | 'string' | 'node' | 'plain', word: number): void {
    if (kind === 'variable') this.variable(word);
    else if (kind === 'string') this.string(word);
    else this.words.push(kind === 'node' ? this.nodeNumber(word) : word);
  }

  private variable(variable: number): void {
    if (variable < 0) {
      this.words.push(-1);
      return;
    }
    if (this.variables[variable] === -1) this.variables[variable] = this.variableCount++;
    this.words.push(this.variables[variable]!);
  }

  private string(id: number): void {
    if (id < 0) {
      this.words.push(-1);
      return;
    }
    let known = this.textOf.get(id);
    if (known === undefined) {
      known = this.texts.push(this.module.strings[id]!) - 1;
      this.textOf.set(id, known);
    }
    this.words.push(known);
  }

  private nodeNumber(node: number): number {
    let known = this.nodeOf.get(node);
    if (known === undefined) this.nodeOf.set(node, (known = this.nodeOf.size));
    return known;
  }
}

const definingAll: ReadonlySet<string> = new Set(['defineProperties', 'create']);
/** Calls that give accessors to objects. */
const defining: ReadonlySet<string> = new Set([
  'defineProperty',
  '__defineGetter__',
  '__defineSetter__',
  ...definingAll,
]);

/** The parameter of the caller under whose text a call defines a property, by its position; −1 for none. */
export function definedParam({ calls, strings }: ModuleFacts, call: number): number {
  const method = strings[calls.property[call]!] ?? '';
  return defining.has(method) && !definingAll.has(method) ? calls.textParam[call]! : -1;
}

/** The texts that calls pass: no part of the key, they matter where a function defines a property under such a name. */
function textsKey({ calls, strings }: ModuleFacts): string {
  const { argTexts, argOffset, count } = calls;
  const found: (number | string)[] = [];
  for (let call = 0; call < count; call++) {
    for (let at = argOffset[call]! >> 1; at < argOffset[call + 1]! >> 1; at++)
      if (argTexts[at]! >= 0) found.push(call, at, strings[argTexts[at]!]!);
  }
  return createHash('sha256').update(JSON.stringify(found)).digest('hex');
}

function isIdle(kind: number): boolean {
  return kind === kinds.idleRead || kind === kinds.idleWrite || kind === kinds.convert || kind === kinds.convertPart;
}

/** `require('x')` and `import('x')`. */
export function asksForModule({ calls, strings }: ModuleFacts, call: number): boolean {
  if (calls.callee[call] === importCallee) return true;
  return calls.property[call]! < 0 && calls.global[call]! >= 0 && strings[calls.global[call]!] === 'require';
}

/** Functions that use `arguments`. */
export function functionsUsingArguments(module: ModuleFacts): Set<number> {
  const users = new Set<number>();
  const { accesses, functions } = module;
  for (let fn = 0; fn < functions.count; fn++) {
    const first = functions.firstNode[fn]!;
    const from = accesses.offset[first]!;
    const to = accesses.offset[first + functions.nodeCount[fn]!]!;
    for (let i = from; i < to; i += accessWidth) {
      if (accesses.words[i + 2] === places.arguments) {
        users.add(fn);
        break;
      }
    }
  }
  return users;
}
