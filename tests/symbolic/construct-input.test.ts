import { afterAll, describe, expect, it } from 'vitest';
import { EffectDescriber } from '#symbolic/describe-effects';
import { describePath } from '#symbolic/describe-path';
import { listed } from '#symbolic/state';
import { exploreSource } from './explore-source';
import { PathReplayer } from './replayed-paths';

const replayer = new PathReplayer();
afterAll(() => replayer.dispose());

interface Seen {
  readonly calls: readonly string[];
  readonly conditions: readonly string[];
  readonly notes: readonly string[];
}

function seen(source: string, name: string): Seen {
  const { world, ends, inputs } = exploreSource(source, name);
  const described = ends.map((end) => describePath(world, end, { name, inputs }));
  return {
    calls: described.map(({ call }) => call),
    conditions: described.map(({ conditions }) => conditions.map(({ text }) => text).join(' && ')),
    notes: [...new Set(ends.flatMap((end) => listed(end.notes).map(({ note }) => note.what)))],
  };
}

function notesOf(members: string): readonly string[] {
  return seen(`let kept: unknown; export class A { ${members} get(): unknown { return this.#x; } }`, 'A.get').notes;
}

const limit = `
  export class Limit {
    readonly #most: number;
    constructor(most: number) { if (!(most >= 0)) throw new RangeError('negative'); this.#most = most; }
    allows(count: number): boolean { return count <= this.#most; }
    sameAs(other: Limit): boolean { return this === other || this.#most === other.#most; }
    #half(): number { return this.#most / 2; }
    get half(): number { return this.#half(); }
    static is(value: unknown): boolean { return typeof value === 'object' && value !== null && #most in value; }
  }
  export function both(a: Limit, b: Limit, count: number): boolean { return a.allows(count) && b.allows(count); }
  export function first(limits: readonly Limit[]): number { return limits.length === 0 ? -1 : limits[0]!.half; }
  export function or(limit: Limit | null): number { if (limit === null) return 0; return limit.half; }
  export function optional(limit?: Limit): number { return limit?.half ?? 1; }
`;

