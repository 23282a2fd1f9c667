import { spawnSync } from 'node:child_process';

export interface Run {
  readonly wallMs: number;
  /** User and system time of the process and all that it waited for. */
  readonly cpuMs: number;
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a command to its end. Its processor time comes from the shell, which also counts what native compilers spawn. */
export function runProcess(command: readonly string[], options: RunOptions = {}): Run {
  const script = '"$@" 4>&- 3>&-; code=$?; times >&3; exit $code';
  const begin = performance.now();
  const done = spawnSync('sh', ['-c', script, 'sh', ...command], {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const wallMs = performance.now() - begin;
  if (done.error !== undefined) throw done.error;
  return {
    wallMs,
    cpuMs: childTimes(done.output[3] ?? ''),
    exitCode: done.status,
    stdout: done.stdout,
    stderr: done.stderr,
  };
}

/** The second line of the shell's `times`: `0m1.23s 0m0.45s`. */
function childTimes(text: string): number {
  const line = text.trim().split('\n')[1] ?? '';
  const seconds = [...line.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  );
  return seconds.reduce((sum, s) => sum + s, 0) * 1000;
}
