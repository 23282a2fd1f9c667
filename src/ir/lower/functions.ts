import type { Node, ParamPattern, Statement } from 'oxc-parser';
import { hasModuleSyntax } from '#syntax/module-syntax';
import type { Param } from '../cfg';
import type { Target } from '../expression';
import { identifierTarget } from './assignments';
import { initialiseFields } from './calls';
import { FunctionBuilder, finishGraph } from './function-builder';
import type { FunctionScope, Lower, ModuleScope, NewFunction } from './lowerer';
import { qualify, uniqueName } from './names';
import { isAssignable, isInitialised } from './needs-nodes';
import { assignParameterProperties } from './parameter-properties';
import { outlineOf } from './types';

type FunctionNode = Extract<Node, { params: ParamPattern[]; body: unknown }>;

/** Lowers a function of the source where it stands; returns its index. */
export function lowerFunction(parent: FunctionScope, created: NewFunction): number {
  const { node } = created;
  const given = created.name === '' ? `<fn${++parent.anonymous}>` : created.name;
  const name = created.classIndex === undefined ? qualify(parent, given) : given;
  const wrapper = { ...created, name: given };
  if (!isFunctionNode(node)) return openFunction(parent, wrapper, name, () => {}).index;
  return openFunction(parent, wrapper, name, (f) => functionBody(f, node, created)).index;
}

/** Makes room for a function, runs `fill` to emit its nodes, and closes its graph. */
export function openFunction(
  parent: FunctionScope | { module: ModuleScope; lower: Lower },
  created: NewFunction,
  qualifiedName: string,
  fill: (f: FunctionScope) => Param[] | void,
): { index: number } {
  const { module, lower } = parent;
  const { node } = created;
  const outer = 'builder' in parent ? parent : null;
  const index = module.functions.push(null) - 1;
  const source = isFunctionNode(node) ? node : null;
  const inherits = created.kind === 'arrow';
  const hasThis = inherits
    ? outer?.hasThis !== false
    : created.kind !== 'constructor' || created.inClass?.derived !== true;
  const builder = new FunctionBuilder({
    initialised: (binding) => isInitialised(module, binding),
    assignable: (binding) => isAssignable(module, binding),
    hasThis,
  });
  const f: FunctionScope = {
    module,
    lower,
    builder,
    index,
    qualifiedName: uniqueName(module, qualifiedName),
    kind: created.kind,
    strict: isStrict(outer, module, created),
    async: source?.async ?? false,
    generator: source?.generator ?? false,
    hasThis,
    inClass: created.inClass ?? (inherits ? (outer?.inClass ?? null) : null),
    namespace: created.namespace ?? null,
    loopDepth: 0,
    anonymous: 0,
  };
  claimBindings(module, node, index);
  builder.emit({ kind: 'entry' }, node);
  const params = fill(f) ?? [];
  builder.bind(builder.exitLabel);
  const exit = builder.emit({ kind: 'exit' }, node);
  const graph = finishGraph(builder, exit);
  module.functions[index] = {
    index,
    name: created.name,
    qualifiedName: f.qualifiedName,
    kind: created.kind,
    parent: outer?.index ?? null,
    classIndex: created.classIndex ?? null,
    isStatic: created.isStatic ?? false,
    async: f.async,
    generator: f.generator,
    strict: f.strict,
    params,
    resultType: source === null || !('returnType' in source) ? null : outlineOf(module.scopes, source.returnType),
    start: node.start,
    end: node.end,
    origin: node,
    nodes: graph.nodes,
    entry: 0,
    exit: graph.exit,
    tempCount: builder.tempCount,
    firstNode: 0,
  };
  return { index };
}

/** Bindings that live in the activation of the function made from this syntax node. */
export function claimBindings(module: ModuleScope, node: Node, index: number): void {
  for (const binding of module.owned.get(node) ?? []) {
    const record = module.bindings[binding];
    if (record !== undefined) record.owner = index;
  }
}

function functionBody(f: FunctionScope, node: FunctionNode, created: NewFunction): Param[] {
  const b = f.builder;
  bindOwnName(f, node);
  const real = node.params.filter((param) => !isThisParameter(param));
  const params = real.map((param) => entryParam(f, param, isUsedBefore(f, real, param)));
  if (created.kind === 'constructor' && f.inClass?.derived === false) initialiseFields(f, node);
  real.forEach((param, i) => {
    const target = params[i]?.target;
    if (target !== undefined) takeApart(f, param, target);
  });
  if (created.kind === 'constructor') {
    if (f.inClass !== null) f.inClass.parameterProperties = real.filter((p) => p.type === 'TSParameterProperty');
    if (f.inClass?.derived === false) assignParameterProperties(f);
  }
  const { body } = node;
  if (body === null) return params;
  if (body.type === 'BlockStatement') {
    f.lower.block(f, body.body, body);
    // Falling off the end after an abandoned `return` gives undefined, not its value.
    if (b.reachable && b.mayAbandonReturn) b.emit({ kind: 'return', value: null }, node);
  } else {
    b.emit({ kind: 'return', value: f.lower.expr(f, body) }, body);
  }
  return params;
}

