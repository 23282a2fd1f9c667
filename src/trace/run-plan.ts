import { spawn } from 'node:child_process';
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
 * end is awaited, so that what was recorded until then is not lost.
 */
export async function runPlan(plan: RunnableCommand, onOutput: (text: string) => void): Promise<RunEnd> {
  const [program = '', ...args] = plan.command;
  const child = spawn(program, args, {
    cwd: plan.cwd,
    env: { ...process.env, ...plan.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
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
    for (const signal of signals) process.off(signal, forward);
  }
}
