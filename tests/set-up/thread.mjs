import { Session } from 'node:inspector/promises';
import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

let running = 'loading';
parentPort.on('message', (name) => (running = name));
parentPort.unref();

await wait(workerData.limitMs);
const place = await Promise.race([whereMainThreadIs(), wait(5_000, ['    in native code'])]);
writeSync(2, `\nover ${workerData.limitMs / 1000} s: ${running}\n${place.join('\n')}\n`);
process.kill(process.pid, 'SIGKILL');

/** The calls of the main thread, the innermost first. */
async function whereMainThreadIs() {
  const session = new Session();
  session.connectToMainThread();
  const urls = new Map();
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url));
  await session.post('Debugger.enable');
  const paused = new Promise((resolve) => {
    session.once('Debugger.paused', ({ params }) => resolve(params.callFrames));
  });
  await session.post('Debugger.pause');
  const frames = await paused;
  return frames.slice(0, 60).map(({ functionName, location: { scriptId, lineNumber, columnNumber = 0 } }) => {
    return `    at ${functionName || '(anonymous)'} (${urls.get(scriptId)}:${lineNumber + 1}:${columnNumber + 1})`;
  });
}
