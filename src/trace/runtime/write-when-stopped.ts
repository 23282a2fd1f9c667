import { constants } from 'node:os';
import type { Recorder } from './recorder';
import { replaceMethod } from './replace-method';

const stopping = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Writes what was seen before a signal ends the process, which ends by it all the same. */
export function writeWhenStopped(recorder: Recorder): void {
  const { kill } = process;
  const handlers = new Map<unknown, { readonly signal: NodeJS.Signals; stop(): void }>();
  for (const signal of stopping) {
    const stop = (): void => {
      recorder.flush();
      // Others look whether they are alone with the signal.
      process.removeListener(signal, stop);
      if (process.listenerCount(signal) === 0) kill.call(process, process.pid, signal);
      else setImmediate(() => process.prependListener(signal, stop)).unref();
    };
    process.on(signal, stop);
    for (const name of [signal, constants.signals[signal]]) handlers.set(name, { signal, stop });
  }
  replaceMethod(process, 'kill', function (this: unknown, ...args: unknown[]) {
    const [pid, asked = 'SIGTERM'] = args;
    const handler = pid === process.pid ? handlers.get(asked) : undefined;
    // Who stops itself is gone at once where nobody handles the signal: a handler would have its turn later, or never.
    if (handler !== undefined && process.listeners(handler.signal).every((each) => each === handler.stop)) {
      recorder.flush();
      process.removeListener(handler.signal, handler.stop);
    }
    return Reflect.apply(kill, this, args);
  });
}
