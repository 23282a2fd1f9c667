import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { observeGraphs, observeSource } from './generate/observe';
import { lowered } from './lowered';

/** Every program in the folder is run by the engine and over its graphs; all that can be seen of both must be equal. */
const folder = join(import.meta.dirname, '../fixtures/ir/semantics');

test.each(readdirSync(folder))('graphs of %s do what its source does', async (name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const expected = await observeSource(name.endsWith('.ts') ? withoutTypes(text) : text);
  expect(expected.log.length).toBeGreaterThan(5);
  expect(await observeGraphs(lowered(name, text))).toEqual(expected);
});

/** The TypeScript compiler is the judge of what its own constructs do. */
function withoutTypes(text: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, alwaysStrict: false };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}
