import { spawn } from 'node:child_process';
import { workerData } from 'node:worker_threads';
import { serveScripts } from './serve-scripts';
import type { ThreadReply, ThreadStart } from './worker-runner';

/** The thread that talks with a solver in a process of its own, over pipes, in SMT-LIB. */

const { command, port } = workerData as ThreadStart;
const [program = '', ...args] = command;
const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
if (child.pid !== undefined) port.postMessage({ kind: 'child', pid: child.pid } satisfies ThreadReply);

let output = '';
let waiting: { readonly marker: string; resolve(text: string): void; reject(error: Error): void } | null = null;
let ended: string | null = null;
let scripts = 0;

function settle(): void {
  if (waiting === null) return;
  const end = output.indexOf(waiting.marker);
  if (end === -1) return;
  const { resolve } = waiting;
  waiting = null;
  const text = output.slice(0, end);
  output = '';
  // Some solvers print the quotes of what they echo.
  resolve(text.replace(/"$/, ''));
}

function fail(reason: string): void {
  ended ??= reason;
  waiting?.reject(new Error(reason));
  waiting = null;
}

child.stdout.setEncoding('utf8');
child.stdout.on('data', (chunk: string) => {
  output += chunk;
  settle();
});
child.stdin.on('error', () => fail(`${program} does not listen`));
child.on('error', (error: NodeJS.ErrnoException) => {
  fail(error.code === 'ENOENT' ? `${program} is not on the PATH` : `${program} did not start`);
});
child.on('exit', (code, signal) => fail(`${program} ended with ${signal ?? code}`));

function run(script: string): Promise<string> {
  const marker = `--end-of-script-${++scripts}--`;
  return new Promise((resolve, reject) => {
    waiting = { marker, resolve, reject };
    if (ended !== null) fail(ended);
    else child.stdin.write(`${script}\n(echo "${marker}")\n`);
  });
}

serveScripts(Promise.resolve(run));
