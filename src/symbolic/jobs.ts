import { invariant } from '#core/diagnostics';
import { PersistentMap } from '#core/persistent-map';
import { lowerSource } from '#ir/lower-module';
import { noProgress, type Frame } from './frame';
import type { Job, State } from './state';
import { undefinedValue } from './value';

export function addJob(state: State, job: Job): void {
  // Outside of a job it is not known what runs when this has ended.
  if (state.job === null) state.turn = 'open';
  state.jobs = [...state.jobs, job];
}

/** Takes the next job from the queue: a frame of its own, below which nothing waits. */
export function startJob(state: State): Frame {
  const job = nextJob(state);
  invariant(job !== undefined, 'there is a job to run');
  state.jobs = state.jobs.filter((other) => other !== job);
  state.job = job;
  if (state.called !== null && state.completion !== null) state.ranLater = true;
  if (isBy(job, 'timer')) state.turn = 'ticks';
  else if (state.turn !== 'open') state.turn = isBy(job, 'tick') ? 'ticks' : 'promises';
  const frame: Frame = {
    closure: {
      module: jobModule,
      fn: jobFunction,
      env: PersistentMap.empty(),
      privates: null,
      home: null,
      outer: null,
      construction: null,
    },
    args: [],
    node: jobFunction.entry,
    env: PersistentMap.empty(),
    temps: PersistentMap.empty(),
    context: {
      receiver: 0,
      arguments: 0,
      args: [],
      areInputs: false,
      newTarget: undefinedValue,
      home: null,
      self: null,
    },
    error: null,
    result: undefinedValue,
    outcome: null,
    resumption: null,
    yielding: null,
    progress: noProgress,
    decided: PersistentMap.empty(),
    caller: null,
    depth: 0,
    purpose: { kind: 'job' },
  };
  state.frame = frame;
  return frame;
}

/**
 * As Node has it: when a timer has run, all functions of `process.nextTick`, then what promises have to do until nothing of it is
 * left, then again. A call may be part of either.
 */
function nextJob(state: State): Job | undefined {
  const { jobs, turn } = state;
  const [tick, other] = [jobs.find((job) => isBy(job, 'tick')), jobs.find((job) => !isBy(job, 'tick'))];
  if (tick === undefined || other === undefined) return tick ?? other;
  if (turn === 'open') noteOpenTurn(state);
  return turn === 'ticks' ? tick : other;
}

function isBy(job: Job, by: 'tick' | 'timer'): boolean {
  return job.kind === 'call' && job.by === by;
}

function noteOpenTurn(state: State): void {
  const what = 'that functions of process.nextTick run after promises';
  for (let at = state.notes; at !== null; at = at.before) if (at.note.what === what) return;
  state.notes = { note: { kind: 'assumed', what, at: null }, before: state.notes };
}

const { module: jobModule } = required(lowerSource('<jobs>', ''));
const jobFunction = first(jobModule.functions);

function required<Lowered extends { readonly module: unknown }>(
  lowered: Lowered,
): { module: NonNullable<Lowered['module']> } {
  const { module } = lowered;
  invariant(module !== null && module !== undefined, 'an empty module lowers');
  return { module };
}

function first<Item>(items: readonly Item[]): Item {
  const [item] = items;
  invariant(item !== undefined, 'a module has a body');
  return item;
}
