import { workerData } from 'node:worker_threads';
import type { ThreadReply, ThreadStart } from './worker-runner';

/** The loop of a solver's thread: one reply to each script, also when the solver or the thread ends over it. */
export function serveScripts(solver: Promise<(script: string) => Promise<string>>): void {
  const { port, replies } = workerData as ThreadStart;
  let open = true;

  function reply(message: ThreadReply): void {
    port.postMessage(message);
    Atomics.add(replies, 0, 1);
    Atomics.notify(replies, 0);
  }

  function fail(error: unknown): void {
    if (!open) return;
    open = false;
    // Exceptions of compiled code are objects that say nothing.
    reply({ kind: 'failed', reason: error instanceof Error ? error.message : 'the solver crashed' });
  }

  // An aborting WebAssembly module ends the thread instead of throwing.
  process.once('exit', () => fail(new Error('the solver ended')));
  solver.catch(fail);
  port.on('message', (script: string) => {
    solver
      .then((run) => run(script))
      .then((text) => reply({ kind: 'output', text }))
      .catch(fail);
  });
}
