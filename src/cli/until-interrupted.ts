/** How work that can be ended early hears of an interrupt. */
export interface Interrupts {
  readonly signal: AbortSignal;
  /** From now on the first interrupt goes to `signal`; before that it ends the process, as work that looks up nowhere must. */
  readonly hold: () => void;
}

/**
 * Runs `work` with a signal that tells it to come to an end when the user interrupts it, so that what was found so far is
 * still reported. A second interrupt ends the process at once; after the first one it ends with the report, as the shell
 * expects of a process that was interrupted.
 */
export async function untilInterrupted<T>(work: (interrupts: Interrupts) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onInterrupt = (): void => {
    controller.abort();
    process.once('exit', endBySignal);
  };
  let isHeld = false;
  const hold = (): void => {
    if (!isHeld) process.once('SIGINT', onInterrupt);
    isHeld = true;
  };
  try {
    return await work({ signal: controller.signal, hold });
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

/** Without a handler any more, the signal ends the process: the shell sees 130. */
function endBySignal(): void {
  process.kill(process.pid, 'SIGINT');
}
