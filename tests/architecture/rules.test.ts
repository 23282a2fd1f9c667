import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cruiseProject, violationsOf } from './cruise-project';
import { printingIn } from './printing';

/** A project that breaks every rule once, beside imports that are allowed. */
const files: Record<string, string> = {
  'package.json': JSON.stringify({
    type: 'module',
    imports: { '#*': './src/*.ts' },
    dependencies: { shipped: '1.0.0' },
    devDependencies: { tool: '1.0.0' },
  }),
  'node_modules/shipped/index.js': 'export default 1;',
  'node_modules/tool/index.js': 'export default 1;',

  'src/core/a.ts': "import '#ir/a';",
  'src/core/b.ts': "import '../pipeline'; import '../index';",
  'src/core/free.ts': '',
  'src/store/a.ts': "import 'node:fs'; import '#core/free'; import 'shipped';",
  'src/ir/a.ts': "import type { A } from '#slice/a'; export type B = A;",
  'src/ir/b.ts': "import 'node:fs/promises'; import 'child_process'; import 'node:process';",
  'src/ir/c.ts': "import '../core/free';",
  'src/ir/d.ts': "import '#ir/e';",
  'src/ir/e.ts': "import './f';",
  'src/ir/f.ts': "import type {} from './e';",
  'src/ir/g.ts': "import 'tool'; import './gone';",
  'src/slice/a.ts': "import '#ir/e'; import '#core/free'; export type A = 1;",
  'src/trace/runtime/probe.ts': "import '#core/free'; import './counter';",
  'src/trace/runtime/counter.ts': '',
  'src/cli/main.ts': "import '#pipeline'; import '#report/a'; import 'node:fs'; import 'node:process'; import '#ir/a';",
  'src/report/a.ts': "import '#core/free'; import '#cli/other';",
  'src/cli/other.ts': '',
  'src/pipeline.ts': "import '#slice/a'; import '#report/a'; import '#cli/other';",
  'src/index.ts': "export * from './pipeline'; export * from '#report/a'; export * from '#cli/other';",
};

const expected = [
  'alias-across-rooms: src/core/b.ts -> src/index.ts',
  'alias-across-rooms: src/core/b.ts -> src/pipeline.ts',
  'alias-across-rooms: src/ir/c.ts -> src/core/free.ts',
  'declared-dependencies: src/ir/g.ts -> node_modules/tool/index.js',
  'doors-of-cli: src/cli/main.ts -> src/ir/a.ts',
  'doors-of-core: src/core/a.ts -> src/ir/a.ts',
  'doors-of-core: src/core/b.ts -> src/index.ts',
  'doors-of-core: src/core/b.ts -> src/pipeline.ts',
  'doors-of-ir: src/ir/a.ts -> src/slice/a.ts',
  'doors-of-library: src/index.ts -> src/cli/other.ts',
  'doors-of-pipeline: src/pipeline.ts -> src/cli/other.ts',
  'doors-of-report: src/report/a.ts -> src/cli/other.ts',
  'effects-at-the-edge: src/ir/b.ts -> child_process',
  'effects-at-the-edge: src/ir/b.ts -> fs/promises',
  'no-cycle: src/ir/e.ts -> src/ir/f.ts',
  'only-the-cli-prints: src/ir/b.ts -> process',
  'relative-inside-a-room: src/ir/d.ts -> src/ir/e.ts',
  'resolvable: src/ir/g.ts -> ./gone',
  'runtime-imports-nothing: src/trace/runtime/probe.ts -> src/core/free.ts',
];

describe('the rules', () => {
  let root: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'wingbeat-rules-'));
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('report each forbidden import and no allowed one', async () => {
    const violations = violationsOf(await cruiseProject(root));
    expect(violations.toSorted()).toEqual(expected);
  });
});

describe('printingIn', () => {
  test.each([
    ["console.log('x')", ['console.log']],
    ['console[level](x)', ['console[level]']],
    ['process.stdout.write(x)', ['process.stdout']],
    ["process['stderr'].write(x)", ["process['stderr']"]],
    ['const { log } = console;', ['{ log } = console']],
    ['const { stdout } = process;', ['{ stdout } = process']],
    ["const name = 'console.log'; // console.log(name)", []],
    ['process.platform; child.stdout; it.console.log()', []],
  ])('%s', (source, found) => {
    expect(printingIn('a.ts', source)).toEqual(found);
  });
});
