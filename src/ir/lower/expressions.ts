import type { Expression, Node } from 'oxc-parser';
import type { Expr, Target } from '../expression';
import { constant, thisExpr, undefinedExpr } from '../expression';
import type { FunctionBuilder, Pending } from './function-builder';
import type { FunctionScope } from './lowerer';
import { readIdentifier } from './names';
import { lowerOperands, settled, stripTypes } from './operands';
import { arrayValue, binaryValue, literalValue, memberValue, objectValue, unaryValue } from './values';

/** Expressions whose value is computed by nodes of their own, into a temporary or straight into a target. */
export function lowerExpr(f: FunctionScope, wrapped: Expression): Expr {
  const node = stripTypes(wrapped);
  switch (node.type) {
    case 'Literal':
      return literalValue(node);
    case 'Identifier':
      return readIdentifier(f, node);
    case 'ThisExpression':
      return thisExpr;
    case 'Super':
      return thisExpr;
    case 'TemplateLiteral':
      return {
        kind: 'template',
        quasis: node.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw),
        values: lowerOperands(
          f,
          node.expressions.map((part) => ({ node: part, spread: 'text' })),
        ),
      };
    case 'MetaProperty':
      return node.meta.name === 'new' ? { kind: 'new-target' } : { kind: 'import-meta' };
    case 'MemberExpression':
      return memberValue(f, node);
    case 'BinaryExpression':
      return binaryValue(f, node);
    case 'UnaryExpression':
      return unaryValue(f, node);
    case 'ArrayExpression':
      return arrayValue(f, node);
    case 'ObjectExpression':
      return objectValue(f, node);
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return lowerNamed(f, node, '');
    case 'JSXElement':
    case 'JSXFragment':
      return f.lower.jsx(f, node);
    case 'AssignmentExpression':
    case 'UpdateExpression':
      return f.lower.assignment(f, node, true, node);
    case 'SequenceExpression': {
      const last = node.expressions.at(-1);
      for (const part of node.expressions.slice(0, -1)) lowerEffect(f, part, part);
      return last === undefined ? undefinedExpr : lowerExpr(f, last);
    }
    case 'ClassExpression':
      return f.lower.klass(f, node, '');
    default: {
      const temp = f.builder.temp();
      lowerTo(f, node, { kind: 'temp', temp }, node);
      return { kind: 'temp', temp };
    }
  }
}

/** What a function or class is called when it has no name of its own. */
export function lowerNamed(f: FunctionScope, wrapped: Expression, name: string): Expr {
  const node = stripTypes(wrapped);
  if (node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression') {
    const kind = node.type === 'ArrowFunctionExpression' ? 'arrow' : 'function';
    return { kind: 'closure', fn: f.lower.fn(f, { node, name: node.id?.name ?? name, kind }) };
  }
  if (node.type === 'ClassExpression') return f.lower.klass(f, node, name);
  return lowerExpr(f, node);
}

export function lowerTo(f: FunctionScope, wrapped: Expression, target: Target, origin: Node, name = ''): void {
  const node = stripTypes(wrapped);
  const b = f.builder;
  switch (node.type) {
    case 'ConditionalExpression': {
      const { yes, no } = lowerCondition(f, node.test);
      b.resume(yes);
      lowerTo(f, node.consequent, target, node.consequent, name);
      const done = b.take();
      b.resume(no);
      lowerTo(f, node.alternate, target, node.alternate, name);
      b.join(done);
      return;
    }
    case 'LogicalExpression': {
      const left = settled(f, lowerExpr(f, node.left), node.left);
      const test: Expr = node.operator === '??' ? { kind: 'unary', op: 'is-nullish', operand: left } : left;
      const { yes, no } = b.branch(test, node.left);
      const [short, long] = node.operator === '||' ? [yes, no] : node.operator === '&&' ? [no, yes] : [no, yes];
      b.resume(short);
      b.assign(target, left, node.left);
      const done = b.take();
      b.resume(long);
      lowerTo(f, node.right, target, node.right, name);
      b.join(done);
      return;
    }
    case 'CallExpression':
    case 'NewExpression':
    case 'TaggedTemplateExpression':
    case 'ImportExpression':
    case 'V8IntrinsicExpression':
      f.lower.call(f, node, target, origin);
      return;
    case 'ChainExpression':
      f.lower.chain(f, node, target, origin);
      return;
    case 'AwaitExpression':
      b.emit({ kind: 'await', value: lowerExpr(f, node.argument), target }, origin);
      return;
    case 'YieldExpression':
      emitYield(f, node, target, origin);
      return;
    case 'SequenceExpression': {
      const last = node.expressions.at(-1);
      for (const part of node.expressions.slice(0, -1)) lowerEffect(f, part, part);
      if (last !== undefined) lowerTo(f, last, target, origin, name);
      return;
    }
    case 'UnaryExpression':
      if (node.operator === 'delete') {
        lowerDelete(f, node.argument, target, origin);
        return;
      }
      b.assign(target, lowerExpr(f, node), origin);
      return;
    default:
      b.assign(target, lowerNamed(f, node, name), origin);
  }
}

