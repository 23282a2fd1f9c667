import type { FunctionId, NodeId } from '#core/ids';
import { pureGlobals } from '#dependence/built-ins';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { Callee, FunctionIr, ModuleIr, Op } from '#ir/cfg';
import type { Expr, Key, Target } from '#ir/expression';
import type { LoadedProgram } from '#ir/load-program';
import { resultType } from '#symbolic/inputs/result-type';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import type { InputType } from '#symbolic/input-type';

/**
 * Functions that only compute a plain value from plain values, by what their code says: they write nothing that outlives the
 * call, read nothing that changes, and call nothing else.
 */
export class PlainFunctions {
  readonly #graph: DependenceGraph;
  readonly #loaded: LoadedProgram;
  readonly #known = new Map<FunctionId, boolean>();
  readonly #results = new Map<FunctionId, InputType | null>();

  constructor(graph: DependenceGraph, loaded: LoadedProgram) {
    this.#graph = graph;
    this.#loaded = loaded;
  }

  /** What a plain function gives; null for all other functions. */
  resultOf(module: ModuleIr, fn: FunctionIr): InputType | null {
    const id = this.#idOf(module.path, fn.index);
    if (id === null || !this.#isPlain(id)) return null;
    const known = this.#results.get(id);
    if (known !== undefined) return known;
    const type = resultType(typeSourceOf(this.#loaded), fn, module);
    const plain = type !== null && type.members.every(({ kind }) => scalars.has(kind)) ? type : null;
    this.#results.set(id, plain);
    return plain;
  }

  #idOf(path: string, fn: number): FunctionId | null {
    const module = this.#graph.program.moduleIndex(path);
    return module === undefined ? null : this.#graph.program.functionAt(module, fn);
  }

  #isPlain(id: FunctionId): boolean {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    // One that calls itself is as plain as the rest of it.
    this.#known.set(id, true);
    const { module: facts, index } = this.#graph.program.locate(id);
    const module = this.#loaded.module(facts.path);
    const fn = module?.functions[index];
    const isPlain = module !== null && fn !== undefined && this.#hasPlainCode(module, fn, id);
    this.#known.set(id, isPlain);
    return isPlain;
  }

  #hasPlainCode(module: ModuleIr, fn: FunctionIr, id: FunctionId): boolean {
    const isFunction = fn.kind === 'function' || fn.kind === 'arrow';
    if (!isFunction || fn.async || fn.generator || (fn.parent !== null && fn.parent !== 0)) return false;
    const { first } = this.#graph.program.nodesOf(id);
    const code = new PlainCode(module, fn);
    return fn.nodes.every(({ op, index }) => code.isPlain(op) && this.#callsPlain((first + index) as NodeId, op));
  }

  /** Everything that a node may run is plain, too. */
  #callsPlain(site: NodeId, op: Op): boolean {
    const { callGraph } = this.#graph;
    const edges = callGraph.callsAt(site);
    if (!edges.every(({ callee }) => this.#isPlain(callee))) return false;
    if (op.kind !== 'call') return true;
    if (edges.length > 0) return callGraph.unresolvedAt(site) === undefined;
    return isPureBuiltIn(op.callee);
  }
}

const scalars: ReadonlySet<string> = new Set([
  'undefined',
  'null',
  'boolean',
  'string',
  'number',
  'bigint',
  'literals',
]);

/** `Math.max`, but not `Math.random`; methods that plain values have, and that change nothing. */
function isPureBuiltIn(callee: Callee): boolean {
  if (callee.kind === 'value') return callee.value.kind === 'global' && pureCalls.has(callee.value.name);
  if (callee.kind !== 'method' || callee.key.kind !== 'name') return false;
  const { name } = callee.key;
  if (callee.object.kind !== 'global') return pureMethods.has(name);
  const owner = callee.object.name;
  return pureGlobals.has(owner) && owner !== 'Date' && owner !== 'Object' && owner !== 'Reflect' && name !== 'random';
}

const pureCalls: ReadonlySet<string> = new Set([
  'Number',
  'String',
  'Boolean',
  'BigInt',
  'parseInt',
  'parseFloat',
  'isNaN',
  'isFinite',
]);

const pureMethods: ReadonlySet<string> = new Set([
  'at',
  'charAt',
  'charCodeAt',
  'codePointAt',
  'endsWith',
  'includes',
  'indexOf',
  'lastIndexOf',
  'padEnd',
  'padStart',
  'repeat',
  'slice',
  'startsWith',
  'substring',
  'toFixed',
  'toLowerCase',
  'toString',
  'toUpperCase',
  'trim',
  'trimEnd',
  'trimStart',
]);

/** Looks at the nodes of one function. */
class PlainCode {
  readonly #module: ModuleIr;
  readonly #fn: FunctionIr;

  constructor(module: ModuleIr, fn: FunctionIr) {
    this.#module = module;
    this.#fn = fn;
  }

  isPlain(op: Op): boolean {
    switch (op.kind) {
      case 'entry':
      case 'exit':
      case 'nop':
      case 'jump':
      case 'dispatch':
        return true;
      case 'assign':
        return this.#isLocal(op.target) && this.#reads(op.value);
      case 'eval':
        return this.#reads(op.value);
      case 'branch':
        return this.#reads(op.test);
      case 'return':
        return op.value === null || this.#reads(op.value);
      case 'throw':
        return this.#reads(op.value);
      case 'catch':
      case 'call-return':
        return op.target === null || this.#isLocal(op.target);
      case 'call':
        return (
          (op.call === 'call' || (op.call === 'new' && isErrorClass(op.callee))) &&
          this.#readsCallee(op.callee) &&
          op.args.every(({ value, spread }) => !spread && this.#reads(value))
        );
      default:
        return false;
    }
  }

  #readsCallee(callee: Callee): boolean {
    if (callee.kind === 'value') return callee.value.kind === 'global' || this.#reads(callee.value);
    if (callee.kind !== 'method' || !this.#readsKey(callee.key)) return false;
    return callee.object.kind === 'global' || this.#reads(callee.object);
  }

  #isLocal(target: Target): boolean {
    if (target.kind === 'temp') return true;
    return target.kind === 'var' && this.#module.bindings[target.binding]?.owner === this.#fn.index;
  }

  #reads(expr: Expr): boolean {
    switch (expr.kind) {
      case 'const':
      case 'temp':
        return true;
      case 'var':
        return this.#isFixed(expr.binding);
      case 'global':
        return expr.name === 'undefined' || expr.name === 'NaN' || expr.name === 'Infinity';
      case 'member':
        return this.#reads(expr.object) && this.#readsKey(expr.key);
      case 'unary':
        return this.#reads(expr.operand);
      case 'binary':
        return this.#reads(expr.left) && this.#reads(expr.right);
      case 'template':
        return expr.values.every((value) => this.#reads(value));
      default:
        return false;
    }
  }

  #readsKey(key: Key): boolean {
    return key.kind === 'name' || (key.kind === 'computed' && this.#reads(key.value));
  }

  /** Its own variables, and constants of the module. */
  #isFixed(index: number): boolean {
    const binding = this.#module.bindings[index];
    if (binding === undefined) return false;
    if (binding.owner === this.#fn.index) return true;
    return binding.owner === 0 && (binding.constant || binding.kind === 'function' || binding.kind === 'import');
  }
}

function isErrorClass(callee: Callee): boolean {
  return callee.kind === 'value' && callee.value.kind === 'global' && callee.value.name.endsWith('Error');
}
