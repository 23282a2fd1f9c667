/**
 * Runs `work` with a signal that tells it to come to an end when the user interrupts it, so that what was found so far is
 * still reported. A second interrupt ends the process at once; after the first one it ends with the report, as the shell
 * expects of a process that was interrupted.
 */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onInterrupt = (): void => {
    controller.abort();
    process.once('exit', endBySignal);
  };
  process.once('SIGINT', onInterrupt);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

/** Without a handler any more, the signal ends the process: the shell sees 130. */
function endBySignal(): void {
  process.kill(process.pid, 'SIGINT');
}
