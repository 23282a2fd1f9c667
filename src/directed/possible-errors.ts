import { nodeId, type FunctionId, type NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { labels, type Binding, type CfgNode, type FunctionIr, type ModuleIr, type Op } from '#ir/cfg';
import type { BinaryOp, Expr, Target, UnaryOp } from '#ir/expression';
import { eachOperand, eachPart } from '#ir/operands';
import { Initialised } from './initialised';
import { isBuiltInOfNumbers, KindsAcrossCalls, type EntryCall } from './kinds-across-calls';
import type { PossibleCalls } from './possible-calls';
import { kinds, ValueKinds } from './value-kinds';

/**
 * Which nodes may raise an error, when one function is called with values of its declared types. The control-flow graph has an
 * edge for every error that the syntax allows; `a + b` raises none when both are numbers.
 */
export class PossibleErrors {
  readonly #graph: DependenceGraph;
  readonly #calls: () => PossibleCalls;
  readonly #moduleAt: (path: string) => ModuleIr | null;
  readonly #entry: EntryCall;
  readonly #kinds = new Map<ModuleIr, ValueKinds>();
  readonly #throwing = new Map<FunctionId, boolean>();
  readonly #failing = new Map<NodeId, boolean>();
  readonly #initialised = new Map<FunctionIr, Initialised>();

  constructor(
    graph: DependenceGraph,
    calls: () => PossibleCalls,
    moduleAt: (path: string) => ModuleIr | null,
    entry: EntryCall,
  ) {
    this.#graph = graph;
    this.#calls = calls;
    this.#moduleAt = moduleAt;
    this.#entry = entry;
  }

  /** Whether an error may leave the node. */
  mayFail(fn: FunctionId, node: number): boolean {
    const id = nodeId(this.#graph.program.nodesOf(fn).first + node);
    const known = this.#failing.get(id);
    if (known !== undefined) return known;
    const found = this.#find(fn, node);
    this.#failing.set(id, found);
    return found;
  }

  #find(fn: FunctionId, index: number): boolean {
    const found = this.#irOf(fn, index);
    const node = found?.ir.nodes[index];
    if (found === null || node === undefined) return true;
    if (node.op.kind === 'call') return this.#operandsFail(found, node.op);
    if (!node.edges.some((edge) => edge.label === labels.error)) return false;
    return this.#opFails(found, fn, node);
  }

  #opFails(found: Found, fn: FunctionId, { op }: CfgNode): boolean {
    switch (op.kind) {
      case 'assign':
        return this.#targetFails(found, op.target) || this.#fails(found, op.value);
      case 'eval':
        return this.#fails(found, op.value);
      case 'branch':
        return this.#fails(found, op.test);
      case 'return':
        return op.value !== null && this.#fails(found, op.value);
      case 'call-return':
        return (op.target !== null && this.#targetFails(found, op.target)) || this.#callFails(found, fn, op.callNode);
      default:
        return true;
    }
  }

  #targetFails(found: Found, target: Target): boolean {
    if (target.kind === 'temp') return false;
    if (target.kind !== 'var') return true;
    const binding = found.module.bindings[target.binding];
    return (
      !target.declare && (binding === undefined || fixed.has(binding.kind) || !this.#isInitialised(found, binding))
    );
  }

  #operandsFail(found: Found, op: Op): boolean {
    let fails = false;
    eachOperand(op, (operand) => {
      fails ||= this.#fails(found, operand);
    });
    return fails;
  }

  #callFails(found: Found, fn: FunctionId, callNode: number): boolean {
    const call = found.ir.nodes[callNode]?.op;
    if (call?.kind !== 'call' || this.#operandsFail(found, call) || call.args.some((arg) => arg.spread)) return true;
    const { callGraph, program } = this.#graph;
    const site = nodeId(program.nodesOf(fn).first + callNode);
    const edges = callGraph.callsAt(site);
    if (callGraph.unresolvedAt(site) === undefined) {
      return call.callee.kind === 'method' || edges.some((edge) => this.#throws(edge.callee));
    }
    const isSafe = (expr: Expr): boolean => (this.#kindsIn(found).of(expr, found.ir) & unconvertible) === 0;
    return edges.length > 0 || !isBuiltInOfNumbers(call) || !call.args.every((arg) => isSafe(arg.value));
  }

  /** Whether an error may leave the function. */
  #throws(fn: FunctionId): boolean {
    const known = this.#throwing.get(fn);
    if (known !== undefined) return known;
    const found = this.#irOf(fn, 0);
    if (found === null || found.ir.async || found.ir.generator) return true;
    // A function that calls itself may, for all that is known before its end.
    this.#throwing.set(fn, true);
    const throws = found.ir.nodes.some((node) => node.op.kind === 'throw' || this.#find(fn, node.index));
    this.#throwing.set(fn, throws);
    return throws;
  }

  #fails(found: Found, expr: Expr): boolean {
    let fails = this.#failsItself(found, expr);
    eachPart(expr, (part) => {
      fails ||= this.#fails(found, part);
    });
    return fails;
  }

  #failsItself(found: Found, expr: Expr): boolean {
    const of = (part: Expr): number => this.#kindsIn(found).of(part, found.ir);
    switch (expr.kind) {
      case 'const':
      case 'regexp':
      case 'temp':
      case 'arguments':
      case 'self':
      case 'new-target':
      case 'import-meta':
      case 'typeof-global':
      case 'template-object':
      case 'closure':
        return false;
      case 'var':
        return !this.#isInitialised(found, found.module.bindings[expr.binding]);
      case 'global':
        return of(expr) === kinds.any;
      case 'this':
        return found.ir.kind === 'constructor';
      case 'unary':
        return unaryFails(expr.op, of(expr.operand));
      case 'binary':
        return binaryFails(expr.op, of(expr.left), of(expr.right));
      case 'template':
        return expr.values.some((value) => (of(value) & (kinds.symbol | kinds.object)) !== 0);
      case 'array':
        return expr.elements.some((element) => element.kind === 'spread');
      case 'object':
        return expr.properties.some(
          (property) => property.kind === 'spread' || property.kind === 'proto' || property.key.kind === 'computed',
        );
      case 'member':
        return expr.key.kind !== 'name' || (of(expr.object) & ~(kinds.string | kinds.number | kinds.boolean)) !== 0;
      default:
        return true;
    }
  }

  /** Variables of the module have their values before a function of it is called from outside. */
  #isInitialised({ ir, at }: Found, binding: Binding | undefined): boolean {
    if (binding === undefined) return false;
    if (binding.owner !== ir.index) return binding.owner === 0;
    if (hoisted.has(binding.kind)) return true;
    let known = this.#initialised.get(ir);
    if (known === undefined) this.#initialised.set(ir, (known = new Initialised(ir)));
    return known.isInitialised(binding.index, at);
  }

  #irOf(fn: FunctionId, at: number): Found | null {
    const { module, index } = this.#graph.program.locate(fn);
    const moduleIr = this.#moduleAt(module.path);
    const ir = moduleIr?.functions[index];
    return moduleIr === null || ir === undefined ? null : { module: moduleIr, ir, at };
  }

  #kindsIn({ module }: Found): ValueKinds {
    const known = this.#kinds.get(module);
    if (known !== undefined) return known;
    const made = new ValueKinds(module, new KindsAcrossCalls(this.#graph, this.#calls(), module, this.#entry));
    this.#kinds.set(module, made);
    return made;
  }
}

