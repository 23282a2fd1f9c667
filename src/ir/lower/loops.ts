import type { Expression, Node, Statement } from 'oxc-parser';
import type { Target } from '../expression';
import { identifierTarget, lowerReference } from './assignments';
import { stripTypes } from './operands';
import { Label, leaving, type Pending } from './function-builder';
import { lowerBody } from './body';
import type { FunctionScope } from './lowerer';
import { isAssignable, isInitialised } from './needs-nodes';
import { closeOnError } from './patterns';
import { capturedBlockBindings } from './scopes';
import { lowerUsing } from './tries';

export function lowerWhile(
  f: FunctionScope,
  node: Extract<Statement, { type: 'WhileStatement' }>,
  names: readonly string[],
): void {
  const b = f.builder;
  const head = new Label();
  const end = new Label();
  b.mark(head);
  const { yes, no } = loopTest(f, node.test);
  b.resume(yes);
  loopBody(f, node.body, names, head, end);
  b.jump(head, node);
  b.resume(no);
  b.bind(end);
}

export function lowerDo(
  f: FunctionScope,
  node: Extract<Statement, { type: 'DoWhileStatement' }>,
  names: readonly string[],
): void {
  const b = f.builder;
  const head = new Label();
  const next = new Label();
  const end = new Label();
  b.mark(head);
  loopBody(f, node.body, names, next, end);
  b.bind(next);
  if (b.reachable) {
    const { yes, no } = loopTest(f, node.test);
    b.resume(yes);
    b.jump(head, node);
    b.resume(no);
  }
  b.bind(end);
}

export function lowerFor(
  f: FunctionScope,
  node: Extract<Statement, { type: 'ForStatement' }>,
  names: readonly string[],
): void {
  const { init } = node;
  if (init?.type === 'VariableDeclaration' && (init.kind === 'using' || init.kind === 'await using')) {
    lowerUsing(f, init, () => forLoop(f, node, names));
    return;
  }
  if (init?.type === 'VariableDeclaration') f.lower.statement(f, init, []);
  else if (init !== null) f.lower.effect(f, init, init);
  forLoop(f, node, names);
}

function forLoop(f: FunctionScope, node: Extract<Statement, { type: 'ForStatement' }>, names: readonly string[]): void {
  const b = f.builder;
  const head = new Label();
  const next = new Label();
  const end = new Label();
  const perIteration = capturedBlockBindings(f, node);
  const copy = (): void => {
    if (perIteration.length > 0) b.emit({ kind: 'scope', bindings: perIteration, copy: true }, node);
  };
  copy();
  b.mark(head);
  const { yes, no } = node.test === null ? { yes: b.take(), no: [] } : loopTest(f, node.test);
  b.resume(yes);
  loopBody(f, node.body, names, next, end);
  b.bind(next);
  if (b.reachable) {
    copy();
    if (node.update !== null) f.lower.effect(f, node.update, node.update);
    b.jump(head, node);
  }
  b.resume(no);
  b.bind(end);
}

type ForEach = Extract<Statement, { type: 'ForInStatement' | 'ForOfStatement' }>;

export function lowerForEach(f: FunctionScope, node: ForEach, names: readonly string[]): void {
  const b = f.builder;
  const over = node.type === 'ForInStatement' ? 'keys' : node.await ? 'async-values' : 'values';
  const { left } = node;
  if (left.type === 'VariableDeclaration') {
    const first = left.declarations[0];
    if (first !== undefined && first.init !== null) f.lower.statement(f, left, []); // for (var i = 0 in o)
  }
  const iter = b.temp();
  b.emit({ kind: 'iter-open', iter, source: f.lower.expr(f, node.right), over }, node.right);
  const head = new Label();
  const end = new Label();
  const handler = new Label();
  const closes = over !== 'keys';
  b.mark(head);
  const fresh = capturedBlockBindings(f, node);
  const element = elementTarget(f, node, fresh.length > 0);
  const { yes, no } = b.decide({ kind: 'iter-next', iter, target: element }, left);
  const breakDepth = b.frames.length;
  if (closes) b.frames.push({ kind: 'iterator', handler, iter, origin: node });
  b.resume(yes);
  if (fresh.length > 0) b.emit({ kind: 'scope', bindings: fresh, copy: false }, left);
  const jump = { ...leaving(b, end), names, continueTo: head, breakDepth };
  const run = (): void => {
    b.jumps.push(jump);
    f.loopDepth++;
    lowerBody(f, node.body);
    f.loopDepth--;
    b.jumps.pop();
  };
  bindElement(f, node, element, run);
  if (closes) b.frames.pop();
  b.jump(head, node);
  b.resume(no);
  closeOnError(f, handler, iter, node);
  b.bind(end);
}

/** Simple variables receive the element directly; patterns, members and fresh bindings go through a temporary. */
function elementTarget(f: FunctionScope, node: ForEach, fresh: boolean): Target {
  const place = elementPlace(node.left);
  if (place.type !== 'Identifier' || fresh) return { kind: 'temp', temp: f.builder.temp() };
  const declares = node.left.type === 'VariableDeclaration';
  const target = identifierTarget(f, place, declares);
  // Where storing may fail it happens inside the loop, which closes the iterator then.
  return declares || (target.kind === 'var' && isWritable(f.module, target.binding))
    ? target
    : { kind: 'temp', temp: f.builder.temp() };
}

function isWritable(module: FunctionScope['module'], binding: number): boolean {
  return isInitialised(module, binding) && isAssignable(module, binding);
}

function elementPlace(left: ForEach['left']): Node {
  return left.type === 'VariableDeclaration' ? (left.declarations[0]?.id ?? left) : left;
}

function bindElement(f: FunctionScope, node: ForEach, element: Target, run: () => void): void {
  const { left } = node;
  const declares = left.type === 'VariableDeclaration';
  if (element.kind === 'temp') {
    const place = elementPlace(left);
    const value = { kind: 'temp', temp: element.temp } as const;
    if (place.type === 'Identifier' || place.type === 'ArrayPattern' || place.type === 'ObjectPattern') {
      f.lower.pattern(f, place, value, declares, left);
    } else f.builder.assign(lowerReference(f, place, 'once'), value, left);
  }
  if (declares && (left.kind === 'using' || left.kind === 'await using')) lowerUsing(f, left, run);
  else run();
}

function loopBody(f: FunctionScope, body: Statement, names: readonly string[], next: Label, end: Label): void {
  const b = f.builder;
  b.jumps.push({ ...leaving(b, end), names, continueTo: next });
  f.loopDepth++;
  lowerBody(f, body);
  f.loopDepth--;
  b.jumps.pop();
}

/** `while (true)` and `do … while (0)` decide nothing. */
function loopTest(f: FunctionScope, test: Expression): { yes: Pending[]; no: Pending[] } {
  const node = stripTypes(test);
  if (node.type === 'Literal' && !('regex' in node)) {
    const edges = f.builder.take();
    return node.value ? { yes: edges, no: [] } : { yes: [], no: edges };
  }
  return f.lower.condition(f, test);
}
