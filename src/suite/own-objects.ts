import type { NodeId } from '#core/ids';
import { literalNode } from '#dependence/place-maker';
import type { CfgNode, FunctionIr, Op } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import { eachExpr } from '#ir/operands';
import type { Version } from './versions';

/**
 * Does a node write to an object that the same call of its function has made? Nobody held it before. Whoever keeps it for later
 * writes that, too, and is asked for what that leaves.
 *
 * It is so where the object is named by a variable that no other function sees and that is set once, to what a literal or a function of
 * the language makes there, and where the function runs without a pause: one that waits may have begun in another test.
 */
export function writesOwnObject({ loaded, graph }: Version, node: NodeId, place: number): boolean {
  const dependences = graph();
  const { program, pointers, shared } = dependences;
  const made = literalNode(dependences, place);
  if (made === null || program.functionOf(made) !== program.functionOf(node)) return false;
  const { module: facts, moduleIndex: m, index } = program.locate(program.functionOf(node));
  const module = loaded.module(facts.path);
  const fn = module?.functions[index];
  if (module === null || fn === undefined || fn.async || fn.generator) return false;
  const local = (id: NodeId): number => id - (program.nodeBase[m] ?? 0) - fn.firstNode;
  const op = fn.nodes[local(node)]?.op;
  if (op?.kind === 'call-return' && op.callNode === local(made) && isMaker(fn.nodes[op.callNode]?.op)) return true;
  const variable = variableOf(fn, writtenObject(fn, op));
  const binding = variable === null ? undefined : module.bindings[variable];
  if (binding === undefined || binding.owner !== fn.index || !binding.constant || binding.captured) return false;
  const held = pointers.pointsTo.heldBy(m, binding.index);
  if (held.length !== 1 || held[0] !== shared.table.firstOf(place)) return false;
  const [definition, ...others] = fn.nodes.filter((each) => setsVariable(each.op, binding.index));
  return definition !== undefined && others.length === 0 && makesAt(fn, definition, local(made));
}

/** Does a call make an object by itself: `new Map(list)`? What a literal among its arguments makes is another one. */
function isMaker(op: Op | undefined): boolean {
  if (op?.kind !== 'call' || op.call !== 'new' || op.callee.kind !== 'value' || op.callee.value.kind !== 'global')
    return false;
  let isPlain = true;
  eachExpr(op, ({ kind }) => {
    if (kind === 'array' || kind === 'object' || kind === 'object-rest') isPlain = false;
  });
  return isPlain;
}

/** Is what an operation puts into a variable made at a node? */
function makesAt(fn: FunctionIr, definition: CfgNode, made: number): boolean {
  const { op, index } = definition;
  if (op.kind === 'call-return') return made === op.callNode && isMaker(fn.nodes[made]?.op);
  return op.kind === 'assign' && (op.value.kind === 'array' || op.value.kind === 'object') && made === index;
}

/** The object whose property or contents an operation writes. */
function writtenObject(fn: FunctionIr, op: Op | undefined): Expr | null {
  switch (op?.kind) {
    case 'assign':
      return op.target.kind === 'member' ? op.target.object : null;
    case 'delete':
      return op.object;
    case 'call':
      return op.callee.kind === 'method' ? op.callee.object : null;
    case 'call-return':
      return op.target?.kind === 'member' ? null : writtenObject(fn, fn.nodes[op.callNode]?.op);
    default:
      return null;
  }
}

function variableOf(fn: FunctionIr, object: Expr | null): number | null {
  if (object?.kind === 'var') return object.binding;
  if (object?.kind !== 'temp') return null;
  const copies = fn.nodes.flatMap(({ op }) =>
    'target' in op && op.target?.kind === 'temp' && op.target.temp === object.temp ? [op] : [],
  );
  const [copy] = copies;
  return copies.length === 1 && copy?.kind === 'assign' && copy.value.kind === 'var' ? copy.value.binding : null;
}

function setsVariable(op: Op, binding: number): boolean {
  return 'target' in op && op.target?.kind === 'var' && op.target.binding === binding;
}
