import type { CallOutcome } from './frame';
import { ThrowSignal } from './signals';
import type { Value } from './value';

/** What an operation gives or throws, as data: for models of functions that catch. */
export function attempt(operation: () => Value): CallOutcome {
  try {
    return { kind: 'returned', value: operation() };
  } catch (signal) {
    if (signal instanceof ThrowSignal) return { kind: 'threw', error: signal.value };
    throw signal;
  }
}
