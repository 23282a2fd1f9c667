import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Runs all tests of a project: which fail? Those of a file that cannot be loaded all do. */
export function failingTests(
  runner: 'vitest' | 'jest',
  root: string,
  fileOf: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const program = join(root, 'node_modules', '.bin', runner);
  const args = runner === 'vitest' ? ['run', '--reporter=json'] : ['--json', '--ci'];
  const env = { ...process.env, APP_LEVEL: levelOf(root) };
  const { stdout } = spawnSync(program, args, { cwd: root, encoding: 'utf8', env });
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Report;
  const failing = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName.trim());
    const isUnloadable = status === 'failed' && assertionResults.length === 0;
    return isUnloadable ? [...fileOf].flatMap(([test, of]) => (of === file ? [test] : [])) : failed;
  });
  return new Set(failing);
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** The variable that the project's test script sets. */
function levelOf(root: string): string {
  return /APP_LEVEL=(\d)/.exec(readFileSync(join(root, 'package.json'), 'utf8'))?.[1] ?? '';
}
