import type { CfgNode, FunctionIr, ModuleIr } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import { targetOf } from '#ir/operands';
import { printOp } from '#ir/print';
import { namesOf, type Names } from '#ir/names';
import { functionOf, type FunctionPair, type FunctionVersion } from './function-pair';

/**
 * Whether a version waits for something, and others may see what it has done until then: the versions are compared when nothing is left to
 * wait for. It makes no difference where both begin with the same.
 */
export function showsAmid({ base, head }: FunctionPair): boolean {
  if (![base, head].some(isWaiting)) return false;
  const [before, now] = [doneAtOnce(base), doneAtOnce(head)];
  return before.length !== now.length || before.some((each, index) => each !== now[index]);
}

/**
 * Whether who takes only some values of a generator may see something else: generators are run to their end. It makes no difference where both versions
 * do the same between the same values.
 */
export function showsBetween({ base, head }: FunctionPair): boolean {
  const [before, now] = [doneBetween(base), doneBetween(head)];
  if (before === null || now === null) return false;
  return before.length !== now.length || before.some((each, index) => each !== now[index]);
}

/** What a generator does that others can see, as text, with a mark for each value; null for what is none, or shows nothing else. */
function doneBetween(version: FunctionVersion): readonly string[] | null {
  const { module, fn } = functionOf(version);
  if (!fn.generator) return null;
  const names = namesOf(module);
  const done = fn.nodes.flatMap((node) => {
    if (node.op.kind === 'yield') return [mark];
    return isVisible(module, fn, node) ? [printOp(fn, node.op, names)] : [];
  });
  return done.every((each) => each === mark) ? null : done;
}

const mark = 'yield';

/** It awaits something, or hands on functions that run later. */
function isWaiting(version: FunctionVersion): boolean {
  const { fn } = functionOf(version);
  return fn.nodes.some(({ op }) => {
    if (op.kind === 'await') return true;
    if (op.kind !== 'call' || !op.args.some(({ value }) => value.kind === 'closure')) return false;
    const { callee } = op;
    if (callee.kind === 'method') return callee.key.kind === 'name' && laterMethods.has(callee.key.name);
    return callee.kind === 'value' && callee.value.kind === 'global' && laterFunctions.has(callee.value.name);
  });
}

const laterMethods: ReadonlySet<string> = new Set(['then', 'catch', 'finally', 'nextTick']);
const laterFunctions: ReadonlySet<string> = new Set(['queueMicrotask', 'setTimeout', 'setImmediate', 'setInterval']);

/** What a function does before it waits that others can see, as text; of a constructor, fields come first. */
function doneAtOnce(version: FunctionVersion): readonly string[] {
  const { module, fn } = functionOf(version);
  const names = namesOf(module);
  const klass = fn.kind === 'constructor' && fn.classIndex !== null ? module.classes[fn.classIndex] : undefined;
  const fields = klass === undefined || klass.fieldsFn === null ? undefined : module.functions[klass.fieldsFn];
  return [...(fields === undefined ? [] : visibleIn(module, fields, names)), ...visibleIn(module, fn, names)];
}

function visibleIn(module: ModuleIr, fn: FunctionIr, names: Names): readonly string[] {
  const first = fn.nodes.findIndex(({ op }) => op.kind === 'await');
  const done = first < 0 ? fn.nodes : fn.nodes.slice(0, first);
  return done.flatMap((node) => (isVisible(module, fn, node) ? [printOp(fn, node.op, names)] : []));
}

function isVisible({ bindings }: ModuleIr, { index, params }: FunctionIr, { op }: CfgNode): boolean {
  const isOwn = (binding: number): boolean => bindings[binding]?.owner === index;
  const isGiven = (binding: number): boolean =>
    params.some(({ target }) => target.kind === 'var' && target.binding === binding);
  if (op.kind === 'delete') return true;
  if (op.kind === 'call') {
    const { callee } = op;
    if (callee.kind === 'value') return rootOf(callee.value).kind !== 'temp';
    const root = callee.kind === 'method' ? rootOf(callee.object) : null;
    if (root?.kind === 'var') return !isOwn(root.binding) || isGiven(root.binding);
    return root !== null && (root.kind === 'this' || isConsole(root));
  }
  const target = targetOf(op);
  if (target === null || target.kind === 'temp') return false;
  return target.kind !== 'var' || !isOwn(target.binding);
}

function isConsole(expr: Expr): boolean {
  return expr.kind === 'global' && (expr.name === 'console' || expr.name === 'process');
}

function rootOf(expr: Expr): Expr {
  return expr.kind === 'member' ? rootOf(expr.object) : expr;
}
