import { describe, expect, it } from 'vitest';
import { compareSources } from './compare-sources';
import { verdictOf } from './verdict-of';

type Case = readonly [what: string, state: string, before: string, now: string, body: string];

/** What modules have left otherwise when they were loaded, and a function finds there. */
const same: readonly Case[] = [
  ['another property', 'const c = { n: #, seen: 0 };', '1', '2', 'c.seen = x;'],
  ['an expression, whose end is kept', 'const r = /[#]/g;', 'ab', 'ac', 'return r.test("") ? 1 : 0;'],
  ['elements', 'const c: any = [#];', '1', '2', 'c.seen = x;'],
  ['entries', 'const c: any = new Set([#]);', '1', '2', 'c.seen = x;'],
  ['what a function has', 'function c() {} c.n = #; c.seen = 0;', '1', '2', 'c.seen = x;'],
];

const different: readonly Case[] = [
  ['a property that is counted up', 'const c = { n: # };', '1', '2', 'c.n++;'],
  ['a property that one version puts back', 'const c = { n: # };', '1', '2', 'c.n = # + x;'],
  ['elements that come after others', 'const c: any[] = [#];', '1', '1, 2', 'c.push(x);'],
  ['the end of a match', 'const r = /[#]/g;', 'ab', 'ac', 'return r.test("b") === x > 1 ? 1 : 1;'],
];

function source(state: string, body: string, value: string): string {
  return `${state}\nexport function f(x: number) { ${body} }`.replaceAll('#', value);
}

describe('what was left when modules were loaded', () => {
  it.each(same)('is no difference of who leaves it as it is: %s', async (_, state, before, now, body) => {
    const compared = await compareSources(source(state, body, before), source(state, body, now), 'f');
    expect(compared.behaviours).toEqual([]);
    expect(compared.unconfirmed).toEqual([]);
  });

  it.each(different)('is one where a call goes on from there: %s', async (_, state, before, now, body) => {
    const compared = await compareSources(source(state, body, before), source(state, body, now), 'f');
    expect(verdictOf(compared)).toBe('differs');
  });
});
