import type { ChangeSet, FunctionChange, FunctionRef, NodeStatus } from '#change/change-set';
import type { NodeId } from '#core/ids';
import { accessWidth, modes, places } from '#ir/facts';
import type { Program } from '#ir/program';
import { loadedOtherwise } from './loaded-otherwise';
import { relinkedByExports, type Files } from './relinked-exports';
import { writesElsewhere } from './writes-elsewhere';

/** Where the effects of a change start, in each version. */
export interface ChangeSeeds {
  /** Changed and added nodes, and what uses an import that means something else now. */
  readonly head: ReadonlySet<NodeId>;
  /** Removed nodes, and those that write something else now. */
  readonly base: ReadonlySet<NodeId>;
}

/** Without the files, what a module passes on from another one, and what is loaded otherwise, is not followed. */
export function changeSeeds(
  base: Program,
  head: Program,
  changes: ChangeSet,
  files: { readonly base: Files; readonly head: Files } | null = null,
): ChangeSeeds {
  const inHead = new Set<NodeId>();
  const inBase = new Set<NodeId>();
  for (const change of changes.functions) {
    if (change.head !== null) {
      const first = firstNode(head, change.head);
      change.nodes.headStatus.forEach((status, i) => {
        if (status !== 'unchanged' && first !== undefined && isSeed(change, i)) inHead.add((first + i) as NodeId);
      });
    }
    if (change.base !== null) {
      const first = firstNode(base, change.base);
      change.nodes.baseStatus.forEach((status, i) => {
        if (first !== undefined && isSeedOfBase(change, i, status)) inBase.add((first + i) as NodeId);
      });
    }
  }
  for (const node of relinkedUses(head, changes)) inHead.add(node);
  if (files === null) return { head: inHead, base: inBase };
  for (const [module, bindings] of relinkedByExports(head, changes, files.head)) {
    for (const node of usesOf(head, module, bindings)) inHead.add(node);
  }
  const loaded = loadedOtherwise({ program: base, files: files.base }, { program: head, files: files.head }, changes);
  for (const node of loaded.head) inHead.add(node);
  for (const node of loaded.base) inBase.add(node);
  return { head: inHead, base: inBase };
}

/** The entry of a module body is marked for changes of imports and exports, which have seeds of their own. */
function isSeed(change: FunctionChange, node: number): boolean {
  return !(change.status === 'changed' && change.head.fn.kind === 'module' && node === change.head.fn.entry);
}

function isSeedOfBase({ base, head, nodes }: FunctionChange, node: number, status: NodeStatus): boolean {
  if (status !== 'changed' || base === null || head === null) return status === 'removed';
  return writesElsewhere(base, node, head, nodes.toHead[node] ?? -1);
}

function firstNode(program: Program, { module, fn }: FunctionRef): NodeId | undefined {
  const index = program.moduleIndex(module.path);
  return index === undefined ? undefined : program.nodeAt(index, fn.firstNode);
}

/** Nodes that use an imported name whose source or exported name differs from the base. */
function relinkedUses(head: Program, changes: ChangeSet): NodeId[] {
  const nodes: NodeId[] = [];
  for (const pair of changes.modules) {
    if (pair.base === null || pair.head === null) continue;
    const before = new Map(
      pair.base.imports.map((i) => [pair.base?.bindings[i.binding]?.name, `${i.source}\0${i.imported}`]),
    );
    const relinked = new Set<number>();
    for (const record of pair.head.imports) {
      const known = before.get(pair.head.bindings[record.binding]?.name);
      if (known !== undefined && known !== `${record.source}\0${record.imported}`) relinked.add(record.binding);
    }
    const m = head.moduleIndex(pair.head.path);
    if (m !== undefined && relinked.size > 0) nodes.push(...usesOf(head, m, relinked));
  }
  return nodes;
}

function usesOf(program: Program, m: number, bindings: ReadonlySet<number>): NodeId[] {
  const module = program.modules[m]!;
  const { offset, words } = module.accesses;
  const nodes: NodeId[] = [];
  for (let node = 0; node < module.nodes.count; node++) {
    for (let at = offset[node]!; at < offset[node + 1]!; at += accessWidth) {
      if (words[at] === modes.use && words[at + 2] === places.binding && bindings.has(words[at + 3]!)) {
        nodes.push(program.nodeAt(m, node));
        break;
      }
    }
  }
  return nodes;
}

/**
 * From the nodes of the base to the nodes of the head that are the same: through the node maps in the
 * compared files, by position in all others.
 */
export function baseToHead(base: Program, head: Program, changes: ChangeSet): (node: NodeId) => NodeId | undefined {
  const compared = new Map<string, FunctionChange>();
  const comparedPaths = new Set<string>();
  for (const pair of changes.modules) if (pair.base !== null) comparedPaths.add(pair.base.path);
  for (const change of changes.functions) {
    if (change.base !== null) compared.set(`${change.base.module.path}\0${change.base.fn.index}`, change);
  }
  return (node) => {
    const m = base.moduleOfNode(node);
    const module = base.modules[m]!;
    const local = node - base.nodeBase[m]!;
    if (!comparedPaths.has(module.path)) {
      const index = head.moduleIndex(module.path);
      return index === undefined ? undefined : head.nodeAt(index, local);
    }
    const fn = base.functionOf(node) - base.functionBase[m]!;
    const change = compared.get(`${module.path}\0${fn}`);
    if (change === undefined || change.head === null) return undefined;
    const partner = change.nodes.toHead[local - module.functions.firstNode[fn]!] ?? -1;
    const first = firstNode(head, change.head);
    return partner < 0 || first === undefined ? undefined : ((first + partner) as NodeId);
  };
}