export function lowerEffect(f: FunctionScope, wrapped: Expression, origin: Node): void {
  const node = stripTypes(wrapped);
  const b = f.builder;
  switch (node.type) {
    case 'Literal':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      lowerExpr(f, node);
      return;
    case 'CallExpression':
    case 'NewExpression':
    case 'TaggedTemplateExpression':
    case 'ImportExpression':
    case 'V8IntrinsicExpression':
      f.lower.call(f, node, null, origin);
      return;
    case 'ChainExpression':
      f.lower.chain(f, node, null, origin);
      return;
    case 'AssignmentExpression':
    case 'UpdateExpression':
      f.lower.assignment(f, node, false, origin);
      return;
    case 'AwaitExpression':
      b.emit({ kind: 'await', value: lowerExpr(f, node.argument), target: null }, origin);
      return;
    case 'YieldExpression':
      emitYield(f, node, null, origin);
      return;
    case 'SequenceExpression':
      for (const part of node.expressions) lowerEffect(f, part, part);
      return;
    case 'ConditionalExpression': {
      const { yes, no } = lowerCondition(f, node.test);
      arms(b, [
        [yes, () => lowerEffect(f, node.consequent, node.consequent)],
        [no, () => lowerEffect(f, node.alternate, node.alternate)],
      ]);
      return;
    }
    case 'LogicalExpression': {
      const { yes, no } = node.operator === '??' ? nullish(f, node.left) : lowerCondition(f, node.left);
      const [short, long] = node.operator === '||' ? [yes, no] : [no, yes];
      arms(b, [
        [short, () => {}],
        [long, () => lowerEffect(f, node.right, node.right)],
      ]);
      return;
    }
    case 'UnaryExpression':
      if (node.operator === 'delete') return lowerDelete(f, node.argument, null, origin);
      if (node.operator === '!' || node.operator === 'void') return lowerEffect(f, node.argument, origin);
      b.emit({ kind: 'eval', value: lowerExpr(f, node) }, origin);
      return;
    default: {
      const value = lowerExpr(f, node);
      if (value.kind !== 'temp') b.emit({ kind: 'eval', value }, origin);
    }
  }
}

