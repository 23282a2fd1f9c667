import { expect, test } from 'vitest';
import { textsToldApart } from '#behaviour/texts-told-apart';
import type { Observed } from '#replay/observed';
import type { ReplayOutcome } from '#replay/outcome';

const never = (): boolean => false;

function version(text: string): { readonly path: string; readonly text: string } {
  return { path: 'a.js', text };
}

function regExp(source: string): Observed {
  const contents = { kind: 'regexp', source, flags: '', lastIndex: 0 } as const;
  return { kind: 'object', id: 0, constructorName: 'RegExp', contents, properties: [] };
}

function loaded(...elements: readonly Observed[]): ReplayOutcome {
  const list: Observed = {
    kind: 'object',
    id: 0,
    constructorName: 'Array',
    contents: { kind: 'array', elements },
    properties: [],
  };
  return { ...notRun, moduleState: [['list', list]] };
}

const notRun = { completion: { kind: 'timeout' }, calls: [] } as unknown as ReplayOutcome;

test('of expressions that are written in both versions nothing is told', () => {
  const text = 'export const f = (s) => /a|b/.test(s);';
  expect(textsToldApart([{ base: version(text), head: version(`${text}\n`) }], [], never)).toEqual([]);
});

test('a text tells an expression from the one that has taken its place', () => {
  const base = version('f = (s) => /x/.test(s) || /^#[0-9a-f]{3}$/.test(s) || /c/;');
  const head = version('f = (s) => /x/.test(s) || /^#[0-9a-f]{4}$/.test(s) || /[c]/;');
  expect(textsToldApart([{ base, head }], [], never)).toEqual(['#aaa']);
});

test('where there are more than before, each is compared with each', () => {
  const base = version('f = (s) => /^a+$/.test(s);');
  const head = version('f = (s) => /^aa*$/.test(s) || /^ba*$/.test(s);');
  expect(textsToldApart([{ base, head }], [], never)).toEqual(['a']);
});

test('expressions that are made when modules are loaded are compared by where they are', () => {
  const loads = [{ base: loaded(regExp('a'), regExp('b')), head: loaded(regExp('a'), regExp('bc')) }];
  expect(textsToldApart([], loads, never)).toEqual(['b']);
  expect(textsToldApart([], loads, () => true)).toEqual([]);
});
