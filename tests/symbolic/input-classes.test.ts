import { afterAll, describe, expect, it } from 'vitest';
import { describePath } from '#symbolic/describe-path';
import { exploreSource } from './explore-source';
import { PathReplayer } from './replayed-paths';

const classes = `
  export class A {
    x: number = 0;
    inc(by = 1): number { return this.x + by; }
    get half(): number { return this.x / 2; }
    big(): boolean { return this.inc(2) > 4; }
  }
  export class B extends A {
    override inc(by = 1): number { return super.inc(by) + 100; }
  }
  export function f(a: A): number { if (a.inc() > 3) return 1; return a.half; }
  export function g(b: B): boolean { return b instanceof A && b.big(); }
`;

function outcomes(name: string): string[] {
  const { world, ends, inputs } = exploreSource(classes, name);
  return ends.map((end) => {
    const { outcome } = describePath(world, end, { name, inputs });
    return outcome.kind === 'cut' ? JSON.stringify(outcome.reason) : `${outcome.kind} ${outcome.text}`;
  });
}

describe('an instance of a class as input', () => {
  it('has the methods and accessors of its class', () => {
    expect(outcomes('f')).toEqual(['returns 1', 'returns a.x * 0.5']);
  });

  it('has those of the class that it is declared with, and is an instance of the classes above', () => {
    expect(outcomes('g')).toEqual(['returns b.x + 2 + 100 > 4']);
  });

  it('reaches its own methods as the receiver of one', () => {
    expect(outcomes('A.big')).toEqual(['returns this.x + 2 > 4']);
  });
});

describe('an instance that nothing looks at', () => {
  const replayer = new PathReplayer();
  afterAll(() => replayer.dispose());

  it.each([
    ['the receiver', 'A.as', 'class A { constructor(f) { this.flags = f; } as(v) { return typeof v === "number"; } }'],
    ['a field of a class above', 'B.as', 'class A { x = 1; } class B extends A { y = 2; as() { return true; } }'],
    ['an argument', 'f', 'class A { x = 1; } /** @param {A} a */ function f(a) { return true; }'],
    ['a part of one', 'f', 'class A { x = 1; } /** @param {{ a: A }} o */ function f(o) { return true; }'],
  ])('is of its class when it ran: %s', async (_, name, source) => {
    const ran = await replayer.paths({ 'a.js': `${source} module.exports = { f: 0 };` }, name);
    expect(ran.outcomes).toContain('returns true');
    expect(ran.cuts).toEqual([]);
  });
});
