import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { flagOf } from '#cli/optimise-late';

test('the engine knows the flag that it is given', () => {
  const flag = flagOf(process.versions.v8);
  const { status, stderr } = spawnSync(process.execPath, [...(flag === undefined ? [] : [flag]), '-e', '']);
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
});

test('an engine that is not known is left alone', () => {
  expect(flagOf('11.3.244.8-node.38')).toBe('--interrupt-budget=800000');
  expect(flagOf('99.1.2')).toBeUndefined();
});
