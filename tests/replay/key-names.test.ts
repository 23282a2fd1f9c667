import { expect, it } from 'vitest';
import { Observer } from '#replay/child/observe';
import { callsWithKeyNames, withKeyNames } from '#replay/key-names';
import { printObserved } from '#replay/print-observed';

class Stack {
  items: unknown[] = [];
}

const names = { Stack: { items: 'list' } };

function shown(value: unknown): string {
  return printObserved(withKeyNames(new Observer().observe(value), names));
}

function stack(of: string): string {
  return `Object.assign(Object.create(Stack.prototype), { ${of} })`;
}

it('gives properties of instances of a class other names, wherever they are', () => {
  expect(shown(new Stack())).toBe(stack('list: []'));
  expect(shown({ items: [new Map([[1, new Stack()]])] })).toContain(stack('list: []'));
  expect(shown({ items: -0, constructorName: 'Stack' })).toBe('{ items: -0, constructorName: "Stack" }');
  expect(shown(Object.assign(new Stack(), { list: 1n }))).toBe(stack('items: [], list: 1n'));
});

it('leaves alone what the console is given', () => {
  const args = [new Observer().observe(new Stack())];
  const calls = ['console.log', 'args[0]'].map((callee) => ({ callee, args }));
  const texts = callsWithKeyNames(calls, names).map((call) => call.args.map((arg) => printObserved(arg)).join());
  expect(texts.map((text) => text.includes('list'))).toEqual([false, true]);
});