/** The name of a function expression, when its body uses it. */
function bindOwnName(f: FunctionScope, node: FunctionNode): void {
  if (node.type !== 'FunctionExpression' || node.id === null) return;
  const binding = f.module.scopes.variableOf(node.id);
  if (binding === undefined || !f.module.scopes.variables[binding]?.references.some((r) => r.isValueReference)) return;
  f.module.declared.add(binding);
  f.builder.assign({ kind: 'var', binding, declare: true }, { kind: 'self' }, node.id);
}

/** Default values and patterns may use a parameter that has no value yet. */
function isUsedBefore(f: FunctionScope, params: readonly ParamPattern[], param: ParamPattern): boolean {
  const place = placeOf(param);
  const first = params[0];
  if (place.type !== 'Identifier' || first === undefined || params.every(({ type }) => type === 'Identifier'))
    return false;
  const binding = f.module.scopes.variableOf(place);
  const references = binding === undefined ? [] : (f.module.scopes.variables[binding]?.references ?? []);
  return references.some(({ identifier: { range }, isValueReference }) => {
    // A default value counts as a use of the name before it.
    const isOther = isValueReference && range[0] !== place.start;
    return isOther && range[0] >= first.start && range[1] <= param.end;
  });
}

function placeOf(param: ParamPattern): Node {
  const pattern = param.type === 'TSParameterProperty' ? param.parameter : param;
  if (pattern.type === 'RestElement') return pattern.argument;
  return pattern.type === 'AssignmentPattern' ? pattern.left : pattern;
}

function entryParam(f: FunctionScope, param: ParamPattern, usedBefore: boolean): Param {
  const pattern = param.type === 'TSParameterProperty' ? param.parameter : param;
  const rest = pattern.type === 'RestElement';
  const place = placeOf(param);
  const named = place.type === 'Identifier';
  const target: Target =
    named && !usedBefore ? identifierTarget(f, place, true) : { kind: 'temp', temp: f.builder.temp() };
  const name = named ? place.name : f.module.text.slice(place.start, Math.min(place.end, place.start + 40));
  const annotation = pattern.type === 'RestElement' ? pattern.typeAnnotation : annotationOf(place);
  const type = rest || !named ? outlineOf(f.module.scopes, annotation) : null;
  return { name, target, rest, type, start: param.start, end: param.end };
}

function annotationOf(place: Node): Node | null {
  return 'typeAnnotation' in place ? ((place.typeAnnotation as Node | null | undefined) ?? null) : null;
}

/** Default values are branches; patterns are taken apart after the entry. */
function takeApart(f: FunctionScope, param: ParamPattern, target: Target): void {
  const b = f.builder;
  const pattern = param.type === 'TSParameterProperty' ? param.parameter : param;
  if (pattern.type === 'AssignmentPattern' && pattern.left.type === 'Identifier' && target.kind === 'var') {
    const operand = { kind: 'var', binding: target.binding } as const;
    const { yes, no } = b.branch({ kind: 'unary', op: 'is-undefined', operand }, pattern);
    b.resume(yes);
    f.lower.exprTo(f, pattern.right, target, pattern, pattern.left.name);
    b.join(no);
    return;
  }
  if (target.kind !== 'temp') return;
  const inner = pattern.type === 'RestElement' ? pattern.argument : pattern;
  f.lower.pattern(f, inner, { kind: 'temp', temp: target.temp }, true, pattern);
}

function isThisParameter(param: ParamPattern): boolean {
  return (param.type as string) === 'TSThisParameter' || (param.type === 'Identifier' && param.name === 'this');
}

function isFunctionNode(node: Node): node is FunctionNode {
  return 'params' in node && 'body' in node && Array.isArray(node.params) && 'async' in node;
}

function isStrict(outer: FunctionScope | null, module: ModuleScope, created: NewFunction): boolean {
  if (module.format === 'esm' || outer?.strict === true || created.classIndex !== undefined) return true;
  const { node } = created;
  const body = isFunctionNode(node)
    ? node.body?.type === 'BlockStatement'
      ? node.body.body
      : []
    : node.type === 'Program'
      ? node.body
      : [];
  return body.some((statement) => isUseStrict(statement)) || (node.type === 'Program' && hasModuleSyntax(node));
}

function isUseStrict(statement: Statement | { type: string }): boolean {
  return 'directive' in statement && statement.directive === 'use strict';
}
