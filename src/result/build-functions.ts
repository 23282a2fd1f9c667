import type { ChangeSet, FunctionChange, FunctionRef, ModuleChange } from '#change/change-set';
import type { FunctionId, NodeId } from '#core/ids';
import { affectedSetsOfChange } from '#directed/affected-sets-of-change';
import type { Derivation } from '#directed/derivation';
import { fileRole, type FileRole } from '#ir/file-role';
import type { Judged } from './build-verdict';
import type { NodeDescriber } from './describe-node';
import type { Judgements } from './judgements';
import type { AffectedNode, AffectedRule, ChangedNode, FunctionResult } from './function-result';

/** Both versions, as the reader will see them. */
export interface DescribedVersions {
  readonly base: NodeDescriber;
  readonly head: NodeDescriber;
}

/** The functions that changed: how, and which of their nodes DiSE's rules call affected. */
export function buildFunctions(
  versions: DescribedVersions,
  { functions, moduleChanges }: ChangeSet,
  judgements: Judgements,
): FunctionResult[] {
  return functions
    .filter((change) => change.status !== 'unchanged')
    .map((change) => buildFunction(versions, change, moduleChanges, judgements.ofChange(change)));
}

function buildFunction(
  versions: DescribedVersions,
  change: FunctionChange,
  moduleChanges: readonly ModuleChange[],
  { verdict, behaviours }: Judged,
): FunctionResult {
  const shown = change.head ?? change.base;
  const nodes = change.head === null ? versions.base : versions.head;
  const kept = change.status === 'changed' || change.status === 'unchanged' ? change : null;
  return {
    id: idOf(shown),
    ...roleOf(shown),
    status: change.status === 'unchanged' ? 'changed' : change.status,
    ...(kept?.renamed === true ? { renamedFrom: idOf(kept.base) } : {}),
    ...(kept?.moved === true ? { movedFrom: idOf(kept.base) } : {}),
    span: nodes.span(shown.module.path, shown.fn.start, shown.fn.end),
    headerChanges: [
      ...(kept?.headerChanges ?? []),
      ...(kept?.notices ?? []),
      ...(shown.fn.kind === 'module'
        ? moduleChanges.filter((m) => m.head === shown.module.path).map((m) => m.description)
        : []),
    ],
    changedNodes: changedNodes(versions, change),
    affectedNodes: affectedNodes(versions, change),
    verdict,
    behaviours,
    paths: [],
  };
}

/** Nothing for what is part of the program. */
export function roleOf({ module }: Pick<FunctionRef, 'module'>): { readonly role?: FileRole } {
  const role = fileRole(module);
  return role === null ? {} : { role };
}

export function idOf({ module, fn }: FunctionRef): string {
  return `${module.path}#${fn.qualifiedName}`;
}

/** The number of a function in the program of its version. */
export function functionIn(nodes: NodeDescriber, { module, fn }: FunctionRef): FunctionId | undefined {
  const { program } = nodes.loaded;
  const index = program.moduleIndex(module.path);
  return index === undefined ? undefined : program.functionAt(index, fn.index);
}

function changedNodes(versions: DescribedVersions, change: FunctionChange): ChangedNode[] {
  const list: ChangedNode[] = [];
  const head = change.head === null ? undefined : functionIn(versions.head, change.head);
  const base = change.base === null ? undefined : functionIn(versions.base, change.base);
  if (head !== undefined) {
    change.nodes.headStatus.forEach((status, i) => {
      const node = at(versions.head, head, i);
      if (status === 'unchanged' || !versions.head.isVisible(node)) return;
      const partner = change.nodes.toBase[i] ?? -1;
      if (status === 'changed' && partner >= 0 && base !== undefined) {
        list.push({
          status,
          ...versions.head.result(node),
          base: versions.base.result(at(versions.base, base, partner)),
        });
      } else if (status !== 'removed') list.push({ status: 'added', ...versions.head.result(node) });
    });
  }
  if (base !== undefined) {
    change.nodes.baseStatus.forEach((status, i) => {
      const node = at(versions.base, base, i);
      if (status === 'removed' && versions.base.isVisible(node)) list.push({ status, ...versions.base.result(node) });
    });
  }
  return list;
}

function at(nodes: NodeDescriber, fn: FunctionId, index: number): NodeId {
  return (nodes.loaded.program.nodesOf(fn).first + index) as NodeId;
}

function affectedNodes(versions: DescribedVersions, change: FunctionChange): AffectedNode[] {
  if (change.head === null || change.status === 'added') return [];
  const head = functionIn(versions.head, change.head);
  const base = change.base === null ? undefined : functionIn(versions.base, change.base);
  if (head === undefined) return [];
  const sets = affectedSetsOfChange(
    base === undefined ? null : { program: versions.base.loaded.program, fn: base },
    { program: versions.head.loaded.program, fn: head },
    change.nodes,
  );
  const seen = new Set<NodeId>();
  return sets.derivation
    .flatMap((step): AffectedNode[] => {
      const rule = ruleOf(step);
      if (step.set === 'other' || rule === null || seen.has(step.node) || !versions.head.isVisible(step.node))
        return [];
      seen.add(step.node);
      return [{ ...versions.head.result(step.node), role: step.set === 'ACN' ? 'condition' : 'write', rule }];
    })
    .toSorted((a, b) => a.span.start - b.span.start);
}

const rules: Readonly<Record<Derivation['rule'], AffectedRule | null>> = {
  changed: 'changed',
  added: 'changed',
  removed: 'removed',
  'Eq. 1': 'equation-1',
  'Eq. 2': 'equation-2',
  'Eq. 3': 'equation-3',
  'Eq. 4': 'equation-4',
  statement: 'changed',
  'data flow': null,
};

function ruleOf(step: Derivation): AffectedRule | null {
  return rules[step.rule];
}
