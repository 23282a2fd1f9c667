import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../bundle';
import { repositoryRoot } from '../repository-root';
import { subjects } from './subjects';

/**
 * What directed search saves over a full one, and how soon a difference is seen. Asserts nothing. Measured is the tool as it
 * is built: run from its sources, every function that is made is given its name again, and the program that runs inputs is put
 * together for every comparison. `measure.ts` says what it may be asked.
 */
async function main(): Promise<void> {
  const { measure } = await bundle(
    { measure: 'bench/directed/measure.ts' },
    {
      'replay-child': 'src/replay/child/main.ts',
      'z3-worker': 'src/smt/z3-worker.ts',
      'native-worker': 'src/smt/native-worker.ts',
    },
  );
  const folder = mkdtempSync(join(tmpdir(), 'wingbeat-bench-'));
  try {
    const file = join(folder, 'subjects.json');
    writeFileSync(file, JSON.stringify(subjects()));
    const { status } = spawnSync(process.execPath, [measure, '--subjects', file, ...process.argv.slice(2)], {
      cwd: repositoryRoot,
      stdio: 'inherit',
    });
    process.exitCode = status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
