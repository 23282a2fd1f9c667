import type { GraphEdgeKind, NodeMark } from '#result/graph-view';

export interface MarkStyle {
  readonly fill: string;
  readonly border: string;
  readonly borderWidth: number;
  readonly dashed: boolean;
  readonly meaning: string;
}

/** After DiSE Fig. 2: the change stands out, what it affects is lighter in two tones, the rest stays white. */
export const markStyles: Readonly<Record<NodeMark, MarkStyle>> = {
  changed: { fill: '#f59e42', border: '#a8540b', borderWidth: 2.2, dashed: false, meaning: 'changed' },
  added: { fill: '#b9e6bd', border: '#23783a', borderWidth: 1.8, dashed: false, meaning: 'added' },
  removed: { fill: '#fdeeee', border: '#cf3838', borderWidth: 1.6, dashed: true, meaning: 'removed' },
  'affected-condition': {
    fill: '#ffd9a6',
    border: '#c0762a',
    borderWidth: 1.2,
    dashed: false,
    meaning: 'affected condition',
  },
  'affected-write': { fill: '#fff3c2', border: '#b89532', borderWidth: 1.2, dashed: false, meaning: 'affected write' },
  affected: { fill: '#ffe9c9', border: '#c0762a', borderWidth: 1.2, dashed: false, meaning: 'affected' },
  target: { fill: '#d5e6fd', border: '#2563b8', borderWidth: 2.2, dashed: false, meaning: 'target' },
};

export const plainNode: MarkStyle = {
  fill: '#ffffff',
  border: '#6b7280',
  borderWidth: 1,
  dashed: false,
  meaning: 'unaffected',
};

export interface EdgeStyle {
  readonly colour: string;
  readonly line: 'solid' | 'dashed' | 'dotted';
  readonly meaning: string;
}

export const edgeStyles: Readonly<Record<GraphEdgeKind, EdgeStyle>> = {
  flow: { colour: '#374151', line: 'solid', meaning: 'control flow' },
  error: { colour: '#cf3838', line: 'dashed', meaning: 'error' },
  control: { colour: '#374151', line: 'solid', meaning: 'control dependence' },
  data: { colour: '#2563b8', line: 'dashed', meaning: 'data dependence' },
  call: { colour: '#7c3aad', line: 'solid', meaning: 'call' },
  return: { colour: '#7c3aad', line: 'dashed', meaning: 'return' },
  virtual: { colour: '#9ca3af', line: 'dotted', meaning: 'virtual' },
  tree: { colour: '#374151', line: 'solid', meaning: 'dominates' },
};
