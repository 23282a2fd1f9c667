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

/** What is known of each entry point, by its name. */
function entries({ entryPoints }: Result): Record<string, string> {
  return Object.fromEntries(
    entryPoints.map(({ id, verdict }) => [
      id.replace('a.ts#', ''),
      verdict.kind === 'differs' ? verdict.witness.call : verdict.kind === 'unknown' ? verdict.reason : 'same',
    ]),
  );
}

const withFee = (least: string): string => `
  export class Gold {
    #free = 2;
    fee(n: number): number { if (this.#free > 0) { this.#free--; return 0; } return n ${least} 100 ? 1 : 0.5; }
    total(n: number): number { return n + this.fee(n); }
  }
  export function total(gold: Gold, n: number): number { return n + gold.fee(n); }
`;

const counting = (body: string): string => `
  export class Account { static made = 0; static last = ''; constructor(readonly id: string) { ${body} } }
`;

const withShapes = (area: string): string => `
  export class Shape { constructor(readonly side: number) {} area(): number { return this.side; } }
  export class Square extends Shape { override area(): number { return ${area}; } }
  export function covers(shape: Shape): boolean { return shape.area() > 100; }
`;

describe('entry points that instances are handed to', () => {
  it('are not left out because instances as their constructor makes them do not get to the change', async () => {
    const open = expect.stringContaining('is as its constructor made it');
    const shown = expect.stringMatching(/^const self = new Gold\(\);(?: self\.(?:fee|total)\(.*\);?){3}/);
    const result = await change(withFee('>='), withFee('>'));
    expect(entries(result)).toEqual({ 'Gold.fee': shown, 'Gold.total': shown, total: open });
  });

  it('are shown by what a constructor leaves in its class', async () => {
    const result = await change(counting('Account.made++;'), counting('Account.made++; Account.last = id;'));
    expect(entries(result)).toEqual({ 'Account.constructor': 'new Account("a")' });
    const [behaviour] = result.entryPoints[0]?.behaviours ?? [];
    expect(behaviour?.witness.head).toMatchObject({ effects: ['Account.last = "a"'] });
  });

  it('differ where a method of a class below does', async () => {
    const result = await change(withShapes('this.side * this.side'), withShapes('this.side * 4'));
    expect(entries(result)).toMatchObject({
      covers: expect.stringMatching(/^covers\(Object\.assign\(Object\.create\(Square\.prototype\)/),
    });
  });
});

const withHub = (remove: string): string => `
  export class Hub {
    private list: Array<(n: number) => void> = [];
    on(f: (n: number) => void): () => void {
      this.list.push(f);
      return () => { ${remove} };
    }
    emit(n: number): number { for (const f of this.list) f(n); return this.list.length; }
  }
`;

it('what another member does otherwise to an object is hidden from nobody who calls one later', async () => {
  const before = withHub('const i = this.list.indexOf(f); if (i >= 0) this.list.splice(i, 1);');
  const { entryPoints } = await change(before, withHub('this.list.splice(this.list.indexOf(f), 1);'));
  const kinds = entryPoints.map(({ id, verdict, masked }) => [id.replace('a.ts#', ''), verdict.kind, masked]);
  expect(kinds).toContainEqual(['Hub.on', 'differs', false]);
  expect(kinds.filter(([, , masked]) => masked)).toEqual([]);
});
