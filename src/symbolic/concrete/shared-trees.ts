import type { InputTree } from './input-tree';

/** A part of an input that has an identity. */
export type SharedTree = Extract<InputTree, { kind: 'object' | 'function' }>;

/** Parts that occur more than once in some inputs. Those inside of others come first, except where they are inside each other. */
export function sharedTrees(
  roots: readonly InputTree[],
  resultsOf: (tree: Extract<InputTree, { kind: 'function' }>) => readonly InputTree[],
): readonly SharedTree[] {
  const met = new Set<InputTree>();
  const shared = new Set<InputTree>();
  const finished: SharedTree[] = [];
  const visit = (tree: InputTree): void => {
    if (tree.kind !== 'object' && tree.kind !== 'function') return;
    if (met.has(tree)) {
      shared.add(tree);
      return;
    }
    met.add(tree);
    for (const part of tree.kind === 'function' ? [...ownParts(tree), ...resultsOf(tree)] : partsOf(tree)) visit(part);
    finished.push(tree);
  };
  for (const root of roots) visit(root);
  return finished.filter((tree) => shared.has(tree));
}

function partsOf({
  args,
  properties,
  elements,
  entries,
  settled,
  member,
}: Extract<InputTree, { kind: 'object' }>): InputTree[] {
  return [
    ...(args ?? []),
    ...ownParts({ properties }),
    ...elements,
    // A set has its values twice.
    ...entries.flatMap(([key, value]) => (member.kind === 'set' ? [value] : [key, value])),
    ...(settled === null || settled === 'never' ? [] : [settled.value]),
  ];
}

function ownParts({ properties }: Pick<SharedTree, 'properties'>): InputTree[] {
  return properties.map(([, part]) => part);
}
