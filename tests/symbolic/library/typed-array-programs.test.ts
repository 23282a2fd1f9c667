import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explored } from './explored-model';

const index = fc.constantFrom('0', '1', '2', '3', '-1', 'a.length - 1');
const value = fc.constantFrom('x', 'x + 1', '300', '-1', 'NaN', '(a[0] ?? 5)', 'w[1]!', 'b[2]! * 3', '2.5', '1e10');
const order = fc.constantFrom('', ', true');

const statement = fc.oneof(
  fc.tuple(fc.constantFrom('a', 'b', 's', 'w', 'c'), index, value).map(([array, at, to]) => `${array}[${at}] = ${to};`),
  fc.tuple(index, index).map(([from, to]) => `s = b.subarray(${from}, ${to});`),
  fc.tuple(fc.constantFrom('Uint16', 'Int8', 'Int32', 'Uint8'), value, order).map(([kind, to, little]) => {
    return `v.set${kind}(1, ${to}${kind.endsWith('8') ? '' : little});`;
  }),
  fc.tuple(fc.constantFrom('a', 'b', 's'), value, index).map(([array, to, from]) => `${array}.fill(${to}, ${from});`),
  fc
    .tuple(fc.constantFrom('a', 's', 'w'), index)
    .map(([from, at]) => `seen.push(attempt(() => b.set(${from}, ${at})));`),
  fc.tuple(fc.constantFrom('a', 'b', 's', 'w', 'c'), index).map(([array, at]) => `seen.push(${array}[${at}]);`),
  fc.constantFrom('w', 'b', 's').map((array) => `${array}.reverse();`),
  fc.constantFrom('seen.push(v.getInt32(2));', 'seen.push(v.getUint16(3, true));', 'seen.push(b.buffer.slice(1, 4));'),
  fc.constantFrom(
    'c = Uint8ClampedArray.from(w);',
    'c = new Uint8ClampedArray(b.buffer, 4);',
    'a.set(b.subarray(0, a.length));',
  ),
);

/** Views of one buffer and of the input, written and read in any order. */
const program = fc.array(statement, { minLength: 1, maxLength: 6 }).map(
  (body) => `function f(a: Uint8Array, x: number): unknown {
    const attempt = (act: () => void): string => { try { act(); return 'done'; } catch (error) { return (error as Error).message; } };
    const b = new Uint8Array(8); const w = new Int16Array(b.buffer, 2, 2); const v = new DataView(b.buffer);
    let s = b.subarray(2, 6); let c = new Uint8ClampedArray(2); const seen: unknown[] = [];
    ${body.join('\n    ')}
    return [b, w, s, c, seen];
  }`,
);

describe('programs on views of bytes', () => {
  it('do what the engine does', () => {
    let compared = 0;
    fc.assert(
      fc.property(program, (source) => {
        const model = explored(source, { elements: 2, paths: 400 });
        const cuts = model.paths.flatMap(({ completion }) =>
          completion?.kind === 'cut' ? [completion.reason.kind] : [],
        );
        // Nobody was asked what the ranges leave open.
        expect(cuts.filter((kind) => kind !== 'loop-bound' && kind !== 'undecided')).toEqual([]);
        for (const list of [[], [7], [200, 1]]) {
          for (const x of [0, 5, -3, 255.5, 70_000, NaN]) {
            model.agrees(new Uint8Array(list), x);
            compared++;
          }
        }
      }),
      { numRuns: 40, seed: 3 },
    );
    expect(compared).toBeGreaterThan(500);
  });
});
