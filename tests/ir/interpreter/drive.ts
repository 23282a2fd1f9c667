import { InterpreterFault } from './activation';
import type { Resumption, Run, Suspension } from './execute';

const begin: Resumption = { kind: 'next', value: undefined };

/** Runs a function that cannot stop on its way. */
export function driveSync(run: Run): unknown {
  const step = run.next(begin);
  if (step.done === true) return step.value;
  throw new InterpreterFault('only async functions and generators suspend');
}

/** The engine's own async function does the waiting, so that promises settle in the same order as in the original. */
export async function driveAsync(run: Run): Promise<unknown> {
  let step = run.next(begin);
  while (step.done !== true) {
    let resumption: Resumption;
    try {
      resumption = { kind: 'next', value: await step.value.value };
    } catch (error) {
      resumption = { kind: 'throw', error };
    }
    step = run.next(resumption);
  }
  return step.value;
}

/** Stands for what the consumer passed to `return()`, which only the engine sees. */
const consumerValue = Symbol('value passed to return()');
const returning: Resumption = { kind: 'return', value: consumerValue };

export function* driveGenerator(run: Run, first: Resumption = begin): Generator<unknown, unknown, unknown> {
  let step = run.next(first);
  while (step.done !== true) {
    const { value } = step;
    // Stays so when neither the end nor the error of the `try` block is seen: the consumer called `return()`.
    let resumption: Resumption = returning;
    try {
      const sent: unknown = isDelegation(value) ? yield* value.value : yield value.value;
      resumption = { kind: 'next', value: sent };
    } catch (error) {
      resumption = { kind: 'throw', error };
    } finally {
      if (resumption === returning) {
        const result = yield* driveGenerator(run, returning);
        // oxlint-disable-next-line no-unsafe-finally -- as in the program: its `finally` replaced the result
        if (result !== consumerValue) return result;
      }
    }
    step = run.next(resumption);
  }
  return step.value;
}

export async function* driveAsyncGenerator(
  run: Run,
  first: Resumption = begin,
): AsyncGenerator<unknown, unknown, unknown> {
  let step = run.next(first);
  while (step.done !== true) {
    const { value } = step;
    let resumption: Resumption = value.kind === 'await' ? begin : returning;
    try {
      if (value.kind === 'await') resumption = { kind: 'next', value: await value.value };
      else {
        const sent: unknown = isDelegation(value) ? yield* value.value : yield value.value;
        resumption = { kind: 'next', value: sent };
      }
    } catch (error) {
      resumption = { kind: 'throw', error };
    } finally {
      if (resumption === returning) {
        const result = yield* driveAsyncGenerator(run, returning);
        // oxlint-disable-next-line no-unsafe-finally -- as in the program: its `finally` replaced the result
        if (result !== consumerValue) return result;
      }
    }
    step = run.next(resumption);
  }
  return step.value;
}

function isDelegation(suspension: Suspension): suspension is Suspension & { readonly value: Iterable<unknown> } {
  return suspension.kind === 'yield' && suspension.delegate;
}
