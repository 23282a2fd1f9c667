import { assertNever } from '#core/diagnostics';
import { labels, type CfgNode, type FunctionIr, type Op } from './cfg';
import type { Report } from './verify-report';

/** Checks the shape of a graph node by node; false when an edge or a node is not where it says. */
export function verifyEdges(fn: FunctionIr, report: Report): boolean {
  let sound = true;
  const predecessors = new Int32Array(fn.nodes.length);
  for (const [place, node] of fn.nodes.entries()) {
    if (node.index !== place) sound = false;
    for (const edge of node.edges) {
      const exists = edge.to in fn.nodes;
      report.check(exists, 'every edge leads to a node', fn, node);
      if (exists) predecessors[edge.to] = (predecessors[edge.to] ?? 0) + 1;
      else sound = false;
    }
    verifyNode(fn, node, report);
  }
  for (const node of fn.nodes) {
    const count = predecessors[node.index] ?? 0;
    const { kind } = node.op;
    if (kind === 'entry') {
      report.check(node.index === fn.entry, 'a function has one entry', fn, node);
      report.check(count === 0, 'nothing leads to the entry', fn, node);
    }
    if (kind === 'exit') report.check(node.index === fn.exit, 'a function has one exit', fn, node);
    if (kind === 'call-return') report.check(count === 1, 'only its call leads to a call-return', fn, node);
  }
  return sound;
}

function verifyNode(fn: FunctionIr, node: CfgNode, report: Report): void {
  const shown = node.edges.map((edge) => edge.label);
  report.check(new Set(shown).size === shown.length, 'the labels of a node differ from each other', fn, node);
  for (const edge of node.edges) {
    report.check(!edge.weak || edge.label === labels.error, 'weak edges are errors', fn, node);
    if (edge.label === labels.virtual) report.check(edge.to === fn.exit, 'virtual edges lead to the exit', fn, node);
  }
  // The routes of a dispatch may be called anything, also `throw`: a dispatch raises no error of its own.
  const isDispatch = node.op.kind === 'dispatch';
  const decisions = shown.filter((label) => label !== labels.virtual && (isDispatch || label !== labels.error));
  const expected = decisionsOf(node.op);
  report.check(sameMembers(decisions, expected), `${node.op.kind} has the edges [${expected.join(' ')}]`, fn, node);
  const fails = !isDispatch && shown.includes(labels.error);
  report.check(!fails || !neverFails.has(node.op.kind), `${node.op.kind} raises no error`, fn, node);
  report.check(fails || !alwaysFails(node.op), `${node.op.kind} passes an error on`, fn, node);
  report.check(
    !shown.includes(labels.virtual) || !neverEndless(node.op),
    `${node.op.kind} needs no virtual edge`,
    fn,
    node,
  );
  verifyCall(fn, node, report);
}

function verifyCall(fn: FunctionIr, node: CfgNode, report: Report): void {
  if (node.op.kind === 'call') {
    const [edge] = node.edges;
    const after = edge === undefined ? undefined : fn.nodes[edge.to]?.op;
    const paired = after?.kind === 'call-return' && after.callNode === node.index;
    report.check(node.edges.length === 1 && paired, 'a call is followed by its call-return alone', fn, node);
  }
  if (node.op.kind === 'call-return') {
    report.check(fn.nodes[node.op.callNode]?.op.kind === 'call', 'a call-return knows its call', fn, node);
  }
}

/** A consumer resumed a generator with `return()`. */
const returnLabel = 'return';

/** Labels of the edges that an operation has besides errors and virtual edges. */
function decisionsOf(op: Op): readonly string[] {
  switch (op.kind) {
    case 'exit':
    case 'throw':
      return [];
    case 'branch':
    case 'iter-next':
      return [labels.yes, labels.no];
    case 'dispatch':
      return op.routes;
    case 'iter-close':
      return op.rethrow ? [] : [labels.next];
    case 'yield':
      return op.returned === null ? [labels.next] : [labels.next, returnLabel];
    case 'entry':
    case 'assign':
    case 'eval':
    case 'call':
    case 'call-return':
    case 'await':
    case 'return':
    case 'catch':
    case 'jump':
    case 'iter-open':
    case 'iter-step':
    case 'iter-rest':
    case 'delete':
    case 'scope':
    case 'nop':
      return [labels.next];
    default:
      return assertNever(op);
  }
}

/** Errors of a call surface at its call-return. */
const neverFails = new Set<Op['kind']>(['entry', 'exit', 'call', 'jump', 'scope', 'nop']);

function alwaysFails(op: Op): boolean {
  return op.kind === 'throw' || (op.kind === 'iter-close' && op.rethrow);
}

function neverEndless(op: Op): boolean {
  return op.kind === 'entry' || op.kind === 'exit' || op.kind === 'call';
}

function sameMembers(found: readonly string[], expected: readonly string[]): boolean {
  const members = new Set(found);
  return found.length === expected.length && expected.every((label) => members.has(label));
}
