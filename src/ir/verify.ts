import { Digraph } from '#core/digraph';
import { reachableFrom } from '#core/reachability';
import type { Edge, FunctionIr, ModuleIr } from './cfg';
import { Report } from './verify-report';
import { verifyEdges } from './verify-edges';
import { verifyOperands } from './verify-operands';
import { verifyTemps } from './verify-temps';

/** The invariants of the IR that a module violates, each with its place; empty when it is well formed. */
export function verifyModule(module: ModuleIr): string[] {
  const report = new Report(module);
  verifyNumbering(module, report);
  verifyTree(module, report);
  verifySpans(module, report);
  verifyRecords(module, report);
  for (const fn of module.functions) {
    verifyOperands(module, fn, report);
    // Graph algorithms need edges between existing nodes; what is broken was reported already.
    if (verifyEdges(fn, report)) verifyFlow(fn, report);
  }
  return report.violations;
}

function verifyFlow(fn: FunctionIr, report: Report): void {
  const graph = graphOf(fn, () => true);
  const reached = reachableFrom(graph, [fn.entry]);
  const ending = reachableFrom(graphOf(fn, (edge) => !edge.weak).reverse(), [fn.exit]);
  for (const node of fn.nodes) {
    report.check(reached.has(node.index), 'every node is reachable from the entry', fn, node);
    report.check(ending.has(node.index), 'every node reaches the exit without weak edges', fn, node);
  }
  verifyTemps(fn, graph, report);
}

function graphOf(fn: FunctionIr, includes: (edge: Edge) => boolean): Digraph {
  const sources: number[] = [];
  const targets: number[] = [];
  for (const node of fn.nodes) {
    for (const edge of node.edges) {
      if (!includes(edge)) continue;
      sources.push(node.index);
      targets.push(edge.to);
    }
  }
  return Digraph.fromEdges(fn.nodes.length, sources, targets);
}

function verifyNumbering(module: ModuleIr, report: Report): void {
  let next = 0;
  module.functions.forEach((fn, index) => {
    report.check(fn.index === index, 'a function knows its index', fn);
    report.check(fn.firstNode === next, 'nodes are numbered through the module without gaps', fn);
    next += fn.nodes.length;
    fn.nodes.forEach((node, place) => report.check(node.index === place, 'a node knows its index', fn, node));
    report.check(fn.nodes[fn.entry]?.op.kind === 'entry', 'the entry is an entry node', fn);
    report.check(fn.nodes[fn.exit]?.op.kind === 'exit', 'the exit is an exit node', fn);
  });
  report.check(module.nodeCount === next, 'nodeCount is one past the last node');
  module.bindings.forEach((binding, index) =>
    report.check(binding.index === index, `binding ${index} knows its index`),
  );
  module.classes.forEach((klass, index) => report.check(klass.index === index, `class ${index} knows its index`));
}

function verifyTree(module: ModuleIr, report: Report): void {
  const names = new Set<string>();
  const rooted = new Set<number>([0]);
  module.functions.forEach((fn, index) => {
    report.check(!names.has(fn.qualifiedName), 'qualified names are unique', fn);
    names.add(fn.qualifiedName);
    report.check((fn.kind === 'module') === (index === 0), 'the first function and no other is the module', fn);
    report.check((fn.parent === null) === (index === 0), 'every function but the module has a parent', fn);
    report.check(endsAtModule(module, index, rooted), 'every chain of parents ends at the module', fn);
  });
  report.check(module.functions.length > 0, 'a module has a body');
}

/** `rooted` remembers the chains that were followed, so that all of them together cost one step per function. */
function endsAtModule(module: ModuleIr, index: number, rooted: Set<number>): boolean {
  const chain: number[] = [];
  let at: number | null = index;
  while (at !== null && !rooted.has(at) && chain.length <= module.functions.length) {
    chain.push(at);
    at = module.functions[at]?.parent ?? null;
  }
  if (at === null || !rooted.has(at)) return false;
  for (const member of chain) rooted.add(member);
  return true;
}

function verifySpans(module: ModuleIr, report: Report): void {
  const inside = ({ start, end }: { readonly start: number; readonly end: number }): boolean =>
    0 <= start && start <= end && end <= module.text.length;
  const name = 'spans lie inside the text';
  for (const fn of module.functions) {
    report.check(inside(fn), name, fn);
    report.check(fn.params.every(inside), name, fn);
    for (const node of fn.nodes) report.check(inside(node), name, fn, node);
  }
  for (const binding of module.bindings) report.check(inside(binding), `${name}: binding ${binding.name}`);
  for (const klass of module.classes) report.check(inside(klass), `${name}: class ${klass.name}`);
  for (const { construct, ...span } of module.unsupported) report.check(inside(span), `${name}: ${construct}`);
}

function verifyRecords(module: ModuleIr, report: Report): void {
  const { bindings, functions } = module;
  for (const binding of bindings) {
    report.check(binding.owner in functions, `the owner of binding ${binding.name} exists`);
  }
  for (const record of module.imports) {
    report.check(bindings[record.binding]?.kind === 'import', `the import of ${record.imported} binds an import`);
  }
  for (const record of module.exports) {
    const bound = record.kind !== 'local' || record.binding in bindings;
    report.check(bound, 'a local export names an existing binding');
  }
  for (const klass of module.classes) {
    const members = [klass.constructorFn, klass.fieldsFn, klass.staticFn, ...klass.members.map(({ fn }) => fn)];
    for (const member of members) {
      if (member === null) continue;
      const fn = functions[member];
      report.check(fn?.classIndex === klass.index, `the members of class ${klass.name} know their class`, fn);
    }
    report.check(klass.binding === null || klass.binding in bindings, `the binding of class ${klass.name} exists`);
  }
}
