import { describe, expect, it } from 'vitest';
import { PossibleCalls } from '#directed/possible-calls';
import { PossibleErrors } from '#directed/possible-errors';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import { SearchedSource } from './search-source';

/** Names of the lines of `f`, and of what it calls, at which an error may be raised. */
function failing(text: string): string[] {
  const source = new SearchedSource(text);
  const { module, graph, program } = source;
  const types = { moduleAt: () => module, resolve: () => null, ambientModules: () => [] };
  const entry = { fn: source.fn('f'), inputs: functionInputs(types, source.ir('f'), module) };
  const errors = new PossibleErrors(
    graph,
    () => new PossibleCalls(graph),
    () => module,
    entry,
  );
  const names = module.functions.flatMap((fn) => {
    const id = program.functionAt(0, fn.index);
    const { first } = program.nodesOf(id);
    return fn.nodes.flatMap(({ index }) =>
      errors.mayFail(id, index) ? [source.nameOf((first + index) as never)] : [],
    );
  });
  return [...new Set(names)].filter((name) => name !== '');
}

describe('errors that values of the declared types can raise', () => {
  it('are none in arithmetic on numbers', () => {
    expect(
      failing(`let total = 0;
        export function f(a: number, b: number): number {
          let x = a * 2; // x
          if (x < b) x = x - 1; // c
          total = total + x; // t
          return Math.max(x, -b); // r
        }`),
    ).toEqual([]);
  });

  it('are possible where a value may be anything', () => {
    expect(
      failing(`export function f(a: number, o: { p: number } | null, big: bigint, u: unknown): unknown {
          const p = o.p; // p
          const s = big + a; // s
          const t = -u; // t
          const v = typeof u; // v
          return [p, s, t, v]; // r
        }`),
    ).toEqual(['p', 's', 't']);
  });

  it('come from what is called, with what it is called with', () => {
    expect(
      failing(`export function f(a: number): number {
          const x = plain(a); // x
          const y = strict(a); // y
          return x + y; // r
        }
        function plain(n: number): number {
          return n + 1; // plain
        }
        function strict(n: number): number {
          if (n < 0) throw new RangeError('n'); // strict
          return n; // n
        }`),
    ).toEqual(['y', 'strict']);
  });

  it('are possible everywhere in a function that somebody unknown may call', () => {
    expect(
      failing(`export function f(a: number, call: (n: number) => number): number {
          const z = call(a); // z
          return plain(a); // r
        }
        function plain(n: number): number {
          return n + 1; // plain
        }`),
    ).toEqual(['z', 'r', 'plain']);
  });

  it('are possible in the dead zone of a variable, and in a constant that is assigned to', () => {
    expect(
      failing(`export function f(a: number): number {
          const c = later; // c
          let later = a; // later
          later = later + 1; // again
          const fixed = 1; // fixed
          fixed = 2; // assigned
          return c + later; // r
        }`),
    ).toEqual(['c', 'assigned']);
  });
});
