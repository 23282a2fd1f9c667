import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { describeValue } from '#symbolic/describe-value';
import { followFunction } from '#symbolic/follow-function';
import { undefinedValue } from '#symbolic/value';
import { PathReplayer } from './replayed-paths';

const replayer = new PathReplayer();
afterAll(() => replayer.dispose());

/** The order in which modules run, by what they write into a list: first the engine's, then that of the path. */
async function orders(modules: Readonly<Record<string, string>>): Promise<readonly [string, string]> {
  const log = 'export const log = [];\nexport const say = (x) => { log.push(x); return x; };';
  const texts: Record<string, string> = { 'log.mjs': log };
  for (const [name, text] of Object.entries(modules)) {
    texts[`${name}.mjs`] =
      `import { log, say } from './log.mjs';\n${text}\nexport function f() { return log.join(' '); }`;
  }
  const folder = mkdtempSync(join(tmpdir(), 'wingbeat-modules-'));
  try {
    for (const [path, text] of Object.entries(texts)) writeFileSync(join(folder, path), text);
    const script = "import('./main.mjs').then(({ f }) => console.log(f()))";
    const seen = execFileSync(process.execPath, ['--eval', script], { cwd: folder, encoding: 'utf8' });
    return [seen.trim(), await pathOrder(texts)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function pathOrder(texts: Readonly<Record<string, string>>): Promise<string> {
  const loaded = loadProgram(openTexts('/nowhere', texts, 'head'));
  const fn = loaded.module('main.mjs')?.functions.find(({ name }) => name === 'f');
  if (fn === undefined) throw new Error('the main module has a function f');
  const { world, ends } = await followFunction(loaded, 'main.mjs', fn.index, {
    limits: {},
    solver: 'none',
    store: null,
    expired: () => false,
    goesOn: async () => true,
  });
  return ends
    .map((end) => describeValue(world, end, end.completion?.kind === 'returns' ? end.completion.value : undefinedValue))
    .join();
}

describe('await at the top of a module', () => {
  it('is waited for before the function is called', async () => {
    const { outcomes } = await replayer.paths(
      'const value = await Promise.resolve(7);\nlet later = 0;\nvoid Promise.resolve().then(() => { later = 1; });\nexport function f(n: number) { return [n > value ? "more" : "less", later]; }',
    );
    expect(outcomes).toEqual(['returns ["more", 1]', 'returns ["less", 1]']);
  });

  it('lets the modules beside it run, and those above it wait', async () => {
    const main = "import './a.mjs';\nimport './b.mjs';\nimport './c.mjs';\nsay('main');";
    const modules = {
      main,
      a: "say('a1');\nawait null;\nsay('a2');\nawait null;\nsay('a3');",
      b: "say('b');",
      c: "import './a.mjs';\nsay('c1');\nawait null;\nsay('c2');",
    };
    const [engine, path] = await orders(modules);
    expect(engine).toBe('a1 b a2 a3 c1 c2 main');
    expect(path).toBe(`'${engine}'`);
  });

  it('passes by modules that wait for several', async () => {
    const modules = {
      main: "import './left.mjs';\nimport './right.mjs';\nsay('main');",
      left: "import './slow.mjs';\nimport './quick.mjs';\nsay('left');",
      right: "import './quick.mjs';\nsay('right');",
      slow: "say('slow1');\nfor (let i = 0; i < 4; i++) await null;\nsay('slow2');",
      quick: "say('quick1');\nawait null;\nsay('quick2');",
    };
    const [engine, path] = await orders(modules);
    expect(engine).toBe('slow1 quick1 quick2 right slow2 left main');
    expect(path).toBe(`'${engine}'`);
  });

  it('may use for await and async generators', async () => {
    const modules = {
      main: "import './a.mjs';\nsay('main');",
      a: "async function* g() { yield 'x'; yield 'y'; }\nfor await (const each of g()) say(each);",
    };
    const [engine, path] = await orders(modules);
    expect(engine).toBe('x y main');
    expect(path).toBe(`'${engine}'`);
  });

  it('fails with what it waits for', async () => {
    const modules = {
      'main.mjs': "import './a.mjs';\nexport function f() { return 1; }",
      'a.mjs': "await Promise.reject(new Error('no'));",
    };
    await expect(replayer.paths(modules)).rejects.toThrow(/predicted throws new Error\("no"\).*not-callable/s);
  });

  it('that never ends leaves nothing to call', async () => {
    const { outcomes, cuts } = await replayer.paths('await new Promise(() => {});\nexport function f() { return 1; }');
    expect([outcomes, cuts]).toEqual([[], ['a module that waits at its top for something that never happens']]);
  });

  it('is waited for by import()', async () => {
    const modules = {
      'main.mjs': `
        /** @param {number} n */
        export async function f(n) {
          if (n > 3) return 0;
          const { value, bump } = await import('./slow.mjs');
          const again = await import('./above.mjs');
          return [value + n, bump(), again.value, (await import('./slow.mjs')).value];
        }
      `,
      'slow.mjs': `
        export let value = await Promise.resolve(7);
        await null;
        export const bump = () => ++value;
      `,
      'above.mjs': "export { value } from './slow.mjs';",
    };
    const { outcomes, cuts } = await replayer.paths(modules);
    expect(cuts).toEqual([]);
    expect(outcomes).toContain('returns 0');
    expect(outcomes).toContain('returns [7, 8, 8, 8]');
  });

  it('passes its failure to import()', async () => {
    const modules = {
      'main.mjs': `
        export async function f() {
          const seen = [];
          for (const name of [0, 1]) await import('./bad.mjs').catch((error) => { seen.push(error.message, name); });
          return seen;
        }
      `,
      'bad.mjs': "await null;\nthrow new Error('late');",
    };
    expect(await replayer.paths(modules)).toEqual({ outcomes: ['returns ["late", 0, "late", 1]'], cuts: [] });
  });
});
