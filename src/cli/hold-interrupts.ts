/**
 * Runs `work` to its end even when the user interrupts it, so that no temporary file stays behind; then the interrupt
 * takes effect. Everywhere else an interrupt ends the process at once, as analyses leave nothing to clean up.
 */
export async function holdInterrupts(work: () => void): Promise<void> {
  let held: NodeJS.Signals | undefined;
  const hold = (signal: NodeJS.Signals): void => {
    held ??= signal;
  };
  for (const signal of signals) process.on(signal, hold);
  try {
    work();
    // A signal that came meanwhile is delivered within the next turns of the event loop.
    await new Promise((resolve) => setTimeout(resolve, deliveryMs));
  } finally {
    for (const signal of signals) process.off(signal, hold);
    // Raised again, now without a handler: the shell sees 130 for an interrupt.
    if (held !== undefined) process.kill(process.pid, held);
  }
}

const deliveryMs = 20;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
