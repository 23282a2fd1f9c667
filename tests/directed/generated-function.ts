import fc from 'fast-check';
import { functionId } from '#core/ids';
import { extractFacts } from '#ir/extract-facts';
import { modes, nodeKinds, places, roles, wellKnown, type ModuleFacts } from '#ir/facts';
import { lowerSource } from '#ir/lower-module';
import { Program } from '#ir/program';

/** A function as a list of nodes: the first is the entry, the last the exit, and each leads to the next. */
export interface GeneratedFunction {
  readonly nodes: readonly GeneratedNode[];
}

export interface GeneratedNode {
  readonly kind: (typeof nodeKinds)[number];
  readonly edges: readonly { readonly to: number; readonly label: string; readonly weak: boolean }[];
  readonly defs: readonly GeneratedPlace[];
  readonly uses: readonly (GeneratedPlace & { readonly role?: number })[];
}

export interface GeneratedPlace {
  readonly kind: number;
  readonly a: number;
  readonly b: number;
}

/** The facts of an empty module: one function with an entry and an exit. */
const empty = factsOfNothing();

function factsOfNothing(): ModuleFacts {
  const { module } = lowerSource('generated.js', '');
  if (module === null) throw new Error('the empty module parses');
  return extractFacts(module);
}

const strings = ['[]', 'throw', '[computed]', '', 'T', 'F', 'p', 'q', 'f'];
const bindingCount = 3;
const tempCount = 2;

const binding = fc.nat(bindingCount - 1).map((a): GeneratedPlace => ({ kind: places.binding, a, b: -1 }));
const temp = fc.nat(tempCount - 1).map((a): GeneratedPlace => ({ kind: places.temp, a: bindingCount + a, b: -1 }));
const field = fc
  .tuple(fc.nat(bindingCount + tempCount), fc.constantFrom(wellKnown.elements, wellKnown.computed, 6, 7))
  .map(([a, b]): GeneratedPlace => ({ kind: places.field, a, b }));
const global = fc.constant<GeneratedPlace>({ kind: places.global, a: 8, b: -1 });
const thrown: GeneratedPlace = { kind: places.thrown, a: -1, b: -1 };
const place = fc.oneof({ weight: 4, arbitrary: binding }, { weight: 3, arbitrary: temp }, field, global);
const uses = fc.array(place, { maxLength: 2 });

/** What stands in a list of statements; targets are taken modulo the number of nodes. */
type Statement =
  | {
      readonly kind: 'assign';
      readonly def: GeneratedPlace;
      readonly uses: GeneratedPlace[];
      readonly error: Error | null;
    }
  | { readonly kind: 'branch'; readonly uses: GeneratedPlace[]; readonly to: number }
  | {
      readonly kind: 'call';
      readonly uses: (GeneratedPlace & { readonly role: number })[];
      readonly def: GeneratedPlace | null;
      readonly error: Error | null;
    }
  | { readonly kind: 'return' | 'nop' | 'eval'; readonly uses: GeneratedPlace[] }
  | { readonly kind: 'catch'; readonly def: GeneratedPlace };

interface Error {
  readonly to: number;
  readonly weak: boolean;
}

const target = fc.nat(1000);
const error = fc.option(fc.record({ to: target, weak: fc.boolean() }), { freq: 4 });
const role = fc.constantFrom<number>(roles.whole, roles.receiver, 0, 1);

const statement: fc.Arbitrary<Statement> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('assign' as const), def: place, uses, error }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('branch' as const), uses, to: target }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      uses: fc.array(
        fc.tuple(place, role).map(([{ kind, a, b }, which]) => ({ kind, a, b, role: which })),
        { maxLength: 2 },
      ),
      def: fc.option(place),
      error,
    }),
  },
  fc.record({ kind: fc.constantFrom('return' as const, 'eval' as const), uses }),
  fc.record({ kind: fc.constant('nop' as const), uses: fc.constant<GeneratedPlace[]>([]) }),
  fc.record({ kind: fc.constant('catch' as const), def: place }),
);

export const generatedFunctions: fc.Arbitrary<GeneratedFunction> = fc
  .array(statement, { minLength: 1, maxLength: 14, size: 'max' })
  .map((statements) => ({ nodes: nodesOf(statements) }));

