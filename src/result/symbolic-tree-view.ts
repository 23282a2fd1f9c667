import { assertNever } from '#core/diagnostics';
import type { GraphEdge, GraphNode, GraphView } from './graph-view';
import type { FunctionPath, PathsResult } from './paths-result';
import type { TreeNode, TreeVariable } from './symbolic-tree';

/** The symbolic execution tree as a picture: states with what they hold and their path condition (DiSE Fig. 1). */
export function symbolicTreeView(result: PathsResult): GraphView {
  const { nodes, total } = result.tree ?? { nodes: [], total: 0 };
  const left = total - nodes.filter(({ at }) => at.kind !== 'rest').length;
  return {
    title: `symbolic tree of ${result.function}`,
    kind: 'tree',
    nodes: nodes.map((node) => drawNode(node, result)),
    edges: nodes.flatMap(drawEdge),
    legend: [
      'PC: what is decided on the way to a state.',
      ...result.gaps.map((gap) => `Not all: ${gap}.`),
      ...(left > 0 ? [`Cut off: ${left} of ${total} states are left out; --all draws them.`] : []),
    ],
  };
}

function drawNode(node: TreeNode, result: PathsResult): GraphNode {
  const { at } = node;
  const id = String(node.id);
  switch (at.kind) {
    case 'fork':
      return { id, ...stateText(node, `${at.node.line}: ${at.node.text}`), shape: 'box', mark: null };
    case 'end': {
      const path = result.paths[at.path];
      const title = `path ${at.path + 1} ${path === undefined ? '' : ending(path)}`;
      return { id, ...stateText(node, title, path?.call), shape: 'note', mark: null };
    }
    case 'open':
      return { id, ...stateText(node, 'not explored'), shape: 'ellipse', mark: null };
    case 'rest': {
      const label = `… ${node.paths} more ${node.paths === 1 ? 'path' : 'paths'}`;
      return { id, label, shape: 'ellipse', mark: null };
    }
    default:
      return assertNever(at);
  }
}

/** The label leaves out what holds its own input still, but at the start, which shows what there is. */
function stateText(
  { parent, variables, condition }: TreeNode,
  title: string,
  call = '',
): Required<Pick<GraphNode, 'label' | 'tooltip'>> {
  const shown = variables.filter(({ name, value }) => parent === null || name !== value);
  const pc = `PC: ${condition}`;
  return {
    label: [title, texts(shown).join(', '), pc].filter((line) => line !== '').join('\n'),
    tooltip: [title, ...texts(variables), pc, call].filter((line) => line !== '').join('\n'),
  };
}

function texts(variables: readonly TreeVariable[]): string[] {
  return variables.map(({ name, value }) => `${name}: ${value}`);
}

function ending({ result, cut }: FunctionPath): string {
  if (cut !== null) return 'cut off';
  return result === null ? 'never ends' : `${result.kind} ${result.text}`;
}

function drawEdge({ id, parent, decision }: TreeNode): GraphEdge[] {
  return parent === null ? [] : [{ from: String(parent), to: String(id), label: decision, kind: 'flow' }];
}
