import { describe, expect, it } from 'vitest';
import { compareSources } from './compare-sources';
import { verdictOf } from './verdict-of';

const queue = (members: string): string => `
  import { EventEmitter } from 'node:events';
  export class Queue extends EventEmitter {
    size = 0;
    #n = 0;
    ${members}
    get seen(): number { return this.#n; }
  }
`;

const made = (given: string): string => `constructor(x: boolean) { super({ captureRejections: ${given} }); }`;

async function verdict(before: string, after: string, name = 'Queue.f'): Promise<string> {
  return verdictOf(await compareSources(queue(before), queue(after), name));
}

describe('a class that extends one of the outside', () => {
  it('is known by its own members', async () => {
    const found = await compareSources(
      queue("f(x: number): number { this.size += x; this.emit('f', x); return x + x; }"),
      queue("f(x: number): number { this.size = x + this.size; this.emit('f', x); return 2 * x; }"),
      'Queue.f',
    );
    expect(verdictOf({ ...found, gaps: found.gaps.filter(({ kind }) => kind !== 'assumed') })).toBe('same');
    const stated = found.gaps.flatMap(({ why }) => (why.kind === 'note' ? [why.note.what] : []));
    expect(stated).toContain('node:events.EventEmitter has to itself what it does to instances of classes below it');
  });

  it('differs by what its own members give', async () => {
    expect(await verdict('f(x: number): number { return x + 1; }', 'f(x: number): number { return x + 2; }')).toBe(
      'differs',
    );
  });

  it.each([
    [
      'what it has done by the time of an inherited call',
      "this.size = x; this.emit('f');",
      "this.emit('f'); this.size = x;",
    ],
    ['what only its members see of that', "this.#n = x; this.emit('f');", "this.emit('f'); this.#n = x;"],
    ['the name of an event', "this.emit('f', x);", "this.emit('g', x);"],
    ['whether an inherited method is called', 'super.removeAllListeners();', ''],
    [
      'what was kept before an inherited call',
      "this.emit('f'); return this.#n;",
      "const n = this.#n; this.emit('f'); return n;",
    ],
  ])('is not the same where this differs: %s', async (_, before, after) => {
    expect(await verdict(`f(x: number): any { ${before} }`, `f(x: number): any { ${after} }`)).not.toBe('same');
  });

  it('is made by what its constructor hands on', async () => {
    expect(await verdict(made('x'), made('!x'), 'Queue.constructor')).not.toBe('same');
  });
});
