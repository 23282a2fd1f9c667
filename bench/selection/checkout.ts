import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Commit {
  readonly hash: string;
  readonly subject: string;
}

/** A clone that goes from commit to commit, with packages to match. */
export class Checkout {
  private readonly start: string;
  private installed: string;

  constructor(
    private readonly root: string,
    private readonly keepsPackages: boolean,
  ) {
    const dirty = this.git('status', '--porcelain', '-uno');
    if (dirty !== '') throw new Error('the folder has changes that are not committed');
    const branch = this.git('rev-parse', '--abbrev-ref', 'HEAD');
    this.start = branch === 'HEAD' ? this.git('rev-parse', 'HEAD') : branch;
    this.installed = this.wantedPackages();
  }

  /** The last commits of the branch that touch code, the oldest first. A merge is one commit, with all that it brings. */
  lastCommits(count: number): Commit[] {
    const lines = this.git('log', '--first-parent', '--format=%h%x09%s').split('\n');
    const commits: Commit[] = [];
    for (const line of lines) {
      if (commits.length === count) break;
      const [hash = '', subject = ''] = line.split('\t');
      if (this.hasParent(hash) && this.changedIn(hash).some((path) => code.test(path) && !besides.test(path))) {
        commits.push({ hash, subject });
      }
    }
    return commits.toReversed();
  }

  changedIn(hash: string): string[] {
    return this.git('diff', '--name-only', `${hash}^`, hash).split('\n');
  }

  goTo(revision: string): void {
    this.git('checkout', '-q', '-f', '--detach', revision);
    const wanted = this.wantedPackages();
    if (this.keepsPackages || wanted === this.installed) return;
    this.install();
    this.installed = wanted;
  }

  leave(): void {
    this.git('checkout', '-q', '-f', this.start);
  }

  private hasParent(hash: string): boolean {
    return this.git('rev-list', '--parents', '-n', '1', hash).includes(' ');
  }

  private install(): void {
    const [, program, ...args] = installers.find(([lock]) => existsSync(join(this.root, lock))) ?? byNpm;
    try {
      execFileSync(program, args, { cwd: this.root, stdio: ['ignore', 'ignore', 'pipe'] });
    } catch {
      throw new Error(`${program} cannot install the packages`);
    } finally {
      this.git('checkout', '-q', '-f', 'HEAD');
    }
  }

  private wantedPackages(): string {
    const { dependencies, devDependencies, peerDependencies, overrides, resolutions } = JSON.parse(
      readFileSync(join(this.root, 'package.json'), 'utf8'),
    ) as Record<string, unknown>;
    return JSON.stringify([dependencies, devDependencies, peerDependencies, overrides, resolutions]);
  }

  private git(...args: readonly string[]): string {
    return execFileSync('git', ['-C', this.root, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 }).trim();
  }
}

const code = /(?<!\.d)\.[cm]?[jt]sx?$/;
/** Code that no test of a package runs. */
const besides = /(?:^|\/)(?:docs?|website|examples?|bench(?:marks?)?|scripts)\/|(?:^|\/)[^/]*\.config\.[cm]?[jt]s$/i;

type Installer = readonly [lock: string, program: string, ...args: string[]];

const byNpm: Installer = ['', 'npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
const installers: readonly Installer[] = [
  ['pnpm-lock.yaml', 'pnpm', 'install', '--frozen-lockfile', '--ignore-scripts'],
  ['yarn.lock', 'yarn', 'install', '--frozen-lockfile', '--ignore-scripts'],
];
