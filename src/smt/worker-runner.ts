import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import type { ScriptResult, ScriptRunner } from './script-runner';

/** What a solver's thread is started with. */
export interface ThreadStart {
  readonly port: MessagePort;
  /** Counts the replies; the asker sleeps on it. */
  readonly replies: Int32Array;
  /** Commands to run, for a thread that drives a process. */
  readonly command: readonly string[];
  /** What an earlier thread left to make the start of this one faster. */
  readonly warmth: unknown;
}

/** What a solver's thread answers to a script, with the number of the script. */
export type ThreadReply =
  | { readonly kind: 'output'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'warmth'; readonly warmth: unknown }
  /** A process that the thread started, to be ended with it. */
  | { readonly kind: 'child'; readonly pid: number };

export type ThreadName = 'z3-worker' | 'native-worker';

interface Thread {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly replies: Int32Array;
  child: number | null;
}

/**
 * Runs scripts in a thread and sleeps until they are done, so that asking is synchronous. A thread that takes too long
 * is ended. Threads never keep the process alive.
 */
export class WorkerRunner implements ScriptRunner {
  readonly #name: ThreadName;
  readonly #command: readonly string[];
  #thread: Thread | null = null;
  #warmth: unknown = null;

  constructor(name: ThreadName, command: readonly string[] = []) {
    this.#name = name;
    this.#command = command;
  }

  run(script: string, limitMs: number): ScriptResult {
    const thread = (this.#thread ??= this.#start());
    const { port, replies } = thread;
    const before = Atomics.load(replies, 0);
    port.postMessage(script);
    const waited = Atomics.wait(replies, 0, before, limitMs);
    for (let received = receiveMessageOnPort(port); received !== undefined; received = receiveMessageOnPort(port)) {
      const reply = received.message as ThreadReply;
      switch (reply.kind) {
        case 'warmth':
          this.#warmth = reply.warmth;
          break;
        case 'child':
          thread.child = reply.pid;
          break;
        case 'output':
          return reply;
        case 'failed':
          this.close();
          return { kind: 'lost', reason: reply.reason };
      }
    }
    this.close();
    const reason = waited === 'timed-out' ? `no answer within ${limitMs} ms` : 'the solver ended without an answer';
    return { kind: 'lost', reason };
  }

  /** The process that the thread drives; null where there is none, or none yet. */
  get childProcess(): number | null {
    return this.#thread?.child ?? null;
  }

  close(): void {
    if (this.#thread === null) return;
    const { port, worker, child } = this.#thread;
    this.#thread = null;
    port.close();
    void worker.terminate();
    if (child !== null) endProcess(child);
  }

  #start(): Thread {
    const { port1: port, port2 } = new MessageChannel();
    const replies = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const workerData: ThreadStart = { port: port2, replies, command: this.#command, warmth: this.#warmth };
    const { file, evaluated } = entryOf(this.#name);
    const worker = new Worker(file, { eval: evaluated, workerData, transferList: [port2], execArgv: [] });
    // Nobody listens while asleep: the thread itself reports its end.
    worker.on('error', () => {});
    worker.unref();
    return { worker, port, replies, child: null };
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

/** The thread's script: a built file beside this one or, when running from source, the source through its loader. */
function entryOf(name: ThreadName): { readonly file: string | URL; readonly evaluated: boolean } {
  if (!import.meta.url.endsWith('.ts')) return { file: new URL(`./${name}.js`, import.meta.url), evaluated: false };
  const loader = createRequire(import.meta.url).resolve('tsx/cjs/api');
  const source = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  // The loader for `require` is the one that works without the help of the sleeping main thread.
  return {
    file: `require(${JSON.stringify(loader)}).register(); require(${JSON.stringify(source)});`,
    evaluated: true,
  };
}
