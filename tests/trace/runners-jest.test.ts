import { describe, expect, test } from 'vitest';
import { jestRunner } from '#trace/runners/jest';
import { recordProject } from './record-project';

const commonjs = { 'package.json': '{}' };

const lib = `function f(x) {
  return g(x) + 1;
}
function g(x) {
  return x;
}
module.exports = { f, g, top: g(0), unused: () => 0 };
`;

describe('jest', () => {
  test('records what each test runs, and leaves what it loads to its module', () => {
    const run = recordProject(jestRunner, {
      ...commonjs,
      'lib.js': lib,
      'a.test.js': `const { f, g } = require('./lib');
describe('outer', () => {
  test('both', () => { expect(f(1)).toBe(2); });
  test('one', () => { expect(g(1)).toBe(1); });
});
`,
    });
    expect(run.output).toContain('2 passed');
    expect(run.status).toBe(0);
    expect(run.functionsOf('outer > both')).toEqual(['a.test.js:test', 'lib.js:f', 'lib.js:g']);
    expect(run.functionsOf('outer > one')).toEqual(['a.test.js:test', 'lib.js:g']);
    expect(run.loadedFunctionsOf('lib.js')).toEqual(['lib.js:<module>', 'lib.js:g']);
    expect(imports(run)).toContain('a.test.js -> lib.js');
    expect(run.recording.notes).toEqual([]);
    expect(run.test('outer > both').reads).toEqual(['__snapshots__/a.test.js.snap']);
  });
});

function imports({ recording: { modules } }: ReturnType<typeof recordProject>): string[] {
  return modules.flatMap(({ path, imports: to }) => to.map((i) => `${path} -> ${modules[i]?.path}`));
}
