import type { Argument, Expression, Node } from 'oxc-parser';
import type { Arg, CallKind, Callee, DecoratedMember } from '../cfg';
import type { Expr, Target } from '../expression';
import { thisExpr, undefinedExpr } from '../expression';
import { asProperty, computedKey, lowerOperands, settled, stripTypes, superKey } from './operands';
import type { FunctionScope } from './lowerer';
import { namespaceMember } from './names';
import { isStable, needsNodes } from './needs-nodes';
import { assignParameterProperties } from './parameter-properties';

type MemberNode = Extract<Expression, { type: 'MemberExpression' }>;

/** Calls of every kind: the callee first, then the arguments, then a call node and its return node. */
export function lowerCall(f: FunctionScope, wrapped: Expression, target: Target | null, origin: Node): void {
  const node = stripTypes(wrapped);
  switch (node.type) {
    case 'CallExpression': {
      if (node.callee.type === 'Super') {
        superCall(f, node.arguments, target, origin);
        return;
      }
      const callee = lowerCallee(f, node.callee, node.arguments);
      noteConstructs(f, callee, node.arguments, origin);
      emitCall(f, 'call', callee, lowerArgs(f, node.arguments), target, origin);
      return;
    }
    case 'NewExpression': {
      const callee = early(f, f.lower.expr(f, node.callee), node.callee, node.arguments);
      noteConstructs(f, { kind: 'value', value: callee }, node.arguments, origin);
      emitCall(f, 'new', { kind: 'value', value: callee }, lowerArgs(f, node.arguments), target, origin);
      return;
    }
    case 'TaggedTemplateExpression': {
      const { quasis, expressions } = node.quasi;
      const callee = lowerCallee(f, node.tag, expressions);
      const strings: Expr = {
        kind: 'template-object',
        cooked: quasis.map((q) => q.value.cooked),
        raw: quasis.map((q) => q.value.raw),
      };
      const values = f.lower.exprs(f, expressions).map((value) => ({ value, spread: false }));
      emitCall(f, 'tag', callee, [{ value: strings, spread: false }, ...values], target, origin);
      return;
    }
    case 'ImportExpression': {
      const args = f.lower.exprs(f, node.options === null ? [node.source] : [node.source, node.options]);
      const source = args[0];
      if (source?.kind === 'const' && typeof source.value === 'string') f.module.specifiers.add(source.value);
      const list = args.map((value) => ({ value, spread: false }));
      emitCall(f, 'import', { kind: 'import' }, list, target, origin);
      return;
    }
    case 'V8IntrinsicExpression':
      f.module.unsupported.push({ construct: 'v8-intrinsic', start: node.start, end: node.end });
      emitCall(
        f,
        'call',
        { kind: 'value', value: { kind: 'global', name: `%${node.name.name}` } },
        lowerArgs(f, node.arguments),
        target,
        origin,
      );
      return;
    default:
      if (target !== null) f.lower.exprTo(f, node, target, origin);
      else f.lower.effect(f, node, origin);
  }
}

/** The call node and its return node; the result goes to `target`. */
export function emitCall(
  f: FunctionScope,
  call: CallKind,
  callee: Callee,
  args: readonly Arg[],
  target: Target | null,
  origin: Node,
  decorated?: DecoratedMember,
): void {
  const op = { kind: 'call', call, callee, args } as const;
  const callNode = f.builder.emit(decorated === undefined ? op : { ...op, decorated }, origin);
  f.builder.emit({ kind: 'call-return', callNode, target }, origin);
}

export function lowerArgs(f: FunctionScope, nodes: readonly Argument[]): Arg[] {
  const spreads = nodes.map((node) => node.type === 'SpreadElement');
  const values = lowerOperands(
    f,
    nodes.map((node) =>
      node.type === 'SpreadElement' ? { node: node.argument, spread: true } : { node, spread: false },
    ),
  );
  return values.map((value, i) => ({ value, spread: spreads[i] ?? false }));
}

/** Reads the callee as the language does: before the arguments, when these run code. */
export function lowerCallee(f: FunctionScope, wrapped: Expression, args: readonly Node[]): Callee {
  const node = stripTypes(wrapped);
  if (node.type === 'MemberExpression') return methodCallee(f, node, args);
  if (node.type === 'ChainExpression') return f.lower.chainCallee(f, node);
  const member = node.type === 'Identifier' ? namespaceMember(f, node) : null;
  if (member !== null) return methodOf(f, member.object, member.key, node, args);
  return { kind: 'value', value: early(f, f.lower.expr(f, node), node, args) };
}

function methodCallee(f: FunctionScope, node: MemberNode, args: readonly Node[]): Callee {
  if (node.object.type === 'Super') {
    const key = superKey(f, node);
    if (!argumentsRun(f, args)) return { kind: 'super-method', key };
    const loaded = f.builder.spill({ kind: 'super-member', key }, node);
    return { kind: 'method', object: thisExpr, key, loaded };
  }
  const receiver = f.lower.exprs(f, node.computed ? [node.object, node.property] : [node.object]);
  const object = receiver[0] ?? undefinedExpr;
  const key = node.computed ? computedKey(receiver[1] ?? undefinedExpr) : f.lower.key(f, asProperty(node));
  return methodOf(f, object, key, node, args);
}

/** A method of an evaluated receiver. */
export function methodOf(
  f: FunctionScope,
  object: Expr,
  key: ReturnType<typeof computedKey>,
  node: Node,
  args: readonly Node[],
): Callee {
  if (!argumentsRun(f, args)) return { kind: 'method', object, key, loaded: null };
  const receiver = settled(f, object, node);
  return {
    kind: 'method',
    object: receiver,
    key,
    loaded: f.builder.spill({ kind: 'member', object: receiver, key }, node),
  };
}

function argumentsRun(f: FunctionScope, args: readonly Node[]): boolean {
  return args.some((arg) => needsNodes(f.module, arg));
}

function early(f: FunctionScope, callee: Expr, node: Node, args: readonly Node[]): Expr {
  if (!argumentsRun(f, args) || isStable(f, callee)) return callee;
  // A function called by the name it was imported under is not reassigned in between.
  if (callee.kind === 'var' && f.module.bindings[callee.binding]?.kind === 'import') return callee;
  return f.builder.spill(callee, node);
}

/** `super(...)` also runs the field initialisers of the class. */
function superCall(f: FunctionScope, args: readonly Argument[], target: Target | null, origin: Node): void {
  emitCall(f, 'super', { kind: 'super' }, lowerArgs(f, args), null, origin);
  initialiseFields(f, origin);
  assignParameterProperties(f);
  if (target !== null) f.builder.assign(target, thisExpr, origin);
}

export function initialiseFields(f: FunctionScope, origin: Node): void {
  const fn = f.inClass?.fieldsFn ?? null;
  if (fn !== null) emitCall(f, 'initialise', { kind: 'function', fn, thisValue: thisExpr }, [], null, origin);
}

/** `require` and `eval` by name: a module that is loaded, code that cannot be seen. */
function noteConstructs(f: FunctionScope, callee: Callee, args: readonly Argument[], origin: Node): void {
  if (callee.kind !== 'value' || callee.value.kind !== 'global') return;
  const first = args[0];
  if (callee.value.name === 'require' && first?.type === 'Literal' && typeof first.value === 'string') {
    f.module.specifiers.add(first.value);
  }
  if (callee.value.name === 'eval' || callee.value.name === 'Function') {
    f.module.unsupported.push({ construct: callee.value.name, start: origin.start, end: origin.end });
  }
}