/** A node, as the graphs have it. */
interface Found {
  readonly module: ModuleIr;
  readonly ir: FunctionIr;
  readonly at: number;
}

/** Values whose conversion to a number may raise an error, and those that do not mix with numbers. */
const unconvertible = kinds.symbol | kinds.object | kinds.bigint;

/** Bindings that cannot be assigned to. */
const fixed: ReadonlySet<ModuleIr['bindings'][number]['kind']> = new Set([
  'const',
  'import',
  'class',
  'enum',
  'namespace',
  'default',
]);

/** Bindings that have a value as soon as their function is entered. */
const hoisted: ReadonlySet<Binding['kind']> = new Set(['var', 'param', 'function', 'import', 'catch', 'namespace']);

function unaryFails(op: UnaryOp, operand: number): boolean {
  switch (op) {
    case '!':
    case 'typeof':
    case 'void':
    case 'is-nullish':
    case 'is-undefined':
      return false;
    case 'property-key':
      return (operand & kinds.object) !== 0;
    case 'require-object':
      return (operand & (kinds.undefined | kinds.null)) !== 0;
    default:
      return (operand & unconvertible) !== 0;
  }
}

function binaryFails(op: BinaryOp, left: number, right: number): boolean {
  switch (op) {
    case '===':
    case '!==':
      return false;
    case '==':
    case '!=':
      return ((left | right) & kinds.object) !== 0;
    case 'in':
    case 'instanceof':
      return true;
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ((left | right) & (kinds.symbol | kinds.object)) !== 0;
    default:
      return ((left | right) & unconvertible) !== 0;
  }
}
