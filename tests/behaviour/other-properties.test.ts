import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import { compareSources } from './compare-sources';

const noOthers = 'objects have no other properties than their types name';

function conditionsOf({ behaviours }: ComparedFunction): string {
  return JSON.stringify(behaviours.map(({ when }) => when.map((all) => all.map(({ text }) => text))));
}

describe('two objects that stand for each other', () => {
  it('differ by what their type does not name, also where the versions differ anyway', async () => {
    const compared = await compareSources(
      'export function f<T extends { at: number }>(a: T, b: T): T { return a.at > b.at ? a : b; }',
      'export function f<T extends { at: number }>(a: T, b: T): T { return a.at >= b.at ? a : b; }',
      'f',
    );
    expect(conditionsOf(compared)).toContain('other');
    expect(compared.remarks).not.toContain(noOthers);
  });

  it('are alike in lists as long as they have nothing else', async () => {
    const compared = await compareSources(
      'export function f(xs: { id: string }[]): { id: string }[] { const ids = new Set<string>(); return xs.filter(({ id }) => !ids.has(id) && ids.add(id)); }',
      'export function f(xs: { id: string }[]): { id: string }[] { return [...new Map(xs.map((x) => [x.id, x])).values()]; }',
      'f',
    );
    expect(compared.remarks).toContain(noOthers);
  });

  it.each([
    [
      'export function f(a: { n: number }, b: { n: number }) { return { ...a, n: a.n + b.n }; }',
      'export function f(a: { n: number }, b: { n: number }) { return { ...a, n: a.n - b.n }; }',
    ],
    [
      'export function f(xs: { id: string }[], id: string) { return xs.find((x) => x.id === id); }',
      'export function f(xs: { id: string }[], id: string) { return xs.filter((x) => x.id === id)[0]; }',
    ],
  ])('are not spoken of where none does', async (base, head) => {
    const { remarks } = await compareSources(base, head, 'f');
    expect(remarks).not.toContain(noOthers);
  });
});
