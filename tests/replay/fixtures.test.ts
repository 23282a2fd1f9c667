import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { openFolder } from '#project/folder-snapshot';
import { Replayer } from '#replay/replay';
import { casesIn, describeLike } from './fixture-cases';

const folder = fileURLToPath(new URL('fixtures', import.meta.url));

describe.each(readdirSync(folder))('%s', (project) => {
  const files = openFolder(`${folder}/${project}`);
  const replayer = new Replayer({ timeoutMs: 5000, memoryMb: 128 });
  afterAll(() => replayer.dispose());

  const cases = files.paths.flatMap((path) =>
    casesIn(files.read(path)?.text ?? '').map((found) => ({ found, path, name: `${path}: ${found.line}` })),
  );

  test('has cases', () => expect(cases.length).toBeGreaterThan(0));

  test.each(cases)('$name', async ({ path, found }) => {
    const [outcome] = await replayer.run({ files, path, functionName: found.functionName }, [found.input]);
    expect(outcome && describeLike(found.expected, outcome)).toEqual(found.expected);
  });
});
