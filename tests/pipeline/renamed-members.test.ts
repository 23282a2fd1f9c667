import { describe, expect, it } from 'vitest';
import { analyzeChange } from '../../src/pipeline';
import type { Result } from '../../src/result/result';
import { TemporaryRepository } from '../project/temporary-repository';

async function change(before: string, after: string): Promise<Result> {
  const repository = new TemporaryRepository();
  repository.commit({ 'package.json': '{ "type": "module" }', 'a.ts': before });
  repository.write({ 'a.ts': after });
  return analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 60_000 });
}

/** The call that shows a difference, that nothing is known, or what "same" rests on, by the name of the function. */
function told({ functions, entryPoints }: Result): Record<string, string> {
  return Object.fromEntries(
    [...functions, ...entryPoints].map(({ id, verdict }) => {
      if (verdict === undefined) return [id, 'nothing'];
      const { kind } = verdict;
      const said = kind === 'differs' ? verdict.witness.call : kind === 'same' ? verdict.assumptions?.at(-1) : kind;
      return [id.replace('a.ts#', ''), said ?? 'same'];
    }),
  );
}

const stack = (name: string, more: string): string => `
  export class Stack {
    private ${name}: number[] = [];
    push(x: number): void { this.${name}.push(x); }
    pop(): number | undefined { return this.${name}.pop(); }
  }
  ${more}
`;

const handlers = (name: string, sum: string): string => `
  export class Handlers {
    private ${name}: ((x: number) => number) | null = null;
    set(k: number): void { this.${name} = (x) => ${sum}; }
    run(x: number): number { return this.${name} === null ? 0 : this.${name}(x); }
  }
`;

const named = 'nobody outside of Stack looks for its private items, now list';

describe('a private field that has another name', () => {
  it('is stated with all that gets at an instance, and shown by what looks at names', async () => {
    const users = `
      const all = new Stack();
      export function put(x: number): void { all.push(x); }
      export function text(s: Stack): string { return JSON.stringify(s); }
      export function old(s: Stack): unknown { return (s as any).items; }
      export function made(): Stack { const s = new Stack(); s.push(1); return s; }
    `;
    const found = told(await change(stack('items', users), stack('list', users)));
    expect(found).toMatchObject({
      '<module>': named,
      'Stack.constructor': named,
      'Stack.push': named,
      'Stack.pop': named,
      put: named,
      made: named,
      text: 'text(new Stack())',
      old: 'old(new Stack())',
    });
  });

  it('is seen where a module prints an instance', async () => {
    const found = told(
      await change(stack('items', 'console.log(new Stack());'), stack('list', 'console.log(new Stack());')),
    );
    expect(found['<module>']).toBe('import("./a.ts")');
    expect(found['Stack.push']).toBe(named);
  });

  it('does not hide what else has changed, though all members were edited', async () => {
    const found = told(await change(handlers('first', 'x + k'), handlers('only', 'x - k')));
    expect(found['Handlers.run']).toMatch(/^const self = new Handlers\(\); self\.set\(.+\); self\.run\(.+\)$/);
  });

  it('is the same where it is # now, and shown by what looks at names', async () => {
    const users = `
      const all = new Stack();
      export function put(x: number): void { all.push(x); }
      export function text(s: Stack): string { return JSON.stringify(s); }
    `;
    const before = stack('items', users);
    const after = before.replace('private items', '#items').replaceAll('.items', '.#items');
    const hard = 'nobody outside of Stack looks for its private items, now #items';
    expect(told(await change(before, after))).toEqual({
      '<module>': hard,
      'Stack.<fields>': hard,
      'Stack.constructor': hard,
      'Stack.push': hard,
      'Stack.pop': hard,
      put: hard,
      text: 'text(new Stack())',
    });
    const soft = 'nobody outside of Stack looks for its private #items, now items';
    expect(told(await change(after, before))).toMatchObject({
      'Stack.push': soft,
      put: soft,
      text: 'text(new Stack())',
    });
  });

  it('does not hide what else has changed where it is # now', async () => {
    const after = handlers('only', 'x - k').replace('private only', '#only').replaceAll('.only', '.#only');
    const found = told(await change(handlers('only', 'x + k'), after));
    expect(found['Handlers.run']).toMatch(/^const self = new Handlers\(\); self\.set\(.+\); self\.run\(.+\)$/);
  });
});
