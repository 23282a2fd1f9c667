import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import { compareSources } from './compare-sources';
import { verdictOf, type Verdict } from './verdict-of';

const before = `
  export interface Queue { readonly size: number; enqueue(n: number): void }
  export class P {
    #queue: Queue;
    constructor(options: { make: new (first: number) => Queue }) { this.#queue = new options.make(1); }
    isFull(most: number) { return this.#queue.size >= most; }
  }
  export function f(make: new (first: number) => Queue, n: number): number { return new make(n).size; }
  export function g(make: new () => Queue): void { make; }`;

/** Whatever is stated. */
function knownOf(compared: ComparedFunction): Verdict {
  return verdictOf({ ...compared, gaps: compared.gaps.filter(({ kind }) => kind === 'unknown') });
}

describe('a class that is handed in', () => {
  it.each<readonly [what: string, verdict: Verdict, name: string, from: string, to: string]>([
    ['what its instances give', 'differs', 'f', 'new make(n).size', 'new make(n).size + 1'],
    ['what its constructor is given', 'differs', 'f', 'new make(n).size', 'new make(n + 1).size'],
    ['how often it is used', 'differs', 'f', 'return new', 'new make(n); return new'],
    [
      'an error of its constructor',
      'differs',
      'f',
      'return new make(n).size;',
      'try { return new make(n).size; } catch { return 0; }',
    ],
    ['by another name', 'same', 'f', 'return new make(n).size;', 'const made = new make(n); return made.size;'],
    ['a method of a class that has one', 'differs', 'P.isFull', 'size >= most', 'size > most'],
    [
      'the same for a class that has one',
      'same',
      'P.isFull',
      'this.#queue.size >= most',
      '(this.#queue.size >= most) === true',
    ],
  ])('%s: %s', async (_, verdict, name, from, to) => {
    const compared = await compareSources(before, before.replace(from, to), name);
    expect(knownOf(compared)).toBe(verdict);
    for (const { witness } of compared.behaviours) expect(witness.call).toMatch(/function|class/);
  });

  it('may be the class of what it makes', async () => {
    const source = 'export function f(make: new () => object): boolean { return $; }';
    const [asked, denied] = ['new make() instanceof make', '(new make(), false)'].map((text) =>
      source.replace('$', text),
    );
    expect(knownOf(await compareSources(asked ?? '', denied ?? '', 'f'))).not.toBe('same');
  });
});
