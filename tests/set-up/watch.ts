import { Worker } from 'node:worker_threads';
import { afterAll, beforeEach } from 'vitest';

/**
 * A loop that does not end also keeps the runner's own time limit from being noticed. So a thread watches each test
 * file: past the limit it tells which test runs and where it is, and ends the process, which fails the file.
 */
const limitMs = Number(process.env.TEST_FILE_LIMIT_MS ?? 600_000);
const watcher = new Worker(new URL('thread.mjs', import.meta.url), { workerData: { limitMs } });
watcher.unref();

beforeEach(({ task }) => watcher.postMessage(`${task.file.name} > ${task.name}`, []));
afterAll(() => void watcher.terminate());
