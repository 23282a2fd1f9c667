import { describe, expect, test } from 'vitest';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { collectingFunctions, registrationAt, writtenTests } from '#suite/registrations';

function moduleOf(text: string) {
  const module = loadProgram(openTexts('/project', { 'a.test.ts': text })).module('a.test.ts');
  if (module === null) throw new Error('not lowered');
  return module;
}

describe('tests as their file spells them', () => {
  test('have the titles of the groups around them', () => {
    const module = moduleOf(`
      import { describe as group, it, test } from 'vitest';
      test('alone', () => {});
      group('outer', () => {
        it('one', () => {});
        group.skip('inner', function () { test.only('two', async () => {}); });
        it.each([1, 2])('row %i', () => {});
        it(\`computed \${name}\`, () => {});
      });`);
    expect(writtenTests(module).map(({ titles }) => titles)).toEqual([
      ['alone'],
      ['outer', 'one'],
      ['outer', 'inner', 'two'],
      ['outer', null],
      ['outer', null],
    ]);
  });

  test('have no known title where another function registers them', () => {
    const module = moduleOf(`
      const rows = [];
      const check = (title, input) => it(title, () => {});
      check('one', 1);
      rows.forEach((row) => { describe(row, () => { it('two', () => {}); }); });
      it('three', () => { const inner = () => helper(); });`);
    expect(writtenTests(module).map(({ titles }) => titles)).toEqual([['three'], [null], [null]]);
  });

  test('are told from hooks, and from what only makes a function', () => {
    const module = moduleOf(`
      const { test, before } = require('node:test');
      before(() => {});
      const make = test.each([1]);
      test.only('x', () => {});
      other('y', () => {});`);
    const [body] = module.functions;
    const found = body?.nodes.flatMap((n) => (n.op.kind === 'call' ? (registrationAt(module, body, n) ?? []) : []));
    expect(found?.map(({ role, isOnly }) => [role, isOnly])).toEqual([
      ['hook', false],
      ['test', true],
    ]);
  });

  test('are methods with tap, and parts of others', () => {
    const module = moduleOf(`
      const t = require('tap');
      t.beforeEach(() => {});
      t.test('one', (t) => { t.ok(/x/.test('no test')); t.end(); });
      t.skip('two', () => {});
      t.test('outer', async (t) => {
        t.test('inner', async (u) => { u.test('deep', () => {}); });
        for (const x of rows) t.test(\`computed \${x}\`, () => {});
      });
      require('tap').test(\`made \${name}\`, () => {});`);
    expect(writtenTests(module).map(({ titles }) => titles)).toEqual([
      ['one'],
      ['two'],
      ['outer'],
      ['outer', 'inner'],
      ['outer', 'inner', 'deep'],
      [null],
    ]);
    expect(writtenTests(moduleOf(`const t = { test() {} }; t.test('one', () => {});`))).toEqual([]);
  });

  test('groups run when the file is loaded, tests do not', () => {
    const module = moduleOf(`describe('a', () => { describe.each([1])('b', () => { it('c', () => {}); }); });`);
    expect(collectingFunctions(module).size).toBe(3);
    expect(module.functions).toHaveLength(4);
  });
});
