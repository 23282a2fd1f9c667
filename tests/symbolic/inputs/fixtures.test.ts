import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import { describeFunction } from './describe-function';
import { memorySource } from './memory-source';

/**
 * One file per construct: its source, then what its functions take, which only a person who has read it may accept
 * (`UPDATE_FIXTURES=1`). Lines `// file: name` start further modules that the first can import.
 */
const folder = join(import.meta.dirname, 'fixtures');
const marker = '\n// inputs\n';
const names = readdirSync(folder);

test.each(names)('%s says what its functions take', (name) => {
  const path = join(folder, name);
  const [source = '', expected = ''] = readFileSync(path, 'utf8').split(marker);
  const actual = describeFile(name, source).join('\n').replace(/^/gm, '// ').concat('\n');
  if (process.env['UPDATE_FIXTURES'] === '1') writeFileSync(path, `${source}${marker}${actual}`);
  else expect(actual).toBe(expected);
});

test('there are fixtures to compare', () => expect(names.length).toBeGreaterThan(12));

function describeFile(name: string, source: string): string[] {
  const files: Record<string, string> = {};
  const [first = '', ...others] = source.split(/^\/\/ file: (\S+)\n/m);
  files[name] = first;
  for (let i = 0; i < others.length; i += 2) files[others[i] ?? ''] = others[i + 1] ?? '';
  const program = memorySource(files);
  const module = program.moduleAt(name);
  const preconditions = { 'preconditions.ts#configured': ['n < 10'] };
  return module.functions.flatMap((fn) => {
    if (fn.kind === 'module' || fn.kind === 'namespace' || fn.kind === 'fields' || fn.kind === 'static') return [];
    return describeFunction(fn, module, functionInputs(program, fn, module, { preconditions }));
  });
}
