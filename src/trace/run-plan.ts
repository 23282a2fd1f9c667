import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

/** How a command ended. */
export type RunEnd =
  { readonly kind: 'ended'; readonly exitCode: number } | { readonly kind: 'not-started'; readonly reason: string };

export interface RunnableCommand {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/**
 * Runs a command to its end; what it prints is handed on as it comes. Who interrupts this process interrupts the command: the
 * end is awaited, so that what was recorded until then is not lost. After `mostMs` milliseconds it is ended with all that it started.
 */
export async function runPlan(
  plan: RunnableCommand,
  onOutput: (text: string) => void,
  mostMs = Infinity,
): Promise<RunEnd> {
  const [program = '', ...args] = plan.command;
  const child = spawn(program, args, {
    cwd: plan.cwd,
    env: { ...process.env, ...plan.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    // A group of its own, so that it can be ended with all that it started.
    detached: Number.isFinite(mostMs) && process.platform !== 'win32',
  });
  const timer = Number.isFinite(mostMs) ? setTimeout(() => endGroup(child), mostMs) : undefined;
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, forward);
  try {
    return await new Promise<RunEnd>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8');
        stream.on('data', (text: string) => onOutput(text));
      }
      child.on('error', (error) => resolve({ kind: 'not-started', reason: error.message }));
      child.on('close', (code, signal) =>
        resolve({ kind: 'ended', exitCode: code ?? 128 + (signal === null ? 0 : constants.signals[signal]) }),
      );
    });
  } finally {
    clearTimeout(timer);
    for (const signal of signals) process.off(signal, forward);
  }
}

function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
