import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { cacheFolder } from '#store/cache-folder';

const root = mkdtempSync(join(tmpdir(), 'wingbeat-folder-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

test('is with the installed packages of the project', () => {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  expect(cacheFolder(root)).toBe(join(root, 'node_modules', '.cache', 'wingbeat'));
});

test('is in the cache folder of the user where no packages are installed, one per project', () => {
  vi.stubEnv('XDG_CACHE_HOME', '/caches');
  const folder = cacheFolder(join(root, 'a'));
  expect(folder).toMatch(/^\/caches\/wingbeat\/[0-9a-f]{16}$/);
  expect(cacheFolder(join(root, 'a'))).toBe(folder);
  expect(cacheFolder(join(root, 'b'))).not.toBe(folder);
});
