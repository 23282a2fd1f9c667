import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cruiseProject, ruleNames, violationsOf } from './cruise-project';
import { printingIn } from './printing';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => join('src', path))
  .filter((path) => path.endsWith('.ts') && statSync(join(root, path)).isFile())
  .toSorted();

describe('the rooms of src', () => {
  test('have only one-way doors', async () => {
    const result = await cruiseProject(root);
    expect(violationsOf(result)).toEqual([]);

    const seen = result.modules.map(({ source }) => source).filter((source) => source.startsWith('src/'));
    expect(seen.toSorted()).toEqual(sources);
    const crossings = result.modules.flatMap(({ dependencies }) =>
      dependencies.filter(({ dependencyTypes }) => dependencyTypes.includes('aliased-subpath-import')),
    );
    expect(crossings.length, 'imports from one room into another').toBeGreaterThan(0);
  });

  test('are the rooms of the design', async () => {
    const doors = await ruleNames();
    expect(doors).toContain('doors-of-core');
    const strangers = readdirSync(join(root, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !doors.includes(`doors-of-${entry.name}`))
      .map(({ name }) => name);
    expect(strangers).toEqual([]);
  });

  test('have no barrels', () => {
    expect(sources.filter((path) => basename(path) === 'index.ts' && path !== join('src', 'index.ts'))).toEqual([]);
  });

  test('print nowhere but in the command line', () => {
    const printing = sources
      .filter((path) => !path.startsWith(join('src', 'cli')))
      .flatMap((path) => printingIn(path, readFileSync(join(root, path), 'utf8')).map((use) => `${path}: ${use}`));
    expect(printing).toEqual([]);
  });
});
