import type { Digraph } from '#core/digraph';
import { dominatorTree, type DominatorTree } from '#core/dominators';
import { labels, type CfgNode, type Edge, type FunctionIr } from './cfg';
import { eachExpr, targetOf } from './operands';
import type { Report } from './verify-report';

/**
 * Checks that no path uses a temporary before defining it.
 *
 * Most definitions dominate their uses, which takes one look. For the others all paths are walked back from the use; such
 * temporaries live within one expression, so the walks are short. A path that leaves a `finally` by one route but
 * entered it for another is none.
 */
export function verifyTemps(fn: FunctionIr, graph: Digraph, report: Report): void {
  const flow = new TempFlow(fn, graph);
  for (const node of fn.nodes) {
    for (const temp of usedTemps(node)) {
      const defined = flow.isDefinedAt(temp, node.index);
      report.check(defined, `$${temp} is defined on every path to its use`, fn, node);
    }
  }
}

interface Definition {
  readonly node: CfgNode;
  /** The node that is reached exactly when the definition has happened; −1 when there is none. */
  readonly witness: number;
}

interface InEdge {
  readonly from: CfgNode;
  readonly label: string;
}

/** A point on a walk back: the routes by which the path will leave the `finally` blocks that it is in. */
interface Point {
  readonly node: number;
  readonly routes: ReadonlyMap<number, string>;
}

class TempFlow {
  readonly #fn: FunctionIr;
  readonly #dominators: DominatorTree;
  readonly #incoming: readonly (readonly InEdge[])[];
  readonly #definitions: readonly (readonly Definition[])[];

  constructor(fn: FunctionIr, graph: Digraph) {
    this.#fn = fn;
    this.#dominators = dominatorTree(graph, fn.entry);
    this.#incoming = incomingEdges(fn);
    this.#definitions = definitionsOf(fn, this.#incoming);
  }

  isDefinedAt(temp: number, use: number): boolean {
    const definitions = this.#definitions[temp] ?? [];
    if (definitions.some(({ witness }) => witness >= 0 && this.#dominators.dominates(witness, use))) return true;
    return definitions.length > 0 && !this.#entryReaches(temp, use);
  }

  /** Is there a path from before the entry to `use` without a definition? */
  #entryReaches(temp: number, use: number): boolean {
    const seen = new Set<string>();
    const pending: Point[] = [{ node: use, routes: new Map() }];
    for (let point = pending.pop(); point !== undefined; point = pending.pop()) {
      if (point.node === this.#fn.entry) return true;
      for (const edge of this.#incoming[point.node] ?? []) {
        if (definesOn(this.#fn, edge.from, edge.label, temp)) continue;
        const routes = routesBefore(edge, point.routes);
        if (routes === null) continue;
        const key = `${edge.from.index}${[...routes].map(([completion, route]) => `|${completion}=${route}`).join('')}`;
        if (seen.has(key)) continue;
        seen.add(key);
        pending.push({ node: edge.from.index, routes });
      }
    }
    return false;
  }
}

/** The routes still to be explained before an edge, or null when no execution takes it this way. */
function routesBefore(edge: InEdge, routes: ReadonlyMap<number, string>): ReadonlyMap<number, string> | null {
  const { op } = edge.from;
  if (op.kind === 'dispatch') {
    const later = routes.get(op.completion);
    if (later !== undefined && later !== edge.label) return null;
    return later === undefined ? new Map([...routes, [op.completion, edge.label]]) : routes;
  }
  if (op.kind !== 'assign' || op.target.kind !== 'temp') return routes;
  const { temp } = op.target;
  const route = routes.get(temp);
  if (route === undefined) return routes;
  if (op.value.kind === 'const' && op.value.value !== route) return null;
  return new Map([...routes].filter(([completion]) => completion !== temp));
}

function incomingEdges(fn: FunctionIr): readonly (readonly InEdge[])[] {
  const incoming: InEdge[][] = fn.nodes.map(() => []);
  for (const from of fn.nodes) {
    for (const { to, label } of from.edges) if (label !== labels.virtual) incoming[to]?.push({ from, label });
  }
  return incoming;
}

function definitionsOf(fn: FunctionIr, incoming: readonly (readonly InEdge[])[]): readonly (readonly Definition[])[] {
  const definitions: Definition[][] = Array.from({ length: fn.tempCount }, () => []);
  for (const node of fn.nodes) {
    for (const temp of definedTemps(fn, node)) {
      const [edge, ...others] = node.edges.filter(({ label }) => definesOn(fn, node, label, temp));
      const witness = edge !== undefined && others.length === 0 ? soleWitness(edge, incoming) : -1;
      definitions[temp]?.push({ node, witness });
    }
  }
  return definitions;
}

function soleWitness(edge: Edge, incoming: readonly (readonly InEdge[])[]): number {
  return incoming[edge.to]?.length === 1 ? edge.to : -1;
}

/** An operation that fails stores nothing; `iter-next` stores only when there was a value. */
function definesOn(fn: FunctionIr, node: CfgNode, label: string, temp: number): boolean {
  if (label === labels.virtual || !definedTemps(fn, node).includes(temp)) return false;
  if (node.op.kind === 'iter-next') return label === labels.yes;
  if (node.op.kind === 'yield') return (label === 'return') === (temp === node.op.returned);
  return label !== labels.error;
}

function definedTemps(fn: FunctionIr, node: CfgNode): readonly number[] {
  const { op } = node;
  if (op.kind === 'entry') {
    return fn.params.flatMap(({ target }) => (target.kind === 'temp' ? [target.temp] : []));
  }
  if (op.kind === 'iter-open') return [op.iter];
  const target = targetOf(op);
  const stored = target?.kind === 'temp' ? [target.temp] : [];
  return op.kind === 'yield' && op.returned !== null ? [...stored, op.returned] : stored;
}

function usedTemps(node: CfgNode): ReadonlySet<number> {
  const used = new Set<number>();
  eachExpr(node.op, (expr) => {
    if (expr.kind === 'temp') used.add(expr.temp);
  });
  const { op } = node;
  if (op.kind === 'dispatch') used.add(op.completion);
  if (op.kind === 'iter-next' || op.kind === 'iter-step' || op.kind === 'iter-rest' || op.kind === 'iter-close') {
    used.add(op.iter);
  }
  return used;
}
