import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that is removed after the test. */
export class TemporaryFolder {
  readonly root: string;

  constructor(prefix = 'wingbeat-project-') {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
  }

  path(...parts: string[]): string {
    return join(this.root, ...parts);
  }

  write(files: Readonly<Record<string, string | Uint8Array>>): this {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(this.path(path)), { recursive: true });
      writeFileSync(this.path(path), content);
    }
    return this;
  }

  remove(...paths: string[]): this {
    for (const path of paths) rmSync(this.path(path), { recursive: true });
    return this;
  }
}

export class TemporaryRepository extends TemporaryFolder {
  constructor(...initOptions: string[]) {
    super();
    this.git('init', '--quiet', '--initial-branch=main', ...initOptions);
  }

  git(...args: string[]): string {
    return runGit(this.root, ...args);
  }

  /** Writes and commits; returns the full name of the commit. */
  commit(files: Readonly<Record<string, string | Uint8Array>>, message = 'change'): string {
    this.write(files).git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', `--message=${message}`);
    return this.git('rev-parse', 'HEAD');
  }
}

export function runGit(directory: string, ...args: string[]): string {
  const identity = [
    'user.name=Test',
    'user.email=test@example.invalid',
    'commit.gpgsign=false',
    'protocol.file.allow=always',
  ];
  const output = execFileSync('git', ['-C', directory, ...identity.flatMap((setting) => ['-c', setting]), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return output.toString().trimEnd();
}
