import type { ChangeSet, DescriptionChange, FunctionChange, KeptFunction, NodeMap } from '#change/change-set';
import { withChanged } from '#change/judge-nodes';
import type { FunctionId, NodeId } from '#core/ids';
import { functionReads, type FunctionPart, type FunctionRead } from '#dependence/function-reads';
import type { PointerAnalysis } from '#dependence/pointers';
import type { ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';

export interface NoticeOptions {
  /** Of texts for which this holds, it is known otherwise who reads them. */
  readonly isTextKnown?: (change: DescriptionChange) => boolean;
  /** Code that exercises the rest, such as tests: how its functions are described is no change to the code that it hands them to. */
  readonly isTest?: (path: string) => boolean;
}

/**
 * Who sees that functions are described otherwise: a consistent renaming, a new parameter or another layout of the text is a change
 * to the code that reads the name, length or text of the function, wherever that code is.
 */
export function noticeDescriptions(
  changes: ChangeSet,
  base: LoadedProgram,
  head: LoadedProgram,
  pointers: () => PointerAnalysis,
  { isTextKnown = () => false, isTest = () => false }: NoticeOptions = {},
): ChangeSet {
  const described = new Map<FunctionId, DescriptionChange>();
  const wanted = new Map<FunctionId, ReadonlySet<FunctionPart>>();
  for (const change of changes.described) {
    const parts = partsOf(change.text && isTextKnown(change) ? { ...change, text: false } : change);
    const m = head.program.moduleIndex(change.head.module.path);
    if (parts.size === 0 || m === undefined) continue;
    const fn = head.program.functionAt(m, change.head.fn.index);
    described.set(fn, change);
    wanted.set(fn, parts);
  }
  if (wanted.size === 0) return changes;
  const isOfTest = (fn: FunctionId): boolean => isTest(head.program.locate(fn).module.path);
  const notices = new Map<FunctionId, { nodes: Set<NodeId>; texts: Set<string> }>();
  for (const read of functionReads(pointers(), wanted)) {
    const reader = head.program.functionOf(read.node);
    if (isOfTest(read.fn) && !isOfTest(reader)) continue;
    const known = notices.get(reader) ?? { nodes: new Set(), texts: new Set() };
    notices.set(reader, known);
    known.nodes.add(read.node);
    known.texts.add(sentence(read, described.get(read.fn)!));
  }
  return notices.size === 0 ? changes : marked(withModules(changes, base, head, notices.keys()), head, notices);
}

function partsOf({ name, length, text }: DescriptionChange): Set<FunctionPart> {
  return new Set<FunctionPart>([
    ...(name === null ? [] : ['name' as const]),
    ...(length === null ? [] : ['length' as const]),
    ...(text ? ['text' as const] : []),
  ]);
}

function sentence({ part, isOutside }: FunctionRead, { base, head, name, length }: DescriptionChange): string {
  const shown = head.fn.name.replace(/\.constructor$/, '');
  const verb = isOutside ? `hands on ${shown}, ` : `may read the ${part} of ${shown}, `;
  const whose = isOutside ? `whose ${part}` : 'which';
  if (part === 'length') return `${verb}${whose} was ${length?.[0]} and is ${length?.[1]}`;
  if (part === 'text') return `${verb}${whose} is written otherwise`;
  const before = name?.[0] ?? base.fn.name;
  return `${verb}${whose} was '${before}' and is '${name?.[1] ?? head.fn.name}'`;
}

/** Files that are the same in both versions, where somebody sees the difference. */
function withModules(
  changes: ChangeSet,
  base: LoadedProgram,
  head: LoadedProgram,
  readers: Iterable<FunctionId>,
): ChangeSet {
  const known = new Set(changes.modules.map((pair) => pair.head?.path));
  const more = new Set<string>();
  for (const reader of readers) {
    const { path } = head.program.locate(reader).module;
    if (!known.has(path)) more.add(path);
  }
  const pairs = [...more].flatMap((path) => {
    const [before, after] = [base.module(path), head.module(path)];
    return before === null || after === null ? [] : [{ base: before, head: after }];
  });
  return {
    functions: [...changes.functions, ...pairs.flatMap((pair) => sameFunctions(pair.base, pair.head))],
    moduleChanges: changes.moduleChanges,
    edits: changes.edits,
    modules: [...changes.modules, ...pairs],
    described: changes.described,
  };
}

/** The same text has the same functions and nodes, one by one. */
function sameFunctions(base: ModuleIr, head: ModuleIr): FunctionChange[] {
  return head.functions.map((fn, i) => ({
    status: 'unchanged',
    renamed: false,
    moved: false,
    base: { module: base, fn: base.functions[i]! },
    head: { module: head, fn },
    headerChanges: [],
    isCalledAlike: true,
    notices: [],
    nodes: sameNodes(fn.nodes.length),
    edits: () => [],
  }));
}

function sameNodes(count: number): NodeMap {
  const same = Int32Array.from({ length: count }, (_, i) => i);
  const status = Array.from(same, () => 'unchanged' as const);
  return { toHead: same, toBase: same, baseStatus: status, headStatus: status };
}

function marked(
  changes: ChangeSet,
  head: LoadedProgram,
  notices: ReadonlyMap<FunctionId, { readonly nodes: ReadonlySet<NodeId>; readonly texts: ReadonlySet<string> }>,
): ChangeSet {
  const { program } = head;
  const functions = changes.functions.map((change): FunctionChange => {
    if (change.status !== 'changed' && change.status !== 'unchanged') return change;
    const m = program.moduleIndex(change.head.module.path);
    const fn = m === undefined ? undefined : program.functionAt(m, change.head.fn.index);
    const noticed = fn === undefined ? undefined : notices.get(fn);
    return fn === undefined || noticed === undefined ? change : notice(change, program.nodesOf(fn).first, noticed);
  });
  const { moduleChanges, edits, modules, described } = changes;
  return { functions, moduleChanges, edits, modules, described };
}

function notice(
  change: KeptFunction,
  first: NodeId,
  { nodes, texts }: { readonly nodes: ReadonlySet<NodeId>; readonly texts: ReadonlySet<string> },
): KeptFunction {
  let map = change.nodes;
  for (const node of nodes) {
    const partner = map.toBase[node - first] ?? -1;
    if (partner >= 0) map = withChanged(map, partner);
  }
  return { ...change, status: 'changed', nodes: map, notices: [...texts] };
}
