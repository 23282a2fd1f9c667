import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { filesOnStack } from '#trace/runtime/files-on-stack';

test('code of Node stands on no file', () => {
  const stack = [
    'Error',
    '    at Object.readFileSync (node:fs:441:20)',
    '    at Module._compile (node:internal/modules/cjs/loader:1521:14)',
    '    at node:internal/main/run_main_module:28:49',
  ].join('\n');
  expect(filesOnStack(stack)).toEqual([]);
});

test.skipIf(process.platform === 'win32')('files are named by path, however they are spelled', () => {
  const stack = [
    'Error: in /elsewhere/not.js',
    '    at load (/home/me/my project/a.js:3:5)',
    '    at async file:///home/me/my%20project/b.mjs:1:1',
    '    at new Thing (file:///home/me/c.mjs:20:7)',
    '    at /home/me/d.js:1:2',
    String.raw`    at run (C:\me\e.js:1:2)`,
    '    at eval (eval at f (/home/me/f.js:1:1), <anonymous>:1:1)',
  ].join('\n');
  expect(filesOnStack(stack)).toEqual([
    '/home/me/my project/a.js',
    '/home/me/my project/b.mjs',
    '/home/me/c.mjs',
    '/home/me/d.js',
    String.raw`C:\me\e.js`,
    '/home/me/f.js',
  ]);
});

test('this file stands on the stack of its own errors', () => {
  expect(filesOnStack(new Error('here').stack ?? '')).toContain(fileURLToPath(import.meta.url));
});
