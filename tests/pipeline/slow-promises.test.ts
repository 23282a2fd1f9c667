import { expect, it } from 'vitest';
import { compare } from '../../src/pipeline';
import { TemporaryFolder } from '../project/temporary-repository';

/** The call that shows that versions of `f` differ where a text has a box. */
async function shownBy(text: string, before: string, now: string): Promise<string | null> {
  const folder = new TemporaryFolder();
  folder.write({ 'old.ts': text.replace('□', before), 'new.ts': text.replace('□', now) });
  const found = await compare({ cwd: folder.root, old: 'old.ts', new: 'new.ts', cache: false, budgetMs: 60_000 });
  const all = [...found.entryPoints, ...found.functions].filter(({ id }) => id === 'new.ts#f');
  return all.flatMap(({ verdict }) => (verdict.kind === 'differs' ? [verdict.witness.call] : []))[0] ?? null;
}

it.each([
  [
    'are late',
    `export function f(p: Promise<number>, ms: number): Promise<number> {
       return new Promise((ok, no) => {
         const timer = setTimeout(() => no(new Error('□')), ms);
         p.then((v) => { clearTimeout(timer); ok(v); }, no);
       });
     }`,
    'timeout',
    'timed out',
  ],
  [
    'overtake each other',
    `export async function f(jobs: (() => Promise<string>)[]): Promise<string[]> {
       const out: string[] = [];
       await Promise.all(jobs.map(async (job, at) => { □ }));
       return out;
     }`,
    'out[at] = await job();',
    'out.push(await job());',
  ],
])('differences are shown by promises that %s', async (_, text, before, now) => {
  expect(await shownBy(text, before, now)).toContain('new Promise(');
});
