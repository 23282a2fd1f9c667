import { invariant } from '#core/diagnostics';
import { labels, type CfgNode } from '#ir/cfg';
import { hasToConsume, scheduleConsumer } from './consume';
import { execute } from './execute';
import type { Executed } from './executed';
import { movedTo, noProgress, type Frame } from './frame';
import { bodyStart } from './functions';
import { deliver, giveGenerator, leave, suspend } from './leave';
import { Machine, type World } from './machine';
import { isSameValue } from './object-changes';
import { runJob } from './promises';
import { CallRequest, Cut, ThrowSignal } from './signals';
import { skipped } from './skip-initialisation';
import type { Site } from './site';
import type { SettledPromise, State } from './state';
import { hasToFire, scheduleTimer } from './timers';
import type { Value } from './value';
import { startJob } from './jobs';

/** True when nothing is left to do on a path. */
export function isDone(state: State): boolean {
  if (state.completion?.kind === 'cut') return true;
  return state.frame === null && state.jobs.length === 0 && !hasToConsume(state) && !hasToFire(state);
}

/** Executes one node. The state moves on; the other sides of open decisions are states of their own. */
export function step(world: World, state: State): readonly State[] {
  state.steps++;
  if (state.frame === null && hasToConsume(state)) scheduleConsumer(state);
  else if (hasToFire(state)) scheduleTimer(state);
  if (state.completion?.kind === 'cut') return [];
  const frame = state.frame ?? startJob(state);
  const node = frame.closure.fn.nodes[frame.node];
  invariant(node !== undefined, 'a frame is at a node');
  if (frame.depth > world.limits.depth) return cut(state, { kind: 'recursion-bound', at: siteOf(frame) });
  if (state.steps > world.limits.steps) return cut(state, { kind: 'step-bound', at: siteOf(frame) });
  const decides = node.op.kind === 'branch' || node.op.kind === 'iter-next';
  const machine = new Machine(world, state, frame, !decides || timesOpen(frame) < world.limits.loops);
  try {
    attempt(machine, state, frame, node);
  } catch (signal) {
    receive(machine, state, frame, node, signal);
  }
  if (decides && (machine.forked || frame.progress.decisions.length > 0)) countOpen(state, frame);
  return machine.siblings;
}

function attempt(machine: Machine, state: State, frame: Frame, node: CfgNode): void {
  if (frame.purpose.kind === 'job') {
    const { job } = state;
    invariant(job !== null, 'a job is being run');
    let resumed: Frame | null = null;
    runJob(machine, job, (suspended, outcome) => {
      resumed = { ...suspended, resumption: resumptionOf(outcome), caller: null, depth: 0, progress: noProgress };
    });
    state.job = null;
    state.frame = resumed;
    return;
  }
  if (frame.purpose.kind === 'generator-call' && isInBody(frame, node)) {
    giveGenerator(machine, frame);
    return;
  }
  if (node.op.kind === 'exit') {
    leave(machine, frame);
    return;
  }
  proceed(machine, state, frame, node, execute(machine, frame, node));
}

/** Whether all parameters of a generator are bound. */
function isInBody({ closure: { fn }, error }: Frame, node: CfgNode): boolean {
  if (node.op.kind === 'entry') return false;
  return node.op.kind === 'exit' ? error === null : node.start >= bodyStart(fn);
}

function resumptionOf({ kind, value }: SettledPromise): Frame['resumption'] {
  return { kind: kind === 'fulfilled' ? 'next' : 'throw', value };
}

function proceed(machine: Machine, state: State, frame: Frame, node: CfgNode, executed: Executed): void {
  switch (executed.kind) {
    case 'went-on':
      state.frame = follow(executed.frame, node, executed.label);
      return;
    case 'entered': {
      const caller = follow(executed.frame, node, labels.next);
      state.frame = { ...executed.callee, caller, depth: frame.depth + 1 };
      return;
    }
    case 'suspended':
      suspend(machine, executed.suspension);
      return;
    case 'finished':
      state.frame = { ...executed.frame, node: executed.frame.closure.fn.exit, error: null, progress: noProgress };
  }
}

/** What the host's exceptions mean to the program. */
function receive(machine: Machine, state: State, frame: Frame, node: CfgNode, signal: unknown): void {
  if (signal instanceof ThrowSignal) {
    noteThrown(state, signal.value, node, machine.site);
    const after = signal.frame ?? frame;
    const handled = node.edges.some((edge) => edge.label === labels.error);
    const thrown: Frame = { ...after, error: signal.value, outcome: null, resumption: null, yielding: null };
    if (node.op.kind === 'exit') deliverError(state, thrown);
    else if (handled) state.frame = follow(thrown, node, labels.error);
    else state.frame = { ...thrown, node: frame.closure.fn.exit, progress: noProgress };
    return;
  }
  if (signal instanceof CallRequest) {
    const caller: Frame = { ...frame, progress: signal.progress };
    state.frame = { ...signal.frame, caller, depth: frame.depth + 1 };
    return;
  }
  if (!(signal instanceof Cut)) throw signal;
  const { reason } = signal;
  if (reason.kind === 'unsupported' && skipped(machine.world, state, reason.what)) return;
  state.completion = { kind: 'cut', reason };
}

/** An error that is passed on was thrown where it was thrown first. */
function noteThrown(state: State, error: Value, node: CfgNode, at: Site): void {
  const mayBePassedOn = error.kind === 'object' || node.op.kind === 'call-return';
  if (mayBePassedOn && state.thrown !== null && isSameValue(state.thrown.error, error)) return;
  state.thrown = { error, at };
}

function deliverError(state: State, frame: Frame): void {
  invariant(frame.error !== null, 'an error leaves with its value');
  const to = 'to' in frame.purpose ? frame.purpose.to : 'nowhere';
  deliver(state, frame, to, { kind: 'threw', error: frame.error });
}

function follow(frame: Frame, node: CfgNode, label: string): Frame {
  const edge = node.edges.find((candidate) => candidate.label === label);
  invariant(
    edge !== undefined,
    `${frame.closure.fn.qualifiedName} n${node.index} (${node.op.kind}) has an edge '${label}'`,
  );
  // An error stays at hand for the `catch` or the iterator that it meets; only by its own edge does it leave.
  const leavesWithout = edge.to === frame.closure.fn.exit && label !== labels.error;
  return movedTo(frame, edge.to, leavesWithout ? null : frame.error);
}

/** How often the branch was open already: in this activation, and in those of the same function below it. */
function timesOpen(frame: Frame): number {
  let times = 0;
  for (let at: Frame | null = frame; at !== null; at = at.caller) {
    if (at.closure.fn === frame.closure.fn) times += at.decided.get(frame.node) ?? 0;
  }
  return times;
}

/** The frame that was attempted is the one that moved on, or is waiting below the one that did. */
function countOpen(state: State, before: Frame): void {
  const { frame } = state;
  if (frame === null || frame.closure !== before.closure || frame.depth !== before.depth) return;
  const times = (frame.decided.get(before.node) ?? 0) + 1;
  state.frame = { ...frame, decided: frame.decided.set(before.node, times) };
}

function cut(state: State, reason: Cut['reason']): readonly State[] {
  state.completion = { kind: 'cut', reason };
  return [];
}

function siteOf(frame: Frame): { path: string; fn: number; node: number } {
  return { path: frame.closure.module.path, fn: frame.closure.fn.index, node: frame.node };
}
