import { assertNever } from '#core/diagnostics';
import {
  labels,
  type Arg,
  type CallKind,
  type Callee,
  type CfgNode,
  type Edge,
  type FunctionIr,
  type ModuleIr,
  type Op,
} from './cfg';
import type { Expr, Target } from './expression';
import { namesOf, type Names } from './names';
import { printAccess, printExpr, printMember, printMemberBase } from './print-expression';

export interface PrintOptions {
  /** Also show, in parentheses, where errors go that no handler of the source awaits. */
  readonly weakEdges?: boolean;
  /** `namesOf(module)`, when many functions of one module are printed. */
  readonly names?: Names;
}

/** A function as one line per node, for people and for fixtures: `n4: branch PedalPos <= 0  T->n5 F->n7`. */
export function printFunction(module: ModuleIr, fn: FunctionIr, options: PrintOptions = {}): string {
  const names = options.names ?? namesOf(module);
  const lines = fn.nodes.map((node) => {
    const edges = printEdges(node.edges, options.weakEdges === true);
    return `  n${node.index}: ${printOp(fn, node.op, names)}${edges === '' ? '' : `  ${edges}`}`;
  });
  return [printHeader(fn), ...lines].join('\n');
}

/** One node, short enough for a box in a picture. */
export function printNode(module: ModuleIr, fn: FunctionIr, node: CfgNode, names: Names = namesOf(module)): string {
  const text = printOp(fn, node.op, names);
  return text.length <= longestLabel ? text : `${text.slice(0, longestLabel - 1)}…`;
}

const longestLabel = 72;

/** `fn` is the function that the operation belongs to: its parameters are what `entry` defines. */
export function printOp(fn: FunctionIr, op: Op, names: Names): string {
  switch (op.kind) {
    case 'entry':
      return fn.params.length === 0 ? 'entry' : `entry(${printParams(fn, names)})`;
    case 'exit':
    case 'nop':
      return op.kind;
    case 'assign':
      return store(op.target, printExpr(op.value, names), names);
    case 'eval':
      return printExpr(op.value, names);
    case 'branch':
      return `branch ${printExpr(op.test, names)}`;
    case 'call':
      return printCall(op, names);
    case 'call-return':
      return store(op.target, `returned from n${op.callNode}`, names);
    case 'await':
      return store(op.target, `await ${printExpr(op.value, names)}`, names);
    case 'yield':
      return store(op.target, `yield${op.delegate ? '*' : ''} ${printExpr(op.value, names)}`, names);
    case 'return':
      return op.value === null ? 'return' : `return ${printExpr(op.value, names)}`;
    case 'throw':
      return `throw ${printExpr(op.value, names)}`;
    case 'catch':
      return op.target === null ? 'catch' : `catch ${printTarget(op.target, names)}`;
    case 'jump':
      return op.label === null ? op.jump : `${op.jump} ${op.label}`;
    case 'dispatch':
      return `dispatch $${op.completion}`;
    case 'delete':
      return store(op.target, `delete ${printMember(op.object, op.key, names)}`, names);
    case 'scope':
      return `${op.copy ? 'copy scope' : 'scope'} ${op.bindings.map((index) => names.binding(index)).join(', ')}`;
    case 'iter-open':
      return `$${op.iter} = ${iterationWords[op.over]} of ${printExpr(op.source, names)}`;
    case 'iter-next':
    case 'iter-step':
    case 'iter-rest':
      return store(op.target, `${iteratorWords[op.kind]} of $${op.iter}`, names);
    case 'iter-close':
      return op.rethrow ? `close $${op.iter} and rethrow` : `close $${op.iter}`;
    default:
      return assertNever(op);
  }
}

const iterationWords = { values: 'values', 'async-values': 'async values', keys: 'keys' } as const;
const iteratorWords = { 'iter-next': 'next', 'iter-step': 'step', 'iter-rest': 'rest' } as const;

function store(target: Target | null, value: string, names: Names): string {
  return target === null ? value : `${printTarget(target, names)} = ${value}`;
}

function printTarget(target: Target, names: Names): string {
  switch (target.kind) {
    case 'var':
      return (target.declare ? names.declarator(target.binding) : '') + names.binding(target.binding);
    case 'temp':
      return `$${target.temp}`;
    case 'global':
      return target.name;
    case 'member':
      return printMember(target.object, target.key, names);
    case 'super-member':
      return `super${printAccess(target.key, names)}`;
    default:
      return assertNever(target);
  }
}

function printCall(op: Extract<Op, { kind: 'call' }>, names: Names): string {
  const args = `(${op.args.map((arg) => printArg(arg, names)).join(', ')})`;
  const called = printCallee(op.call, op.callee, names);
  // `super(…)` and `import(…)` already say what kind of call they are.
  const verb = op.callee.kind === 'super' || op.callee.kind === 'import' ? '' : `${op.call} `;
  return `${verb}${called.text}${args}${called.note}`;
}

function printArg(arg: Arg, names: Names): string {
  return (arg.spread ? '...' : '') + printExpr(arg.value, names);
}

function printCallee(call: CallKind, callee: Callee, names: Names): { readonly text: string; readonly note: string } {
  switch (callee.kind) {
    case 'method': {
      const note = callee.loaded === null ? '' : ` loaded as ${printExpr(callee.loaded, names)}`;
      return { text: printMember(callee.object, callee.key, names), note };
    }
    case 'super-method':
      return { text: `super${printAccess(callee.key, names)}`, note: '' };
    case 'value': {
      const text = printMemberBase(callee.value, names);
      // Called without a receiver, as `(0, o.m)()` is; other kinds of calls never have one.
      return { text: isMember(callee.value) && call === 'call' ? `(0, ${text})` : text, note: '' };
    }
    case 'function':
      return { text: names.fn(callee.fn), note: ` on ${printExpr(callee.thisValue, names)}` };
    case 'super':
    case 'import':
      return { text: callee.kind, note: '' };
    default:
      return assertNever(callee);
  }
}

function isMember(expr: Expr): boolean {
  return expr.kind === 'member' || expr.kind === 'super-member';
}

function printHeader(fn: FunctionIr): string {
  const words = [fn.isStatic && fn.kind !== 'static' ? 'static ' : '', fn.async ? 'async ' : '', fn.kind];
  const params = fn.params.map((param) => (param.rest ? '...' : '') + param.name).join(', ');
  const name = fn.kind === 'module' ? '' : ` ${fn.qualifiedName}(${params})`;
  return `${words.join('')}${fn.generator ? '*' : ''}${name}`;
}

function printParams(fn: FunctionIr, names: Names): string {
  return fn.params.map((param) => (param.rest ? '...' : '') + printParamTarget(param.target, names)).join(', ');
}

function printParamTarget(target: Target, names: Names): string {
  return target.kind === 'var' ? names.binding(target.binding) : printTarget(target, names);
}

function printEdges(edges: readonly Edge[], weakEdges: boolean): string {
  const shown = weakEdges ? edges : edges.filter((edge) => !edge.weak);
  return shown
    .toSorted((a, b) => readingRank(a) - readingRank(b))
    .map(printEdge)
    .join(' ');
}

/** The usual way first and `T` before `F`, errors last. */
function readingRank(edge: Edge): number {
  if (edge.label === labels.next || edge.label === labels.yes) return 0;
  if (edge.label === labels.virtual) return 3;
  return edge.label === labels.error ? 2 : 1;
}

function printEdge(edge: Edge): string {
  const text = `${edge.label === labels.next ? '' : edge.label}->n${edge.to}`;
  return edge.weak ? `(${text})` : text;
}
