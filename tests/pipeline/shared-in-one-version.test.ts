import { expect, test } from 'vitest';
import { analyzeChange } from '../../src/pipeline';
import { TemporaryRepository } from '../project/temporary-repository';

/** What, the text with `□`, before, now, and what is not the same any more when it is called twice. */
const cases = [
  [
    'a list',
    `const kept: string[] = [];
const list = (): string[] => □;
export const f = (s: string): number => { const all = list(); all.push(s); return all.length; };`,
    '[]',
    'kept',
    'f',
  ],
  [
    'a regular expression',
    `const pattern = /a/g;
const find = (): RegExp => □;
export function f(s: string): boolean { return find().test(s); }`,
    '/a/g',
    'pattern',
    'f',
  ],
  [
    'what a getter gives',
    `const defaults = { depth: 0 };
class Options { get all(): { depth: number } { return □; } }
export function f(): number { const own = new Options().all; own.depth += 1; return own.depth; }`,
    '{ ...defaults }',
    'defaults',
    'f',
  ],
  [
    'a default value',
    `const empty: Record<string, number> = {};
function make(o: Record<string, number> = □): Record<string, number> { return o; }
export function f(k: string): number { const o = make(); o[k] = (o[k] ?? 0) + 1; return o[k]; }`,
    '{}',
    'empty',
    'f',
  ],
  [
    'what instances begin with',
    `const start: string[] = [];
function begin(): string[] { return □; }
export class Query {
  private parts = begin();
  where(s: string): this { this.parts.push(s); return this; }
  text(): string { return this.parts.join(' and '); }
}`,
    '[]',
    'start',
    'Query.constructor',
  ],
] as const;

test.each(cases)('who changes %s that is shared in one version is not the same', async (_, text, before, now, name) => {
  const repository = new TemporaryRepository();
  repository.commit({ 'package.json': '{}', 'a.ts': text.replace('□', before) });
  repository.write({ 'a.ts': text.replace('□', now) });
  const { functions, entryPoints } = await analyzeChange({
    cwd: repository.root,
    base: 'HEAD',
    cache: false,
    budgetMs: 10_000,
  });
  const found = [...functions, ...entryPoints].filter(({ id }) => id === `a.ts#${name}`);
  expect(found).not.toEqual([]);
  expect(found.map(({ verdict }) => verdict.kind)).not.toContain('same');
});
