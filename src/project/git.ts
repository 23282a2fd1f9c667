import { spawnSync } from 'node:child_process';
import { gitFailed, gitMissing, WingbeatError } from '#core/diagnostics';

/** Runs git in a directory and returns what it prints; a failure of git is an error for the user. */
export function git(directory: string, args: readonly string[], input?: string): Buffer {
  const { status, stdout, stderr } = tryGit(directory, args, input);
  if (status !== 0) throw new WingbeatError(gitFailed(args, stderr));
  return stdout;
}

export interface GitOutcome {
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** For commands whose failure is an answer. */
export function tryGit(directory: string, args: readonly string[], input = ''): GitOutcome {
  // `-C` rather than `cwd`: with a directory that does not exist, Node would report git itself as missing.
  const { status, stdout, stderr, error, signal } = spawnSync('git', ['-C', directory, ...args], {
    input,
    env: { ...process.env, ...gitEnvironment },
    maxBuffer: Number.POSITIVE_INFINITY,
    windowsHide: true,
  });
  if (error !== undefined) throw new WingbeatError(launchFailure(args, error), 2, { cause: error });
  if (status === null) throw new WingbeatError(gitFailed(args, `it was ended by ${signal ?? 'a signal'}`));
  return { status, stdout, stderr: stderr.toString() };
}

/** Runs git and splits its `-z` output. */
export function gitRecords(directory: string, args: readonly string[]): string[] {
  const records = git(directory, args).toString().split('\0');
  // Every record is ended, not separated, by NUL.
  records.pop();
  return records;
}

/** The single line that git prints, or `undefined` when it fails. */
export function tryGitLine(directory: string, args: readonly string[]): string | undefined {
  const { status, stdout } = tryGit(directory, args);
  return status === 0 ? stdout.toString().replace(/\n$/, '') : undefined;
}

// Reading must not lock the index or ask for a password, and messages are recognised by their English text.
const gitEnvironment = { LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' };

function launchFailure(args: readonly string[], error: Error) {
  return 'code' in error && error.code === 'ENOENT' ? gitMissing() : gitFailed(args, error.message);
}
