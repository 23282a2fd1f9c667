import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { timeZone } from '#core/local-time';
import type { FromChild, ToChild } from './protocol';

/** How a child ended that was not asked to. */
export type ChildEnd = { readonly kind: 'out-of-memory' } | { readonly kind: 'crashed'; readonly reason: string };

/** What a child says of its inputs. */
export type ChildReport = Exclude<FromChild, { kind: 'ready' }>;

export interface ChildOptions {
  /** The text of `child-program.ts`. */
  readonly program: string;
  /** Files below it may be read, and installed packages. */
  readonly root: string;
  readonly memoryMb: number;
}

/** A restricted process: it cannot write files, start processes or load native code, and sees nothing of our environment. */
export class Child {
  onMessage: (message: ChildReport) => void = () => {};
  onEnd: (end: ChildEnd) => void = () => {};
  /** It has not worked on any input yet. */
  isFresh = true;
  /** By itself. */
  hasEnded = false;
  /** Keys of the code that it has. */
  readonly sent = new Set<string>();
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #stderr = '';
  /** What is said before the child listens. */
  #waiting: ToChild[] | null = [];

  constructor({ program, root, memoryMb }: ChildOptions) {
    const bytes = (memoryMb + spareMb) * 2 ** 20;
    this.#process = spawn(process.execPath, [...flags(root, memoryMb), '--input-type=module', '--eval', bootstrap], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      cwd: existsSync(root) ? root : '/',
      env: { PATH: process.env['PATH'] ?? '', TZ: timeZone, LANG: 'C.UTF-8', WINGBEAT_REPLAY_BYTES: String(bytes) },
      windowsHide: true,
    });
    this.#process.stderr?.on(
      'data',
      (chunk: Buffer) => (this.#stderr = (this.#stderr + chunk.toString()).slice(-4000)),
    );
    this.#process.on('message', (message: FromChild) => {
      if (message.kind === 'ready') this.#isReady();
      else this.onMessage(message);
    });
    this.#ended = new Promise((ended) => {
      this.#process.on('error', (error) => {
        this.hasEnded = true;
        this.onEnd({ kind: 'crashed', reason: error.message });
        ended();
      });
      this.#process.on('close', (code, signal) => {
        this.hasEnded = true;
        this.onEnd(this.#judge(code, signal));
        ended();
      });
    });
    this.#process.send(program);
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  send(message: ToChild): void {
    if (this.#waiting !== null) this.#waiting.push(message);
    // A child that just ended says so by its `onEnd`.
    else if (this.#process.connected) this.#process.send(message, () => {});
  }

  async kill(): Promise<void> {
    this.onEnd = () => {};
    this.onMessage = () => {};
    this.#process.kill('SIGKILL');
    await this.#ended;
  }

  #isReady(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const message of waiting) this.send(message);
  }

  #judge(code: number | null, signal: string | null): ChildEnd {
    // The engine aborts when its heap is full, and the watchdog of the child when the rest is.
    const isFull = /heap out of memory|Allocation failed|invalid (?:table|array|string) size/i.test(this.#stderr);
    const isAborted = (signal === 'SIGABRT' || code === 134) && !/Assertion/.test(this.#stderr);
    if (isFull || isAborted) return { kind: 'out-of-memory' };
    const said = /^.*\S.*$/m.exec(this.#stderr)?.[0] ?? '';
    return {
      kind: 'crashed',
      reason: `the process ended with ${signal ?? `code ${code}`}${said === '' ? '' : `: ${said}`}`,
    };
  }
}

/** What the engine, its code and the new generation of its heap may take besides the limit. */
const spareMb = 192;

/** The program comes as the first message: it needs no file, and no room on a command line. */
const bootstrap = `
process.on('message', () => {});
process.once('message', (text) => import('data:text/javascript;base64,' + Buffer.from(text + '\\n//# sourceURL=wingbeat-replay').toString('base64')));
`;

function flags(root: string, memoryMb: number): string[] {
  return [
    '--no-warnings',
    `--max-old-space-size=${memoryMb}`,
    process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
    // For the watchdog alone; the program finds no way to start one.
    '--allow-worker',
    ...readable(root).map((path) => `--allow-fs-read=${path}`),
  ];
}

/** The project, and packages installed above it. None lies in another: the engine does not survive that. */
function readable(root: string): string[] {
  const wanted = [resolve(root)];
  for (let folder = dirname(resolve(root)); folder !== dirname(folder); folder = dirname(folder)) {
    wanted.push(join(folder, 'node_modules'));
  }
  const real = wanted.flatMap((path) => (existsSync(path) ? [path, realpathSync(path)] : []));
  return real.filter((path, i) => real.indexOf(path) === i && !real.some((other) => path.startsWith(other + sep)));
}
