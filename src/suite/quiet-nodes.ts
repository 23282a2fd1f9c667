import type { NodeId } from '#core/ids';
import { labels, type CfgNode, type ModuleIr } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import { isPlainValue } from './plain-value';
import type { Version } from './versions';

/** Does a statement of a module body only compute a value, whatever it is given? Then it can neither fail nor do anything else. */
export function isQuiet({ loaded }: Version, id: NodeId): boolean {
  const { program } = loaded;
  const fn = program.functionOf(id);
  const { module: facts, index } = program.locate(fn);
  const module = loaded.module(facts.path);
  const node = module?.functions[index]?.nodes[id - program.nodesOf(fn).first];
  return module !== null && node !== undefined && isQuietNode(module, node);
}

function isQuietNode(module: ModuleIr, node: CfgNode): boolean {
  const { op } = node;
  switch (op.kind) {
    case 'entry':
    case 'exit':
    case 'scope':
    case 'nop':
    case 'jump':
      return true;
    case 'call':
    case 'call-return':
      return isRequire(module, node) || isPureBuiltin(module, node);
    case 'assign':
      if (isExports(module, op.target)) return isQuietValue(module, node, op.value);
      if (op.value.kind === 'class') return true; // what it extends was computed before, and is followed by itself
      if (!mayFail(node)) return true;
      if (op.target.kind !== 'temp' && !(op.target.kind === 'var' && op.target.declare)) return false;
      return (
        isOfRequired(module, op.value) || isQuietValue(module, node, op.value) || isPlainValue(module, node, op.value)
      );
    case 'eval':
    case 'branch':
      return !mayFail(node);
    default:
      return false;
  }
}

function mayFail(node: CfgNode): boolean {
  return node.edges.some(({ label }) => label === labels.error);
}

/** `module.exports = …`, `exports.x = …`. */
export function isExports(module: ModuleIr, target: { readonly kind: string; readonly object?: Expr }): boolean {
  if (target.kind !== 'member' || target.object === undefined) return false;
  const { object } = target;
  return isNamed(module, object, 'exports') || isNamed(module, object, 'module') || isModuleExports(module, object);
}

function isModuleExports(module: ModuleIr, expr: Expr): boolean {
  return expr.kind === 'member' && isNamed(module, expr.object, 'module');
}

function isNamed(module: ModuleIr, expr: Expr, name: string): boolean {
  if (expr.kind === 'global') return expr.name === name;
  return expr.kind === 'var' && module.bindings[expr.binding]?.name === name;
}

function isQuietValue(module: ModuleIr, node: CfgNode, value: Expr): boolean {
  switch (value.kind) {
    case 'const':
    case 'regexp':
    case 'temp':
    case 'closure':
    case 'class':
      return true;
    case 'var': {
      // Before its declaration a variable cannot be read.
      const binding = module.bindings[value.binding];
      return binding !== undefined && (binding.kind === 'function' || binding.start < node.start);
    }
    case 'object':
      return value.properties.every((p) =>
        p.kind === 'value' ? isQuietOrPlain(module, node, p.value) : p.kind === 'method',
      );
    case 'array':
      return value.elements.every(
        (e) => e.kind === 'hole' || (e.kind === 'value' && isQuietOrPlain(module, node, e.value)),
      );
    default:
      return false;
  }
}

function isQuietOrPlain(module: ModuleIr, node: CfgNode, value: Expr): boolean {
  return isQuietValue(module, node, value) || isPlainValue(module, node, value);
}

/** A module that is loaded by `require` counts as an import: what its loading does is asked of the module. */
export function isRequire(module: ModuleIr, node: CfgNode): boolean {
  const { op } = callOf(module, node);
  if (op.kind !== 'call' || op.callee.kind !== 'value') return false;
  const [argument] = op.args;
  return isNamed(module, op.callee.value, 'require') && argument?.value.kind === 'const';
}

/** The call that a node makes or returns from. */
function callOf(module: ModuleIr, node: CfgNode): CfgNode {
  const { op } = node;
  return op.kind === 'call-return' ? (module.functions[0]?.nodes[op.callNode] ?? node) : node;
}

/** A property of what `require` gave. */
function isOfRequired(module: ModuleIr, value: Expr): boolean {
  if (value.kind !== 'member' || value.object.kind !== 'temp' || value.key.kind !== 'name') return false;
  const { temp } = value.object;
  return (
    module.functions[0]?.nodes.some(
      (node) =>
        node.op.kind === 'call-return' &&
        node.op.target?.kind === 'temp' &&
        node.op.target.temp === temp &&
        isRequire(module, node),
    ) ?? false
  );
}

/** `new Map()`, `Symbol('x')`, `Object.freeze({ … })`: a value and nothing else. */
function isPureBuiltin(module: ModuleIr, node: CfgNode): boolean {
  const { op } = callOf(module, node);
  if (op.kind !== 'call' || !op.args.every(({ value, spread }) => !spread && isQuietValue(module, node, value)))
    return false;
  const { callee } = op;
  if (callee.kind === 'value') return callee.value.kind === 'global' && pureFunctions.has(callee.value.name);
  return (
    callee.kind === 'method' &&
    callee.object.kind === 'global' &&
    callee.key.kind === 'name' &&
    pureFunctions.has(`${callee.object.name}.${callee.key.name}`)
  );
}

const pureFunctions = new Set([
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'Symbol',
  'Symbol.for',
  'Object.freeze',
  'Object.create',
  'Array',
  'Object',
]);
