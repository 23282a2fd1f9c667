import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { compileModule } from '#replay/compile-module';
import type { CompilerOptions } from '#replay/compiler-options';
import { observeSource } from '../ir/generate/observe';

const options: CompilerOptions = {
  experimentalDecorators: false,
  emitDecoratorMetadata: false,
  defineFields: true,
  jsx: { runtime: 'automatic', importSource: 'react' },
  honoursPragma: false,
};
const folder = join(import.meta.dirname, '../fixtures/ir/semantics');

/** Programs of TypeScript are run as replays run them, and as the compiler of TypeScript has them. */
test.each(readdirSync(folder).filter((name) => name.endsWith('.ts')))(
  '%s runs as its compiler has it',
  async (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };
    const expected = await observeSource(ts.transpileModule(text, { compilerOptions }).outputText);
    expect(await observeSource(asReplayed(text))).toEqual(expected);
  },
);

function asReplayed(text: string): string {
  const source = { path: 'a.ts', text, packageType: 'commonjs', insertions: [], openScope: false } as const;
  const compiled = compileModule({ ...source, options });
  if (compiled.kind === 'broken') throw new Error(compiled.reason);
  return `${compiled.code}({}, null, {}, '', '', {}, {});`;
}
