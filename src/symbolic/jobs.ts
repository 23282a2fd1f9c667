import { invariant } from '#core/diagnostics';
import { PersistentMap } from '#core/persistent-map';
import { lowerSource } from '#ir/lower-module';
import { noProgress, type Frame } from './frame';
import type { State } from './state';
import { undefinedValue } from './value';

/** Takes the next job from the queue: a frame of its own, below which nothing waits. */
export function startJob(state: State): Frame {
  const [job, ...others] = state.jobs;
  invariant(job !== undefined, 'there is a job to run');
  state.jobs = others;
  state.job = job;
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
