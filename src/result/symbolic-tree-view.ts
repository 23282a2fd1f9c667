import { assertNever } from '#core/diagnostics';
import type { GraphEdge, GraphNode, GraphView } from './graph-view';
import type { FunctionPath, PathsResult } from './paths-result';
import type { TreeNode } from './symbolic-tree';

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
  const variables = node.variables.map(({ name, value }) => `${name}: ${value}`);
  const state = [...variables, `PC: ${node.condition}`];
  const id = String(node.id);
  switch (at.kind) {
    case 'fork': {
      const where = `${at.node.line}: ${at.node.text}`;
      const tooltip = [where, ...state].join('\n');
      return { id, label: [where, shown(variables), `PC: ${node.condition}`].filter(isText).join('\n'), shape: 'diamond', mark: null, tooltip };
    }
    case 'end': {
      const path = result.paths[at.path];
      const what = path === undefined ? '' : ending(path);
      const tooltip = [`path ${at.path + 1}: ${what}`, ...state, ...(path === undefined ? [] : [path.call])].join('\n');
      const label = [`${at.path + 1}: ${what}`, shown(variables), `PC: ${node.condition}`].filter(isText).join('\n');
      return { id, label, shape: path?.bounded === true ? 'note' : 'box', mark: null, tooltip };
    }
    case 'open':
      return { id, label: 'not explored', shape: 'note', mark: null, tooltip: state.join('\n') };
    case 'rest': {
      const label = `… ${node.paths} more ${node.paths === 1 ? 'path' : 'paths'}`;
      return { id, label, shape: 'note', mark: null };
    }
    default:
      return assertNever(at);
  }
}

function isText(text: string): boolean {
  return text !== '';
}

function shown(variables: readonly string[]): string {
  return variables.join(', ');
}

function ending({ result, cut }: FunctionPath): string {
  if (cut !== null) return 'cut off';
  return result === null ? 'never ends' : `${result.kind} ${result.text}`;
}

function drawEdge({ id, parent, decision }: TreeNode): GraphEdge[] {
  return parent === null ? [] : [{ from: String(parent), to: String(id), label: decision, kind: 'flow' }];
}