export function lowerCondition(f: FunctionScope, wrapped: Expression): { yes: Pending[]; no: Pending[] } {
  const node = stripTypes(wrapped);
  const b = f.builder;
  switch (node.type) {
    case 'LogicalExpression': {
      if (node.operator === '??') {
        const left = settled(f, lowerExpr(f, node.left), node.left);
        const missing = b.branch({ kind: 'unary', op: 'is-nullish', operand: left }, node.left);
        b.resume(missing.no);
        const present = b.branch(left, node.left);
        b.resume(missing.yes);
        const other = lowerCondition(f, node.right);
        return { yes: [...present.yes, ...other.yes], no: [...present.no, ...other.no] };
      }
      const left = lowerCondition(f, node.left);
      b.resume(node.operator === '&&' ? left.yes : left.no);
      const right = lowerCondition(f, node.right);
      return node.operator === '&&'
        ? { yes: right.yes, no: [...left.no, ...right.no] }
        : { yes: [...left.yes, ...right.yes], no: right.no };
    }
    case 'UnaryExpression': {
      const inner = stripTypes(node.argument);
      if (node.operator !== '!' || (inner.type !== 'LogicalExpression' && inner.type !== 'UnaryExpression')) break;
      const { yes, no } = lowerCondition(f, inner);
      return { yes: no, no: yes };
    }
    case 'ConditionalExpression': {
      const test = lowerCondition(f, node.test);
      b.resume(test.yes);
      const yes = lowerCondition(f, node.consequent);
      b.resume(test.no);
      const no = lowerCondition(f, node.alternate);
      return { yes: [...yes.yes, ...no.yes], no: [...yes.no, ...no.no] };
    }
    case 'SequenceExpression': {
      for (const part of node.expressions.slice(0, -1)) lowerEffect(f, part, part);
      const last = node.expressions.at(-1);
      if (last !== undefined) return lowerCondition(f, last);
      break;
    }
    default:
  }
  return b.branch(lowerExpr(f, node), node);
}

export function lowerExprs(f: FunctionScope, nodes: readonly Expression[]): Expr[] {
  return lowerOperands(
    f,
    nodes.map((node) => ({ node, spread: false })),
  );
}

function arms(b: FunctionBuilder, list: readonly (readonly [Pending[], () => void])[]): void {
  const done: Pending[] = [];
  for (const [edges, run] of list) {
    b.resume(edges);
    run();
    done.push(...b.take());
  }
  b.resume(done);
}

function nullish(f: FunctionScope, node: Expression): { yes: Pending[]; no: Pending[] } {
  return f.builder.branch({ kind: 'unary', op: 'is-nullish', operand: lowerExpr(f, node) }, node);
}

function lowerDelete(f: FunctionScope, wrapped: Expression, target: Target | null, origin: Node): void {
  const node = stripTypes(wrapped);
  const b = f.builder;
  if (node.type === 'MemberExpression' && node.object.type !== 'Super') {
    const member = memberValue(f, node);
    if (member.kind === 'member') {
      b.emit({ kind: 'delete', object: member.object, key: member.key, target }, origin);
      return;
    }
  }
  if (node.type === 'ChainExpression') {
    f.lower.chain(
      f,
      {
        type: 'UnaryExpression',
        operator: 'delete',
        argument: node,
        prefix: true,
        start: origin.start,
        end: origin.end,
      },
      target,
      origin,
    );
    return;
  }
  if (node.type === 'Identifier') {
    deleteName(f, node, target, origin);
    return;
  }
  lowerEffect(f, node, origin);
  if (target !== null) b.assign(target, constant(true), origin);
}

/** Sloppy code may try to delete a variable, which stays, or a property of the global object. */
function deleteName(f: FunctionScope, node: Node & { name: string }, target: Target | null, origin: Node): void {
  if (readIdentifier(f, node).kind !== 'global') {
    if (target !== null) f.builder.assign(target, constant(false), origin);
    return;
  }
  const object: Expr = { kind: 'global', name: 'globalThis' };
  f.builder.emit({ kind: 'delete', object, key: { kind: 'name', name: node.name }, target }, origin);
}

/** A generator's consumer may resume it with an error or with `return`, which runs the `finally` blocks around. */
function emitYield(
  f: FunctionScope,
  node: Extract<Expression, { type: 'YieldExpression' }>,
  target: Target | null,
  origin: Node,
): void {
  const b = f.builder;
  const value = node.argument === null ? undefinedExpr : lowerExpr(f, node.argument);
  const cleans = b.frames.some((frame) => frame.kind !== 'catch');
  const returned = cleans ? b.temp() : null;
  const from = b.emit({ kind: 'yield', value, delegate: node.delegate, target, returned }, origin);
  if (returned === null || !b.reachable) return;
  const onward = b.take();
  b.resume([{ from, label: 'return', weak: false }]);
  b.emit({ kind: 'return', value: { kind: 'temp', temp: returned } }, origin);
  b.leave(0, b.exitLabel, 'return', origin);
  b.resume(onward);
}
