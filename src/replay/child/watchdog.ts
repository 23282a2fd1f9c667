import { Worker } from 'node:worker_threads';

/**
 * A thread that ends the process when nobody waits for its answers any more, or when it takes more memory than the
 * engine's own limit sees: buffers are not on the heap. It works also while the program is in an endless loop.
 */
export function startWatchdog(maxBytes: number, onFailure: () => void): void {
  const worker = new Worker(source, {
    eval: true,
    workerData: { parent: process.ppid, maxBytes },
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  });
  // A process that nobody watches must not run anything.
  worker.on('error', onFailure);
  worker.unref();
}

/** Scripts and modules both know `import()`: which of them this is depends on how the process was started. */
const source = `
import('node:worker_threads').then(({ workerData }) => setInterval(() => {
  if (process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() > workerData.maxBytes) process.kill(process.pid, 'SIGABRT');
}, 50));
`;