/** A function and a few of its nodes: many would affect everything, and hide what a rule leaves out. */
export const functionsWithNodes = generatedFunctions.chain((fn) => {
  const few = fc.uniqueArray(fc.nat(fn.nodes.length - 1), { maxLength: 2 });
  return fc.record({ fn: fc.constant(fn), marked: few, more: few });
});

function nodesOf(statements: readonly Statement[]): GeneratedNode[] {
  const count = statements.reduce((sum, s) => sum + (s.kind === 'call' ? 2 : 1), 2);
  // Not into the entry, and not between a call and its return.
  const returns = new Set<number>();
  let position = 1;
  for (const s of statements) {
    if (s.kind === 'call') returns.add(position + 1);
    position += s.kind === 'call' ? 2 : 1;
  }
  const landing = (to: number): number => {
    const at = 1 + (to % (count - 1));
    return returns.has(at) ? at - 1 : at;
  };
  const nodes: GeneratedNode[] = [];
  const add = (node: Partial<GeneratedNode> & Pick<GeneratedNode, 'kind'>, more: GeneratedNode['edges'] = []): void => {
    const next = { to: nodes.length + 1, label: node.kind === 'branch' ? 'T' : '', weak: false };
    nodes.push({ defs: [], uses: [], ...node, edges: [next, ...more] });
  };
  const errorEdges = (e: Error | null): GeneratedNode['edges'] =>
    e === null ? [] : [{ to: e.weak ? count - 1 : landing(e.to), label: 'throw', weak: e.weak }];
  add({ kind: 'entry', defs: [{ kind: places.binding, a: 0, b: -1 }] });
  for (const s of statements) {
    if (s.kind === 'assign') add({ kind: 'assign', defs: [s.def], uses: s.uses }, errorEdges(s.error));
    else if (s.kind === 'branch')
      add({ kind: 'branch', uses: s.uses }, [{ to: landing(s.to), label: 'F', weak: false }]);
    else if (s.kind === 'call') {
      add({ kind: 'call', uses: s.uses });
      add({ kind: 'call-return', defs: s.def === null ? [thrown] : [thrown, s.def] }, errorEdges(s.error));
    } else if (s.kind === 'catch') add({ kind: 'catch', defs: [s.def], uses: [thrown] });
    else add({ kind: s.kind, uses: s.uses });
  }
  nodes.push({ kind: 'exit', edges: [], defs: [], uses: [{ kind: places.result, a: -1, b: -1 }] });
  return nodes;
}

export function programOf(fn: GeneratedFunction): { program: Program; fn: ReturnType<typeof functionId> } {
  return { program: new Program([factsOf(fn)]), fn: functionId(0) };
}

function factsOf({ nodes }: GeneratedFunction): ModuleFacts {
  const accesses = nodes.map((node) => [
    ...node.uses.flatMap(({ kind, a, b, role: part }) => [modes.use, part ?? roles.whole, kind, a, b]),
    ...node.defs.flatMap(({ kind, a, b }) => [modes.def, roles.whole, kind, a, b]),
  ]);
  const edges = nodes.flatMap((node) => node.edges);
  return {
    ...empty,
    strings,
    functions: {
      ...empty.functions,
      nodeCount: Int32Array.of(nodes.length),
      exit: Int32Array.of(nodes.length - 1),
    },
    nodes: {
      ...empty.nodes,
      count: nodes.length,
      kind: Uint8Array.from(nodes, (node) => nodeKinds.indexOf(node.kind)),
      start: new Int32Array(nodes.length),
      end: new Int32Array(nodes.length),
      edgeOffset: runningTotals(nodes.map((node) => node.edges.length)),
      edgeTo: Int32Array.from(edges, (edge) => edge.to),
      edgeLabel: Int32Array.from(edges, (edge) => strings.indexOf(edge.label)),
      edgeWeak: Uint8Array.from(edges, (edge) => (edge.weak ? 1 : 0)),
    },
    accesses: { offset: runningTotals(accesses.map((words) => words.length)), words: Int32Array.from(accesses.flat()) },
    bindings: {
      count: bindingCount,
      name: new Int32Array(bindingCount),
      owner: new Int32Array(bindingCount),
      flags: new Uint8Array(bindingCount),
    },
  };
}

function runningTotals(sizes: readonly number[]): Int32Array {
  const totals = new Int32Array(sizes.length + 1);
  sizes.forEach((size, i) => {
    totals[i + 1] = (totals[i] ?? 0) + size;
  });
  return totals;
}
