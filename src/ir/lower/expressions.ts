import type { ArrayExpression, Expression, Node, ObjectExpression } from 'oxc-parser';
import type { Element, Expr, Key, Property, Target } from '../expression';
import { constant, thisExpr, undefinedExpr } from '../expression';
import type { FunctionBuilder, Pending } from './function-builder';
import type { FunctionScope } from './lowerer';
import { readIdentifier } from './names';
import { isStable, needsNodes } from './needs-nodes';

/** Expressions whose value is computed by nodes of their own, into a temporary or straight into a target. */
export function lowerExpr(f: FunctionScope, wrapped: Expression): Expr {
  const node = stripTypes(wrapped);
  switch (node.type) {
    case 'Literal':
      return literal(node);
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
      return memberExpr(f, node);
    case 'BinaryExpression':
      return binary(f, node);
    case 'UnaryExpression':
      return unary(f, node);
    case 'ArrayExpression':
      return array(f, node);
    case 'ObjectExpression':
      return object(f, node);
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

interface Operand {
  readonly node: Expression;
  /** What happens to the value before the next operand is evaluated: nothing, or a conversion that may run code. */
  readonly spread: boolean | 'object' | 'key' | 'text';
  readonly name?: string;
}

/** Operands left to right; a value that a later operand's code could change goes into a temporary. */
export function lowerOperands(f: FunctionScope, operands: readonly Operand[]): Expr[] {
  let last = -1;
  operands.forEach((operand, i) => {
    if (needsNodes(f.module, operand.node)) last = i;
  });
  return operands.map(({ node, spread, name }, i) => {
    const value = name === undefined ? lowerExpr(f, node) : lowerNamed(f, node, name);
    if (i >= last || (spread === false ? isStable(f, value) : spread !== true && value.kind === 'const')) return value;
    if (spread === true) return f.builder.spill({ kind: 'array', elements: [{ kind: 'spread', value }] }, node);
    if (spread === 'object') return f.builder.spill({ kind: 'object', properties: [{ kind: 'spread', value }] }, node);
    if (spread === 'key') return f.builder.spill({ kind: 'unary', op: 'property-key', operand: value }, node);
    if (spread === 'text') return f.builder.spill({ kind: 'template', quasis: ['', ''], values: [value] }, node);
    return f.builder.spill(value, node);
  });
}

export function lowerKey(f: FunctionScope, property: { key: Node; computed: boolean }): Key {
  const { key } = property;
  if (!property.computed) return staticKey(key);
  const value = lowerExpr(f, key as Expression);
  return computedKey(value);
}

export function computedKey(value: Expr): Key {
  if (value.kind === 'const' && (typeof value.value === 'string' || typeof value.value === 'number')) {
    return { kind: 'name', name: String(value.value) };
  }
  return { kind: 'computed', value };
}

export function staticKey(key: Node): Key {
  if (key.type === 'PrivateIdentifier') return { kind: 'private', name: key.name };
  if (key.type === 'Identifier') return { kind: 'name', name: key.name };
  if (key.type === 'Literal') return { kind: 'name', name: String(key.value) };
  return { kind: 'name', name: '' };
}

/** Erases what only the type checker sees. */
export function stripTypes(node: Expression): Exclude<Expression, Erased> {
  let current = node;
  for (;;) {
    switch (current.type) {
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSTypeAssertion':
      case 'TSNonNullExpression':
      case 'TSInstantiationExpression':
      case 'ParenthesizedExpression':
        current = current.expression;
        break;
      default:
        return current;
    }
  }
}

type Erased = Extract<
  Expression,
  {
    type:
      | 'TSAsExpression'
      | 'TSSatisfiesExpression'
      | 'TSTypeAssertion'
      | 'TSNonNullExpression'
      | 'TSInstantiationExpression'
      | 'ParenthesizedExpression';
  }
>;

/** The value itself when nothing can change it, else a temporary that holds it. */
export function settled(f: FunctionScope, value: Expr, origin: Node): Expr {
  return isStable(f, value) ? value : f.builder.spill(value, origin);
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

function literal(node: Extract<Expression, { type: 'Literal' }>): Expr {
  if ('regex' in node) return { kind: 'regexp', pattern: node.regex.pattern, flags: node.regex.flags };
  if ('bigint' in node) return constant(BigInt(node.bigint));
  return constant(node.value);
}

function memberExpr(f: FunctionScope, node: Extract<Expression, { type: 'MemberExpression' }>): Expr {
  if (node.object.type === 'Super') return { kind: 'super-member', key: superKey(f, node) };
  if (!node.computed) return { kind: 'member', object: lowerExpr(f, node.object), key: staticKey(node.property) };
  const [object, key] = lowerExprs(f, [node.object, node.property]);
  return { kind: 'member', object: object ?? undefinedExpr, key: computedKey(key ?? undefinedExpr) };
}

/** `super[key]` needs `this` before it evaluates the key. */
export function superKey(f: FunctionScope, node: Extract<Expression, { type: 'MemberExpression' }>): Key {
  if (!f.hasThis && node.computed && needsNodes(f.module, node.property)) {
    f.builder.emit({ kind: 'eval', value: thisExpr }, node);
  }
  return lowerKey(f, asProperty(node));
}

export function asProperty(node: Extract<Expression, { type: 'MemberExpression' }>): { key: Node; computed: boolean } {
  return { key: node.property, computed: node.computed };
}

/** Left-deep chains of any length without recursion on the left. */
function binary(f: FunctionScope, node: Extract<Expression, { type: 'BinaryExpression' }>): Expr {
  const spine: Extract<Expression, { type: 'BinaryExpression' }>[] = [];
  let bottom: Node = node;
  while (bottom.type === 'BinaryExpression') {
    spine.push(bottom);
    bottom = bottom.left.type === 'PrivateIdentifier' ? bottom.left : stripTypes(bottom.left);
  }
  let value: Expr | null = bottom.type === 'PrivateIdentifier' ? null : lowerExpr(f, bottom as Expression);
  for (const level of spine.reverse()) {
    if (value === null) {
      const name = bottom.type === 'PrivateIdentifier' ? bottom.name : '';
      value = { kind: 'private-in', name, object: lowerExpr(f, level.right) };
      continue;
    }
    if (needsNodes(f.module, level.right)) value = settled(f, value, level.left);
    value = { kind: 'binary', op: level.operator, left: value, right: lowerExpr(f, level.right) };
  }
  return value ?? undefinedExpr;
}

function unary(f: FunctionScope, node: Extract<Expression, { type: 'UnaryExpression' }>): Expr {
  if (node.operator === 'delete') {
    const temp = f.builder.temp();
    lowerDelete(f, node.argument, { kind: 'temp', temp }, node);
    return { kind: 'temp', temp };
  }
  const operand = lowerExpr(f, node.argument);
  if (node.operator === 'typeof' && operand.kind === 'global') return { kind: 'typeof-global', name: operand.name };
  if (node.operator === '-' && operand.kind === 'const' && typeof operand.value === 'number')
    return constant(-operand.value);
  return { kind: 'unary', op: node.operator, operand };
}

function lowerDelete(f: FunctionScope, wrapped: Expression, target: Target | null, origin: Node): void {
  const node = stripTypes(wrapped);
  const b = f.builder;
  if (node.type === 'MemberExpression' && node.object.type !== 'Super') {
    const member = memberExpr(f, node);
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
  lowerEffect(f, node, origin);
  if (target !== null) b.assign(target, constant(true), origin);
}

function array(f: FunctionScope, node: ArrayExpression): Expr {
  const present = node.elements.filter((element) => element !== null);
  const values = lowerOperands(
    f,
    present.map((e) => (e.type === 'SpreadElement' ? { node: e.argument, spread: true } : { node: e, spread: false })),
  );
  let next = 0;
  const elements = node.elements.map((element): Element => {
    if (element === null) return { kind: 'hole' };
    const value = values[next++] ?? undefinedExpr;
    return { kind: element.type === 'SpreadElement' ? 'spread' : 'value', value };
  });
  return { kind: 'array', elements };
}

function object(f: FunctionScope, node: ObjectExpression): Expr {
  const operands: Operand[] = [];
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') operands.push({ node: property.argument, spread: 'object' });
    else {
      if (property.computed) operands.push({ node: property.key as Expression, spread: 'key' });
      if (property.kind === 'init' && !property.method) {
        operands.push({ node: property.value, spread: false, name: property.computed ? '' : nameOf(property.key) });
      }
    }
  }
  const values = lowerOperands(f, operands);
  let next = 0;
  const take = (): Expr => values[next++] ?? undefinedExpr;
  const properties = node.properties.map((property): Property => {
    if (property.type === 'SpreadElement') return { kind: 'spread', value: take() };
    const key = property.computed ? computedKey(take()) : staticKey(property.key);
    if (property.kind === 'init' && !property.method) {
      const value = take();
      const proto = !property.computed && !property.shorthand && key.kind === 'name' && key.name === '__proto__';
      return proto ? { kind: 'proto', value } : { kind: 'value', key, value };
    }
    const kind = property.kind === 'init' ? 'method' : property.kind;
    const fnKind = kind === 'method' ? 'method' : kind === 'get' ? 'getter' : 'setter';
    const name = property.computed ? '[computed]' : nameOf(property.key);
    return { kind, key, fn: f.lower.fn(f, { node: property.value, name, kind: fnKind }) };
  });
  return { kind: 'object', properties };
}

function nameOf(key: Node): string {
  const known = staticKey(key);
  return known.kind === 'computed' ? '' : known.name;
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
