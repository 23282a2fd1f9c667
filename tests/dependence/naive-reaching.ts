import { accessWidth, bindingFlags, modes, nodeKinds, places, roles, wellKnown, type ModuleFacts } from '#ir/facts';
import type { VertexLayout } from '#dependence/vertex-layout';

/** What reaches the uses of one function. */
export interface NaiveReaching {
  /** `definition vertex -> use access`. */
  readonly pairs: readonly string[];
  /** Uses (access records) that the rest of the program may reach. */
  readonly openUses: readonly string[];
  readonly openDefs: readonly string[];
}

interface Access {
  readonly at: number;
  readonly node: number;
  readonly mode: number;
  readonly role: number;
  readonly kind: number;
  readonly a: number;
  readonly b: number;
}

/** Stands for all definitions outside the function, and for those of code that runs during one of its nodes. */
const outside = -1;

/** Reaching definitions by sweeping sets over the graph until nothing changes, one place after the other. */
export function naiveReaching(facts: ModuleFacts, fn: number, layout: VertexLayout): NaiveReaching {
  const accesses = accessesOf(facts, fn);
  const tracked = accesses.filter(
    ({ kind }) => ![places.this, places.arguments, places.thrown].some((k) => k === kind),
  );
  const keys = new Set(tracked.map(placeKey));
  const pairs: string[] = [];
  const openUses: string[] = [];
  const openDefs: string[] = [];
  for (const key of keys) {
    const own = tracked.filter((access) => placeKey(access) === key);
    const uses = own.filter(({ mode }) => mode === modes.use);
    const defs = own.filter(({ mode }) => mode !== modes.use);
    const [sample] = own;
    if (sample === undefined) continue;
    const shared = isShared(facts, fn, sample);
    if (shared) openDefs.push(...defs.flatMap((def) => definersOf(facts, fn, layout, def)));
    const reaching = sweep(facts, fn, { sample, defs, accesses });
    for (const use of uses) {
      const reached = isOnlyOpen(facts, fn, sample)
        ? new Set([outside])
        : definitionsOf(facts, fn, use, defs, reaching);
      for (const at of reached) {
        const def = defs.find((candidate) => candidate.at === at);
        if (def !== undefined) pairs.push(`${vertexOf(facts, fn, layout, def)} -> ${use.at}`);
        else if (shared) openUses.push(String(use.at));
      }
    }
  }
  return { pairs: pairs.toSorted(), openUses: openUses.toSorted(), openDefs: openDefs.toSorted() };
}

/** Besides the node, the vertex of a parameter, which callers define. */
function definersOf(facts: ModuleFacts, fn: number, layout: VertexLayout, def: Access): string[] {
  const vertex = vertexOf(facts, fn, layout, def);
  return [...new Set([def.node, vertex])].map((each) => `${each} ${def.at}`);
}

/** The one definition of a variable that is never assigned again holds wherever the variable may be used at all. */
function definitionsOf(
  facts: ModuleFacts,
  fn: number,
  use: Access,
  defs: readonly Access[],
  reaching: readonly ReadonlySet<number>[],
): ReadonlySet<number> {
  const [only] = defs;
  const flags = facts.bindings.flags[use.a] ?? 0;
  const isLocal = use.kind === places.binding && facts.bindings.owner[use.a] === fn;
  const isFinal = isLocal && (!isShared(facts, fn, use) || (flags & bindingFlags.constant) !== 0);
  const isSingle = only !== undefined && defs.length === 1 && only.mode === modes.def;
  if (isSingle && (use.kind === places.temp || isFinal)) return new Set([only.at]);
  return reaching[use.node] ?? new Set();
}

interface Question {
  readonly sample: Access;
  readonly defs: readonly Access[];
  readonly accesses: readonly Access[];
}

