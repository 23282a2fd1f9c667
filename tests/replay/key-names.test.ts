import { expect, it } from 'vitest';
import { Observer } from '#replay/child/observe';
import { callsWithKeyNames, withKeyNames, withNamesOfBoth } from '#replay/key-names';
import type { ReplayOutcome } from '#replay/outcome';
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

class Hidden {
  #items = [{ of: 'both' }];
  seen = this.#items;
  first = this.#items[0];
}

class Open {
  items = [{ of: 'both' }];
  seen = this.items;
  first = this.items[0];
}
Object.defineProperty(Open, 'name', { value: 'Hidden' });

it('leaves out what the other version hides, as if it had never been looked at', () => {
  const hides = { Hidden: { items: null } };
  const [open, hidden] = [new Open(), new Hidden()].map((made) => new Observer().observe([made, made.first, made]));
  expect(open).not.toEqual(hidden);
  expect(withKeyNames(open, hides)).toEqual(hidden);
  expect(withKeyNames(hidden, hides)).toEqual(hidden);
});

function returns(made: object): ReplayOutcome {
  const completion = { kind: 'returns', value: new Observer().observe(made) } as const;
  return { completion, receiver: null, args: [], calls: [], moduleState: [], async: false, complete: true };
}

it('leaves in what both versions show', () => {
  const hides = { base: { Hidden: { items: null } }, head: null };
  const [base, head] = [returns(new Open()), returns(Object.assign(new Hidden(), { items: 1 }))];
  expect(withNamesOfBoth({ base, head }, hides)).toEqual({ base, head });
  const without = withNamesOfBoth({ base, head: returns(new Hidden()) }, hides);
  expect(without.base).toEqual(without.head);
});
