import type { GraphView } from '../graph-view';
import type { GraphRequest } from './graph-request';

export type { GraphRequest } from './graph-request';

export function buildGraphView(request: GraphRequest): GraphView {
  return { title: request.title, kind: request.kind, nodes: [], edges: [], legend: [] };
}
