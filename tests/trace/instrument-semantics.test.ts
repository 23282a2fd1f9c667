import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instrument, watchKey } from '#trace/instrument';
import type { TraceMode } from '#trace/runner';
import { arbitraryProgram, type Focus } from '../ir/generate/arbitrary-program';
import { observeSource } from '../ir/generate/observe';
import { renderProgram } from '../ir/generate/render-program';
import { withRecorder } from './with-recorder';

const folder = join(import.meta.dirname, '../fixtures/ir/semantics');

describe.each<Mode>(['after', 'paths', 'after, with calls'])('instrumented for %s', (mode) => {
  let restore: () => void;
  beforeAll(() => ({ restore } = withRecorder()));
  afterAll(() => restore());

  test.each(readdirSync(folder))('%s does what it did', async (name) => {
    const written = readFileSync(join(folder, name), 'utf8');
    const text = name.endsWith('.ts') ? withoutTypes(written) : written;
    const expected = await observeSource(text);
    expect(await observeSource(instrumented('program.js', text, mode))).toEqual(expected);
    if (name.endsWith('.ts')) {
      expect(await observeSource(withoutTypes(instrumented(name, written, mode)))).toEqual(expected);
    }
  });

  test.each<Focus>(['control', 'expressions'])('random programs about %s do what they did', async (focus) => {
    const property = fc.asyncProperty(arbitraryProgram(focus), async (tree) => {
      const text = renderProgram(tree);
      const expected = await observeSource(text);
      expect(await observeSource(instrumented('program.js', text, mode))).toEqual(expected);
    });
    await fc.assert(property, { numRuns: 200 });
  });
});

type Mode = TraceMode | 'after, with calls';

function instrumented(path: string, code: string, mode: Mode): string {
  const request = { code, path, mode: mode === 'paths' ? mode : 'after', format: 'commonjs' } as const;
  const watched = mode === 'after, with calls' ? (instrument(request)?.functions ?? []) : [];
  const result = instrument({ ...request, watched: new Set(watched.map(watchKey)) });
  if (result === null) throw new Error(`${path} does not parse`);
  expect(result.code.split('\n').length).toBe(code.split('\n').length);
  return result.code;
}

function withoutTypes(text: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, alwaysStrict: false };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}
