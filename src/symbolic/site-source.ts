import { visitorKeys, type Node } from 'oxc-parser';
import type { CfgNode, ModuleIr } from '#ir/cfg';
import type { Machine } from './machine';
import { erased } from './source-text';

/** The node of the program that is attempted; null in static parts of classes, whose source the engine does not find. */
export function siteNode({ world, site }: Machine): CfgNode | null {
  const fn = world.source.module(site.path)?.functions[site.fn];
  return fn === undefined || fn.kind === 'static' ? null : (fn.nodes[site.node] ?? null);
}

const parents = new WeakMap<ModuleIr, WeakMap<Node, Node>>();

/** The syntax around a node of the module that is executed. */
export function parentOf({ world, site }: Machine, node: Node): Node | null {
  const module = world.source.module(site.path);
  const root = module?.functions[0]?.origin;
  if (module === null || root === undefined) return null;
  let known = parents.get(module);
  if (known === undefined) {
    known = new WeakMap();
    for (const at of [root, ...descendants(root)]) for (const child of childrenOf(at)) known.set(child, at);
    parents.set(module, known);
  }
  return known.get(node) ?? null;
}

/** The syntax around a node without parentheses and types. */
export function outerOf(machine: Machine, node: Node): Node | null {
  for (let at = parentOf(machine, node); ; at = parentOf(machine, at)) {
    if (at === null || erased(at) === at) return at;
  }
}

export type CallNode = Extract<Node, { type: 'CallExpression' | 'NewExpression' | 'TaggedTemplateExpression' }>;

/** The call that a call node makes: what computes it may be the statement or the declaration around. */
export function callOf(origin: Node): CallNode | null {
  const node = erased(origin);
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression':
    case 'TaggedTemplateExpression':
      return node;
    case 'VariableDeclarator':
      return node.init === null ? null : callOf(node.init);
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return callOf(node.right);
    case 'PropertyDefinition':
      return node.value === null ? null : callOf(node.value);
    case 'ExpressionStatement':
    case 'ChainExpression':
      return callOf(node.expression);
    case 'ExportDefaultDeclaration':
      return callOf(node.declaration);
    case 'UnaryExpression':
      return callOf(node.argument);
    case 'SequenceExpression': {
      const last = node.expressions.at(-1);
      return last === undefined ? null : callOf(last);
    }
    default:
      return null;
  }
}

/** Computed keys of literals, patterns and classes: the engine does not look there. */
export function isInKey(machine: Machine, start: Node): boolean {
  let at = start;
  for (;;) {
    const around = parentOf(machine, at);
    if (around === null || isFunction(around)) return false;
    if ('computed' in around && around.computed && 'key' in around && around.key === at) return true;
    at = around;
  }
}

export function isFunction(node: Node): boolean {
  return (
    node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration' || node.type === 'ArrowFunctionExpression'
  );
}

/** All syntax inside of a node, but not inside of functions. */
export function* descendants(node: Node, intoFunctions = true): Generator<Node> {
  const stack = [...childrenOf(node)].toReversed();
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    yield at;
    if (intoFunctions || !isFunction(at)) stack.push(...[...childrenOf(at)].toReversed());
  }
}

function* childrenOf(node: Node): Generator<Node> {
  const fields = node as unknown as Readonly<Record<string, Node | readonly (Node | null)[] | null | undefined>>;
  for (const key of visitorKeys[node.type] ?? []) {
    const value = fields[key];
    if (value === null || value === undefined) continue;
    if (!isList(value)) yield value;
    else for (const item of value) if (item !== null) yield item;
  }
}

function isList(value: Node | readonly (Node | null)[]): value is readonly (Node | null)[] {
  return Array.isArray(value);
}
