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

/** The call that shows a difference, or what else is known of each entry point, by its name. */
function entries({ entryPoints }: Result): Record<string, string> {
  return Object.fromEntries(
    entryPoints.map(({ id, verdict }) => [
      id.replace('a.ts#', ''),
      verdict.kind === 'differs' ? verdict.witness.call : verdict.kind === 'unknown' ? verdict.reason : 'same',
    ]),
  );
}

const limit = (body: string, start = '0'): string => `
  export class Limit {
    readonly #most: number;
    readonly #start = ${start};
    constructor(most: number) { this.#most = most; ${body} }
    value(): number { return this.#most; }
    first(): number { return this.#start; }
  }
`;

const everywhere = (two: string): string => `
  export function certain(l: Limit): number { return l.value(); }
  export function nested(x: { l: Limit }): number { return x.l.value(); }
  export function both(x: { l: Limit; n: boolean }): number { if (x.n) return ${two}; return x.l.value(); }
  export function either(l: Limit | number): number { return typeof l === 'number' ? 1 : l.value(); }
  export function later(): (l: Limit) => number { return (l) => l.value(); }
  export class Holder { constructor(readonly l: Limit) {} get(): number { return this.l.value(); } }
`;

/** Changed themselves, so that they are looked at. */
const users = (two: string): string => `
  export function value(x: { l: Limit; n: boolean }): number { return x.n ? ${two} : x.l.value(); }
  export function first(x: { l: Limit; n: boolean }): number { return x.n ? ${two} : x.l.first(); }
`;

const withSub = (more: string, two: string): string => `${limit('')}
  export class Sub extends Limit { readonly half: number; constructor(n: number) { super(n); this.half = n${more}; } }
  export function half(x: { l: Sub; n: boolean }): number { return x.n ? ${two} : x.l.half; }
`;

const withSteps = (more: string): string => `
  class Steps { all = [(n: number): number => n${more}]; at(i: number): unknown { return this.all[i]; } }
  export function step(i: number): unknown { return new Steps().at(i); }
  export function known(): unknown { return new Steps().all[0]; }
`;

describe('functions that are given instances whose constructor has changed', () => {
  it('differ in what they ask of them, wherever those are', async () => {
    const result = await change(
      limit('') + everywhere('1 + 1'),
      limit('this.#most++;').replace('readonly', '') + everywhere('2'),
    );
    expect(entries(result)).toMatchObject({
      certain: 'certain(new Limit(0))',
      nested: 'nested({ l: new Limit(0) })',
      both: 'both({ l: new Limit(0), n: false })',
      either: 'either(new Limit(0))',
      later: 'later()(new Limit(0))',
      'Limit.value': '(new Limit(0)).value()',
    });
    expect(entries(result)['Holder.get']).toContain('new Limit(0)');
  });

  it('differ where something was removed from it, or a field starts otherwise', async () => {
    const counted = limit('this.#most++;').replace('readonly', '');
    const removed = entries(await change(counted + users('1 + 1'), limit('') + users('2')));
    expect(removed).toMatchObject({ value: 'value({ l: new Limit(0), n: false })' });
    const started = entries(await change(limit('') + users('1 + 1'), limit('', '1') + users('2')));
    expect(started).toMatchObject({ first: 'first({ l: new Limit(0), n: false })' });
  });

  it('differ where it is that of a class which inherits private members', async () => {
    const found = entries(await change(withSub('', '1 + 1'), withSub(' + 1', '2')));
    expect(found).toMatchObject({ half: 'half({ l: new Sub(0), n: false })' });
  });
});

describe('functions that are kept in lists of instances', () => {
  it('are called where one is handed on', async () => {
    const found = entries(await change(withSteps(''), withSteps(' + 1')));
    expect(found).toMatchObject({ step: 'step(0)(0)', known: 'known()(0)' });
  });
});
