import type { Node, Statement, VariableDeclaration } from 'oxc-parser';
import type { Expr } from '../expression';
import { emitCall } from './calls';
import { Label, type Frame } from './function-builder';
import type { FunctionScope } from './lowerer';

type FinallyFrame = Extract<Frame, { kind: 'finally' }>;

/** `try`: the completion that enters a `finally` is kept in a temporary and taken up again at its end. */
export function lowerTry(f: FunctionScope, node: Extract<Statement, { type: 'TryStatement' }>): void {
  const { finalizer } = node;
  if (finalizer === null) {
    lowerCatch(f, node);
    return;
  }
  protect(
    f,
    node,
    () => lowerCatch(f, node),
    () => f.lower.block(f, finalizer.body, finalizer),
  );
}

function lowerCatch(f: FunctionScope, node: Extract<Statement, { type: 'TryStatement' }>): void {
  const b = f.builder;
  const { handler } = node;
  if (handler === null) {
    f.lower.block(f, node.block.body, node.block);
    return;
  }
  const label = new Label();
  b.frames.push({ kind: 'catch', handler: label });
  f.lower.block(f, node.block.body, node.block);
  b.frames.pop();
  const done = b.take();
  b.bind(label);
  if (handler.param === null) b.emit({ kind: 'catch', target: null }, handler);
  else {
    const temp = b.temp();
    b.emit({ kind: 'catch', target: { kind: 'temp', temp } }, handler);
    f.lower.block(f, [], handler);
    f.lower.pattern(f, handler.param, { kind: 'temp', temp }, true, handler.param);
  }
  f.lower.block(f, handler.body.body, handler.body);
  b.join(done);
}

/** Runs `body` so that `cleanup` follows however it ends, and then completes as `body` did. */
export function protect(f: FunctionScope, node: Node, body: () => void, cleanup: () => void): void {
  const b = f.builder;
  const frame: FinallyFrame = {
    kind: 'finally',
    handler: new Label(),
    entry: new Label(),
    completion: b.temp(),
    routes: new Map(),
    origin: node,
  };
  const complete = (as: string): void => {
    b.assign({ kind: 'temp', temp: frame.completion }, { kind: 'const', value: as }, node);
    b.jump(frame.entry, node);
  };
  b.frames.push(frame);
  body();
  b.frames.pop();
  if (b.reachable) {
    complete('normal');
    frame.routes.set('normal', () => {});
  }
  const error = b.temp();
  if (frame.handler.pending.length > 0) {
    b.bind(frame.handler);
    b.emit({ kind: 'catch', target: { kind: 'temp', temp: error } }, node);
    complete('throw');
    frame.routes.set('throw', () => b.emit({ kind: 'throw', value: { kind: 'temp', temp: error } }, node));
  }
  b.bind(frame.entry);
  if (frame.routes.has('return')) b.whileReturning(cleanup);
  else cleanup();
  dispatch(f, frame, node);
}

function dispatch(f: FunctionScope, frame: FinallyFrame, node: Node): void {
  const b = f.builder;
  if (!b.reachable) return;
  const routes = [...frame.routes.keys()];
  const normal: ReturnType<typeof b.take> = [];
  const single = routes.length === 1;
  const from = single ? -1 : b.emit({ kind: 'dispatch', completion: frame.completion, routes }, node);
  const onward = b.take();
  for (const [route, go] of frame.routes) {
    b.resume(single ? onward : [{ from, label: route, weak: false }]);
    go();
    if (route === 'normal') normal.push(...b.take());
  }
  b.resume(normal);
}

/** `using` and `await using`: the rest of the block runs protected, then the resources are disposed of in reverse. */
export function lowerUsing(f: FunctionScope, node: VariableDeclaration, rest: () => void): void {
  const isAwait = node.kind === 'await using';
  const run = (i: number): void => {
    const declarator = node.declarations[i];
    if (declarator === undefined) {
      rest();
      return;
    }
    if (declarator.init !== null) f.lower.statement(f, { ...node, kind: 'const', declarations: [declarator] }, []);
    if (declarator.id.type !== 'Identifier') {
      run(i + 1);
      return;
    }
    const binding = f.module.scopes.variableOf(declarator.id);
    protect(
      f,
      declarator,
      () => run(i + 1),
      () => {
        if (binding !== undefined) dispose(f, { kind: 'var', binding }, isAwait, declarator);
      },
    );
  };
  run(0);
}

function dispose(f: FunctionScope, resource: Expr, isAwait: boolean, origin: Node): void {
  const b = f.builder;
  const { yes, no } = b.branch({ kind: 'unary', op: 'is-nullish', operand: resource }, origin);
  b.resume(no);
  const symbol: Expr = {
    kind: 'member',
    object: { kind: 'global', name: 'Symbol' },
    key: { kind: 'name', name: isAwait ? 'asyncDispose' : 'dispose' },
  };
  const temp = b.temp();
  const callee = { kind: 'method', object: resource, key: { kind: 'computed', value: symbol }, loaded: null } as const;
  emitCall(f, 'dispose', callee, [], isAwait ? { kind: 'temp', temp } : null, origin);
  if (isAwait) b.emit({ kind: 'await', value: { kind: 'temp', temp }, target: null }, origin);
  b.join(yes);
}
