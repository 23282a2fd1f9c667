import { describe, expect, it } from 'vitest';
import { compareSources } from './compare-sources';

/** An element is made, and its component called by a renderer at some later time: what stands around it is compared all the same. */
const different: readonly (readonly [what: string, base: string, head: string])[] = [
  ['an element, and a call of its component', 'return <A x={x} />;', 'return A({ x });'],
  ['an element, and an object that looks like one', 'return <b c="x" />;', "return { type: 'b', props: { c: 'x' } };"],
  ['one child, and a list of one', 'return <b>{x}</b>;', 'return <b children={[x]} />;'],
  ['what stands beside a class', 'return <b><C />{x}</b>;', 'return <b><C />{x + 1}</b>;'],
  ['what stands beside a component by name', 'return <b><T />{x}</b>;', 'return <b><T />{x + 1}</b>;'],
];

function source(body: string): string {
  return `
    declare const React: any;
    function A(props: { x: number }) { return props.x; }
    class C { render() { return null; } }
    const T: any = 'i';
    export function f(x: number) { ${body} }`;
}

function made(limit: number): string {
  return `
    /** @jsx h */
    function h(type: string, props: { x: number }) { return props.x > ${limit} ? type : null; }
    export function f(x: number) { return <b x={x} />; }`;
}

describe('elements', () => {
  it.each(different)('are not taken for something else: %s', async (_, base, head) => {
    const compared = await compareSources(source(base), source(head), 'f', { path: 'a.tsx' });
    const isOpen = compared.gaps.some(({ kind }) => kind === 'unknown') || compared.unconfirmed.length > 0;
    expect(isOpen || compared.behaviours.length > 0).toBe(true);
  });

  it('are what a function of the program gives that a pragma names', async () => {
    const { behaviours } = await compareSources(made(1), made(2), 'f', { path: 'a.tsx' });
    const told = behaviours.map(({ before, now, certain }) => [before, now, certain]);
    expect(told).toEqual([["returns 'b'", 'returns null', true]]);
  });

  it('are the same when they hold the same, as long as components run where they stand', async () => {
    const [base, head] = ['return <b><A x={x + 0} /></b>;', 'const y = x + 0; return <b><A x={y} /></b>;'];
    const compared = await compareSources(source(base), source(head), 'f', { path: 'a.tsx' });
    expect(compared.behaviours).toEqual([]);
    expect(compared.unconfirmed).toEqual([]);
    expect(compared.gaps.map(({ kind, why }) => [kind, why.kind === 'note' ? why.note.what : why.kind])).toEqual([
      ['assumed', 'components run where their elements are made, and only what they give counts'],
    ]);
  });
});
