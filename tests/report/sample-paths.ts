import type { FunctionPath, PathsResult } from '#result/paths-result';
import type { TreeNode, TreePlace } from '#result/symbolic-tree';

const span = { file: 'src/cost.ts', start: 10, end: 90, line: 2, column: 1, endLine: 8, endColumn: 2 };

/** A path that is as it should be, but for what is told. */
export function path(told: Partial<FunctionPath>): FunctionPath {
  return {
    condition: 'true',
    outcome: { kind: 'returns', value: '1' },
    call: 'cost(1)',
    replayed: true,
    bounded: false,
    replay: { kind: 'as-predicted' },
    result: { kind: 'returns', text: '1' },
    conditions: [],
    effects: [],
    cut: null,
    notes: [],
    ...told,
  };
}

/** Two paths, and the tree that they make. */
export const costPaths: PathsResult = {
  schemaVersion: 1,
  function: 'src/cost.ts#cost',
  signature: 'cost(weight)',
  span,
  paths: [
    path({
      condition: 'weight > 20',
      outcome: { kind: 'throws', error: 'new RangeError("too heavy")' },
      call: 'cost(21)',
      result: { kind: 'throws', text: "new RangeError('too heavy')" },
    }),
    path({
      condition: '!(weight > 20)',
      outcome: { kind: 'returns', value: '0' },
      call: 'cost(0)',
      result: { kind: 'returns', text: 'weight * 2' },
      effects: [
        { kind: 'module', text: 'parcels = 1', place: 'parcels', value: '1' },
        { kind: 'module', text: 'seen.add(weight)', place: 'seen', value: null },
        { kind: 'call', text: 'console.log(weight)', place: 'console.log', value: null },
      ],
    }),
  ],
  complete: true,
  gaps: [],
  bounds: { loops: 4, depth: 256, paths: 1000 },
  assumptions: [],
  diagnostics: [],
};

/** The same, as far as a change affects them. */
export const affectedPaths: PathsResult = {
  ...costPaths,
  against: { base: 'main', goal: 'sequence', pruning: 'exact', affectedNodes: 3, states: 14, pruned: 2 },
};

/** One of each kind that is not as it should be. */
export const troubledPaths: PathsResult = {
  ...costPaths,
  paths: [
    path({
      condition: 'weight === 1',
      replayed: false,
      outcome: { kind: 'returns', value: '2' },
      replay: { kind: 'differs', predicted: { kind: 'returns', value: '1' }, in: ['outcome'], assumptions: [] },
    }),
    path({
      condition: 'weight === 2',
      replayed: false,
      replay: { kind: 'differs', predicted: { kind: 'returns', value: '1' }, in: ['arguments'], assumptions: [] },
    }),
    path({
      condition: 'weight === 3',
      replayed: false,
      replay: { kind: 'unconfirmed', reason: 'no input is known' },
      call: 'cost(…)',
      outcome: { kind: 'unknown', reason: 'no input is known' },
      notes: ['the solver could not tell whether this path is possible at src/cost.ts:3'],
    }),
    path({
      condition: 'weight > 3',
      bounded: true,
      replay: { kind: 'ran' },
      result: null,
      outcome: { kind: 'returns', value: '9' },
      call: 'cost(4)',
      cut: 'the bound of 4 turns was reached at src/cost.ts:5',
    }),
    path({ condition: 'weight < 0', result: null, outcome: { kind: 'times-out' }, call: 'cost(-1)' }),
  ],
  complete: false,
  gaps: ['1 path is left after 4 open turns of a loop (--loops)'],
  assumptions: [
    { kind: 'precondition', text: 'weight !== 7' },
    { kind: 'type', text: 'Parcel: a name that is not declared' },
  ],
};

/** A tree as deep as told, which forks once on every level. */
export function treeOf(depth: number): PathsResult {
  const nodes: TreeNode[] = [];
  const add = (parent: number | null, decision: string, at: TreePlace, paths: number): number => {
    const id = nodes.length;
    const condition = parent === null ? 'true' : `${nodes[parent]?.condition ?? ''} && ${decision}`;
    const variables = [{ name: 'x', value: `x + ${Math.ceil(id / 2)}` }];
    nodes.push({ id, parent, decision, condition, variables, at, paths });
    return id;
  };
  let parent: number | null = null;
  for (let level = 0; level < depth; level++) {
    const node = { id: `f:${level}`, file: 'src/cost.ts', line: level + 1, column: 1, text: `x > ${level}` };
    const fork: number = add(
      parent,
      parent === null ? '' : `x > ${level - 1}`,
      { kind: 'fork', node },
      depth - level + 1,
    );
    add(fork, `!(x > ${level})`, { kind: 'end', path: level }, 1);
    parent = fork;
  }
  add(parent, `x > ${depth - 1}`, { kind: 'end', path: depth }, 1);
  const paths = Array.from({ length: depth + 1 }, (_, i) =>
    path({ call: `f(${i})`, result: { kind: 'returns', text: `${i}` } }),
  );
  return { ...costPaths, paths, tree: { nodes, total: nodes.length } };
}