/** Per node, the definitions of one place that reach its beginning. */
function sweep(facts: ModuleFacts, fn: number, { sample, defs, accesses }: Question): Set<number>[] {
  const first = facts.functions.firstNode[fn] ?? 0;
  const count = facts.functions.nodeCount[fn] ?? 0;
  const before = Array.from({ length: count }, () => new Set<number>());
  before[0]?.add(outside);
  const isManifold =
    sample.kind === places.field && (sample.b === wellKnown.elements || sample.b === wellKnown.computed);
  const after = (node: number, failed: boolean): Set<number> => {
    const out = new Set(before[node]);
    const renewed = !failed && renews(accesses, node, sample);
    if (renewed) out.clear();
    if (renewed || runsOtherCode(facts, first + node, accesses, node)) out.add(outside);
    const own = failed ? [] : defs.filter((def) => def.node === node);
    if (own.some(({ mode }) => mode === modes.def) && !isManifold) out.clear();
    for (const def of own) out.add(def.at);
    return out;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (let node = 0; node < count; node++) {
      const { edgeOffset, edgeTo, edgeLabel } = facts.nodes;
      for (let edge = edgeOffset[first + node] ?? 0; edge < (edgeOffset[first + node + 1] ?? 0); edge++) {
        const into = before[(edgeTo[edge] ?? 0) - first];
        for (const def of after(node, edgeLabel[edge] === wellKnown.error)) {
          if (into === undefined || into.has(def)) continue;
          into.add(def);
          changed = true;
        }
      }
    }
  }
  return before;
}

/** A field of a variable is a field of another object once the variable is assigned. */
function renews(accesses: readonly Access[], node: number, { kind, a }: Access): boolean {
  if (kind !== places.field) return false;
  return accesses.some(
    (access) =>
      access.node === node &&
      access.mode === modes.def &&
      access.a === a &&
      (access.kind === places.binding || access.kind === places.temp),
  );
}

function runsOtherCode(facts: ModuleFacts, index: number, accesses: readonly Access[], node: number): boolean {
  const kind = nodeKinds[facts.nodes.kind[index] ?? 0] ?? 'nop';
  if (
    ['call-return', 'await', 'yield', 'iter-open', 'iter-next', 'iter-step', 'iter-rest', 'iter-close'].includes(kind)
  ) {
    return true;
  }
  if (kind !== 'assign' && kind !== 'delete') return false;
  return accesses.some((access) => access.node === node && access.mode !== modes.use && access.kind === places.field);
}

function isShared(facts: ModuleFacts, fn: number, { kind, a }: Access): boolean {
  if (kind === places.field || kind === places.global) return true;
  if (kind !== places.binding) return false;
  const flags = facts.bindings.flags[a] ?? 0;
  return facts.bindings.owner[a] !== fn || (flags & (bindingFlags.captured | bindingFlags.linked)) !== 0;
}

/** A field of something that is no variable of the function: only shared places tell what reaches it. */
function isOnlyOpen(facts: ModuleFacts, fn: number, { kind, a }: Access): boolean {
  if (kind !== places.field || a < facts.bindings.count || a === facts.functions.thisVar[fn]) return false;
  const { firstTemp, count } = facts.functions;
  return fn + 1 >= count || a < (firstTemp[fn] ?? 0) || a >= (firstTemp[fn + 1] ?? 0);
}

function vertexOf(facts: ModuleFacts, fn: number, layout: VertexLayout, { node, kind, a }: Access): number {
  if (node !== 0 || (kind !== places.binding && kind !== places.temp)) return node;
  const { firstParam, params } = facts.functions;
  const first = firstParam[fn] ?? 0;
  const position = params.subarray(first, firstParam[fn + 1]).lastIndexOf(a);
  return position < 0 ? node : layout.firstFormal + position;
}

function placeKey({ kind, a, b }: Access): string {
  return kind === places.field ? `${kind} ${a} ${b}` : `${kind} ${a}`;
}

function accessesOf(facts: ModuleFacts, fn: number): Access[] {
  const { offset, words } = facts.accesses;
  const first = facts.functions.firstNode[fn] ?? 0;
  const found: Access[] = [];
  for (let node = 0; node < (facts.functions.nodeCount[fn] ?? 0); node++) {
    for (let at = offset[first + node] ?? 0; at < (offset[first + node + 1] ?? 0); at += accessWidth) {
      const [mode = 0, role = roles.whole, kind = 0, a = 0, b = 0] = words.subarray(at, at + accessWidth);
      found.push({ at, node, mode, role, kind, a, b });
    }
  }
  return found;
}
