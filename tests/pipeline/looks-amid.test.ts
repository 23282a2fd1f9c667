import { expect, it } from 'vitest';
import { compare } from '../../src/pipeline';
import type { Verdict } from '../../src/result/verdict';
import { TemporaryFolder } from '../project/temporary-repository';

async function said(base: string, head: string, id: string): Promise<Verdict | undefined> {
  const folder = new TemporaryFolder();
  folder.write({ 'old/a.ts': base, 'new/a.ts': head });
  const options = { cwd: folder.root, old: 'old', new: 'new', cache: false, budgetMs: 60_000 };
  const { functions } = await compare(options);
  return functions.find((each) => each.id === `a.ts#${id}`)?.verdict;
}

const counter = (body: string): string => `export class Counter { n = 0; async inc(): Promise<void> { ${body} } }`;

const queue = (head: string, begin: string): string => `export class Queue {
  #tail: Promise<unknown> = Promise.resolve(); #size = 0;
  ${head} add(f: () => Promise<number>): Promise<number> {
    ${begin}
    const run = this.#tail.then(f);
    this.#tail = run.then(() => { this.#size--; }, () => { this.#size--; });
    return run;
  }
  get size(): number { return this.#size; }
}`;

const loading = (begin: string): string => `let isOn = false;
export async function load(f: () => Promise<number>): Promise<number> { ${begin} try { return await f(); } finally { isOn = false; } }
export function isLoading(): boolean { return isOn; }`;

it.each([
  [
    'a field',
    counter('this.n++; await null;'),
    counter('await null; this.n++;'),
    'Counter.inc',
    'const self = new Counter(); self.inc(); self.n',
  ],
  [
    'a getter',
    queue('', 'this.#size++;'),
    queue('async', 'await null; this.#size++;'),
    'Queue.add',
    expect.stringMatching(/^const self = new Queue\(\); self\.add\(.*\); self\.size$/),
  ],
  [
    'a function beside it',
    loading('isOn = true;'),
    loading('await null; isOn = true;'),
    'load',
    expect.stringMatching(/^load\(.*\); isLoading\(\)$/),
  ],
])('%s shows what is done before a function waits', async (_, base, head, id, call) => {
  expect(await said(base, head, id)).toMatchObject({ kind: 'differs', witness: { call } });
});

it.each([
  ['more turns', counter('this.n++; await null;'), counter('this.n++; await null; await null;')],
  ['what is done after it', counter('await null; this.n++;'), counter('await 0; this.n += 1;')],
])('%s shows nothing', async (_, base, head) => {
  expect(await said(base, head, 'Counter.inc')).toMatchObject({ kind: 'same' });
});