describe('an instance with private members as input', () => {
  it('is made by its constructor', async () => {
    expect(seen(limit, 'Limit.allows')).toEqual({
      calls: ['(new Limit(0)).allows(0)'],
      conditions: ['(most of this) >= 0'],
      notes: [],
    });
    expect(await replayer.paths(limit, 'Limit.allows')).toEqual({ outcomes: ['returns true'], cuts: [] });
  });

  it.each(['Limit.allows', 'Limit.sameAs', 'Limit.get half', 'Limit.is', 'both', 'first', 'or', 'optional'])(
    'does on the engine what its paths say: %s',
    async (name) => {
      const { outcomes, cuts } = await replayer.paths(limit, name);
      expect(outcomes.length).toBeGreaterThan(0);
      expect(cuts.filter((cut) => cut !== 'loop-bound')).toEqual([]);
    },
  );

  it('may be the same instance twice', () => {
    const made = '(most of this) >= 0 && (most of other) >= 0';
    expect(seen(limit, 'Limit.sameAs').conditions).toEqual([
      `${made} && other !== this`,
      `${made} && other === this && Object.is((most of this), (most of other))`,
    ]);
  });

  it('has inherited private members, and what subclasses supply', async () => {
    const source = `
      abstract class Shape { #scale: number; constructor(scale: number) { this.#scale = scale; }
        abstract area(): number; scaled(): number { return this.area() * this.#scale; } }
      export class Square extends Shape { constructor(private readonly side: number) { super(2); }
        area(): number { return this.side * this.side; } }
      export function f(square: Square): number { return square.scaled(); }
      export { Shape };
    `;
    expect(seen(source, 'f').calls).toEqual(['f(new Square(0))']);
    expect(seen(source, 'Shape.scaled').calls).toContain('(Object.assign(new Shape(0), { area: () => (0) })).scaled()');
    await replayer.paths(source, 'f');
    await replayer.paths(source, 'Shape.scaled');
  });

  it('takes rest parameters and defaults', async () => {
    const source = `
      export class Sum { readonly #all: readonly number[]; readonly #start: number;
        constructor(start = 5, ...all: number[]) { this.#start = start; this.#all = all; }
        total(): number { let sum = this.#start; for (const one of this.#all) sum += one; return sum; } }
    `;
    const { calls } = seen(source, 'Sum.total');
    expect(calls).toContain('(new Sum()).total()');
    expect(calls).toContain('(new Sum(0, 0)).total()');
    await replayer.paths(source, 'Sum.total', { loops: 2 });
  });

  it('changes as its methods do', async () => {
    const source = `
      export class Counter { #count = 0; size = 1; add(by: number): number { this.#count += by; this.size++; return this.#count; } }
      export function twice(counter: Counter, by: number): number { counter.add(by); return counter.add(by); }
    `;
    expect(await replayer.paths(source, 'twice')).toMatchObject({ cuts: [] });
    expect(seen(source, 'twice').notes).toEqual(['that counter is as its constructor made it']);
  });

  it('says so where its state may be another one by then', () => {
    const assumed = ['that this is as its constructor made it'];
    expect(notesOf('#x: number; constructor(x: number) { this.#x = x; }')).toEqual([]);
    expect(notesOf('readonly #x = 1; readonly y: string; constructor(y: string) { this.y = y; }')).toEqual([]);
    expect(notesOf('#x: object; constructor(x: { a: number }) { this.#x = x; }')).toEqual([]);
    expect(notesOf('#x: object; #n: number; constructor(x: { a: number }) { this.#x = x; this.#n = x.a; }')).toEqual(
      assumed,
    );
    expect(notesOf('#x: () => number; constructor(x: () => number) { this.#x = x; }')).toEqual([]);
    expect(notesOf('#x: number; constructor(x: { a: number }) { this.#x = x.a; }')).toEqual([]);
    expect(notesOf('#x = 1; set(x: number): void { this.#x = x; }')).toEqual(assumed);
    expect(notesOf('#x = 1; set(x: number): void { [this.#x] = [x]; }')).toEqual(assumed);
    expect(notesOf('#x = 1; constructor() { kept = () => { this.#x++; }; }')).toEqual(assumed);
    expect(notesOf('#x = 1; y = 2;')).toEqual(assumed);
    expect(notesOf('#x: number[] = [];')).toEqual(assumed);
  });

  it('is made before the call', async () => {
    const source = `
      let made = 0;
      export class A { #id: number; constructor() { this.#id = ++made; console.log('made'); } id(): number { return this.#id * 10 + made; } }
      export function read(a: A, b: A): number { made = 7; return a.id() * 100 + b.id(); }
      export function later(all: readonly A[]): number { made = 7; return all.length === 0 ? 0 : all[0]!.id(); }
    `;
    expect(await replayer.paths(source, 'A.id')).toEqual({ outcomes: ['returns 11'], cuts: [] });
    expect((await replayer.paths(source, 'read')).cuts).toEqual([]);
    expect(seen(`${source} export function same(a: A, b: A): boolean { return a === b; }`, 'same').notes).toContain(
      'that a and b are different objects',
    );
    expect((await replayer.paths(source, 'later')).cuts).toEqual([
      'an instance at all[0], whose constructor meets what was changed since the call',
    ]);
  });
});

describe('what is done to an instance with private members', () => {
  it('is what the function does, not its constructor', () => {
    const source = `
      let made = 0;
      export class A {
        #n: number; readonly m: number;
        constructor(n: number) { this.#n = n; this.m = n; made++; }
        read(): number { return this.#n; }
        write(): void { this.#n++; made += 10; }
      }
    `;
    const effects = (name: string): string[] => {
      const { world, ends } = exploreSource(source, name);
      const start = ends[0];
      if (start === undefined) throw new Error('there is a path');
      const describer = new EffectDescriber(world, start, 'a.ts');
      return ends.flatMap((end) => describer.changes(end).map(({ text }) => text));
    };
    expect(effects('A.read')).toEqual([]);
    expect(effects('A.write')).toEqual(['this.#n = (n of this) + 1', 'made = 11']);
  });
});
