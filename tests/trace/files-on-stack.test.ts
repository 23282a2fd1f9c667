import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { callingFiles, filesOfText } from '#trace/runtime/files-on-stack';

const here = fileURLToPath(import.meta.url);

test.skipIf(process.platform === 'win32')('files are named by path, however they are spelled', () => {
  const stack = [
    'Error: in /elsewhere/not.js',
    '    at Object.readFileSync (node:fs:441:20)',
    '    at load (/home/me/my project/a.js:3:5)',
    '    at async file:///home/me/my%20project/b.mjs:1:1',
    '    at new Thing (file:///home/me/c.mjs:20:7)',
    '    at /home/me/d.js:1:2',
    String.raw`    at run (C:\me\e.js:1:2)`,
    '    at eval (eval at f (/home/me/f.js:1:1), <anonymous>:1:1)',
    '    at node:internal/main/run_main_module:28:49',
  ].join('\n');
  expect(filesOfText(stack)).toEqual([
    'node:fs',
    '/home/me/my project/a.js',
    '/home/me/my project/b.mjs',
    '/home/me/c.mjs',
    '/home/me/d.js',
    String.raw`C:\me\e.js`,
    '/home/me/f.js',
    'node:internal/main/run_main_module',
  ]);
});

test('who asks stands on the stack, and what called it', () => {
  expect(callingFiles()?.[0]).toBe(here);
  expect([1].map(() => callingFiles())[0]).toContain(here);
  expect(runInThisContext('(f) => f()', { filename: '/home/me/a.js' })(callingFiles)).toEqual(
    expect.arrayContaining(['/home/me/a.js', here]),
  );
});

test('code made of a text stands where the text was', () => {
  const ask: unknown = new Function('f', 'return f()');
  expect(typeof ask === 'function' && (ask as (f: unknown) => unknown)(callingFiles)).toContain(here);
});

const { stackTraceLimit, prepareStackTrace } = Error;
afterEach(() => Object.assign(Error, { stackTraceLimit, prepareStackTrace }));

const own = (): string => 'mine';

test('how the program has its stacks written stays as it is', () => {
  const before = Reflect.ownKeys(Error);
  callingFiles();
  expect(Reflect.ownKeys(Error)).toEqual(before);
  Error.prepareStackTrace = own;
  Error.stackTraceLimit = 0;
  expect(callingFiles()).toContain(here);
  expect(Error.prepareStackTrace).toBe(own);
  expect(Error.stackTraceLimit).toBe(0);
  expect(new Error('x').stack).toBe('mine');
});
