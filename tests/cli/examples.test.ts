import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Io, Output } from '#cli/io';
import { run } from '#cli/run';
import * as pipeline from '#pipeline';

const examples = join(import.meta.dirname, '../../examples');

/** Each command of the document with the output that stands below it, in the same block or in the next one. */
function commandsOf(markdown: string): { readonly command: string; readonly output: string }[] {
  const shown = /```console\n\$ wingbeat (.*)\n([^`]*(?:`[^`]+`[^`]*)*?)```\n(?:\n```mermaid\n([^`]*)```\n)?/g;
  return [...markdown.matchAll(shown)].map(([, command = '', below = '', next = '']) => ({
    command,
    output: below === '' ? next : below,
  }));
}

// A folder of its own, so that only the example is analysed and not the repository around it.
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wingbeat-examples-'));
  cpSync(examples, join(folder, 'examples'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const root = join(examples, '..');
const documented = commandsOf(readFileSync(join(examples, 'README.md'), 'utf8'));
/** Elsewhere there are also commands on code that is not at hand. */
const elsewhere = ['README.md', 'docs/BEHAVIOUR.md', 'docs/PATHS.md'].flatMap((path) =>
  commandsOf(readFileSync(join(root, path), 'utf8')).filter(({ command }) => command.includes(' examples/')),
);

test('the document has commands', () => {
  expect(documented.map(({ command }) => command.split(' ')[0])).toEqual([
    'compare',
    'compare',
    'impact',
    'impact',
    'graph',
    'paths',
    'paths',
    'compare',
    'compare',
  ]);
});

test('other documents have examples, too', () => {
  expect(elsewhere.length).toBeGreaterThanOrEqual(3);
});

test.each([...documented, ...elsewhere])(
  'wingbeat $command prints what the document says',
  async ({ command, output }) => {
    let printed = '';
    const quiet: Output = { isTerminal: false, columns: 100, write: async () => {} };
    const stdout: Output = {
      ...quiet,
      write: async (text) => {
        printed += text;
      },
    };
    const io: Io = { cwd: folder, env: {}, stdout, stderr: quiet, now: () => 0, begun: 0 };
    expect(await run(command.split(' '), io, pipeline)).toBe(0);
    const said = printed.replaceAll(`${folder}/`, '');
    // A last line of dots stands for the rest.
    if (output.endsWith('\n…\n')) expect(said.slice(0, output.length - 2)).toBe(output.slice(0, -2));
    else expect(said).toBe(output);
  },
);
