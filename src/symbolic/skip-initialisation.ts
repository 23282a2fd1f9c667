import { labels } from '#ir/cfg';
import { noProgress, type Frame } from './frame';
import { Machine, type World } from './machine';
import { moduleFrame } from './module-frame';
import { outsideValue } from './outside';
import type { State } from './state';
import { bind } from './targets';

/**
 * While modules are evaluated, a statement that is not supported is passed over: what it defines is taken for
 * something of the outside, and the path says so. False when no module is being evaluated.
 */
export function skipped(world: World, state: State, what: string): boolean {
  const frame = moduleFrame(state);
  if (frame === null) return false;
  const node = frame.closure.fn.nodes[frame.node];
  if (node === undefined) return false;
  const { op } = node;
  const machine = new Machine(world, state, { ...frame, progress: noProgress });
  const unknown = outsideValue(machine, what);
  state.notes = { note: { kind: 'assumed', what: `at load: ${what}`, at: machine.site }, before: state.notes };
  let now: Frame = { ...frame, progress: noProgress };
  if (op.kind === 'call') now = { ...now, outcome: { kind: 'returned', value: unknown } };
  else if (op.kind === 'assign') now = bind(machine, now, op.target, unknown);
  const edge =
    node.edges.find((e) => e.label === labels.next) ?? node.edges.find((e) => e.label === labels.no) ?? node.edges[0];
  if (edge === undefined) return false;
  state.frame = { ...now, node: edge.to };
  return true;
}
