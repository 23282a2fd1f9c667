import type { NodeId } from '#core/ids';
import type { CfgNode, FunctionIr, ModuleIr } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import type { LoadedProgram } from '#ir/load-program';
import { eachExpr, targetOf } from '#ir/operands';
import { registrationAt } from './registrations';

/**
 * Statements that may ask for a member of a class without a property of its name: they hand its name to a call (`spyOn(T.prototype, 'save')`), or
 * look through a prototype (`Object.getOwnPropertyNames(T.prototype)`).
 */
export function nodesAskingByString({ program, module, textOf }: LoadedProgram, name: string): NodeId[] {
  return program.modules.flatMap(({ path }, m) => {
    const text = textOf(path);
    if (!text.includes(name) && !/prototype/i.test(text)) return [];
    const ir = module(path);
    return (ir?.functions ?? []).flatMap((fn) => {
      const first = program.nodesOf(program.functionAt(m, fn.index)).first;
      return fn.nodes.flatMap((node) =>
        ir !== null && asks(ir, fn, node, name) ? [(first + node.index) as NodeId] : [],
      );
    });
  });
}

function asks(module: ModuleIr, fn: FunctionIr, node: CfgNode, name: string): boolean {
  const { op } = node;
  const words = op.kind === 'call' ? op.args.flatMap(({ value }) => stringIn(value)) : [];
  // The title of a test is no name of a member.
  if (words.includes(name)) return registrationAt(module, fn, node) === null;
  return words.length === 0 && looksThroughPrototype(node);
}

function stringIn(value: Expr): string[] {
  return value.kind === 'const' && typeof value.value === 'string' ? [value.value] : [];
}

function looksThroughPrototype({ op }: CfgNode): boolean {
  if (op.kind === 'call' && op.callee.kind === 'method' && op.callee.key.kind === 'name') {
    if (op.callee.key.name === 'getPrototypeOf') return true;
    if (passing.has(op.callee.key.name)) return false;
  }
  const prototypes = new Set<Expr>();
  const asked = new Set<Expr>();
  eachExpr(op, (expr) => {
    if (expr.kind !== 'member' || expr.key.kind !== 'name') return;
    if (expr.key.name === 'prototype') prototypes.add(expr);
    asked.add(expr.object);
  });
  const target = targetOf(op);
  if (target?.kind === 'member' && target.key.kind === 'name') asked.add(target.object);
  return [...prototypes].some((expr) => !asked.has(expr));
}

/** Methods that make objects of a prototype, or compare it, and ask it for nothing. */
const passing = new Set(['create', 'setPrototypeOf', 'isPrototypeOf']);
