import { describe, expect, it } from 'vitest';
import { isKnownSame, type ComparedFunction } from '#behaviour/compared-function';
import { compareSources } from './compare-sources';

/** All that a verdict says it rests on. */
function assumed({ remarks, gaps }: ComparedFunction): string[] {
  const notes = gaps.flatMap(({ kind, why }) => (kind === 'assumed' && why.kind === 'note' ? [why.note.what] : []));
  return [...new Set([...remarks, ...notes])];
}

/** The calls that show a difference; what "same" rests on; or that nothing is known. */
async function told(base: string, head: string, name: string, strict = false): Promise<string> {
  const found = await compareSources(base, head, name, { strict });
  if (found.behaviours.length > 0) return found.behaviours.map(({ witness }) => witness.call).join(', ');
  return isKnownSame(found) ? ['same', ...assumed(found)].join(', ') : 'unknown';
}

function renamed(text: string, ...names: readonly (readonly [string, string])[]): string {
  return names.reduce((now, [before, after]) => now.replaceAll(new RegExp(`\\b${before}\\b`, 'g'), after), text);
}

const stack = `export class Stack {
  private items: number[] = [];
  push(x: number): void { this.items.push(x); }
  pop(): number | undefined { return this.items.pop(); }
  get size(): number { return this.items.length; }
}`;

const tax = `export class Tax {
  private total = 0;
  constructor(private readonly rate: number) {}
  add(x: number): number { this.total += x * this.rate; return this.total; }
  over(limit: number): boolean { return this.rate > limit; }
}`;

const counted = `export class Counted {
  constructor(readonly n: number) {}
  private twice(x: number): number { return 2 * x + this.n; }
  private get more(): number { return this.n + 1; }
  run(x: number): number { return x > 3 ? this.twice(x) : this.more; }
}`;

const ids = `export class Ids {
  private static last = 0;
  static next(): number { Ids.last += 1; return Ids.last; }
}`;

const below = `class Base { private items: number[] = []; add(x: number): void { this.items.push(x); } size(): number { return this.items.length; } }
export class Sub extends Base { addTwo(a: number, b: number): number { this.add(a); this.add(b); return this.size(); } }`;

const money = `export class Money { constructor(private amount: number) {} plus(other: Money): Money { return new Money(this.amount + other.amount); } get(): number { return this.amount; } }
export function total(a: Money, b: Money): number { return a.plus(b).get(); }`;

const shared = `class Stack { private items: number[] = []; push(x: number): void { this.items.push(x); } pop(): number | undefined { return this.items.pop(); } }
const all = new Stack();
export function swap(x: number): number | undefined { all.push(x); return all.pop(); }`;

const itemsOf = (name: string): string => `nobody outside of ${name} looks for its private items, now list`;
const ofTax = 'nobody outside of Tax looks for its private total, rate, now sum, factor';

/** Versions that differ in names alone: what, the base, names, the function, what is stated. */
const namesOnly: readonly (readonly [string, string, readonly (readonly [string, string])[], string, string])[] = [
  ['a field', stack, [['items', 'list']], 'Stack.push', itemsOf('Stack')],
  ['a field that a getter reads', stack, [['items', 'list']], 'Stack.get size', itemsOf('Stack')],
  ['a field, when an instance is made', stack, [['items', 'list']], 'Stack.constructor', itemsOf('Stack')],
  ['a parameter property', tax, [['total', 'sum'], ['rate', 'factor']], 'Tax.over', ofTax], // prettier-ignore
  ['a field and a parameter property', tax, [['total', 'sum'], ['rate', 'factor']], 'Tax.add', ofTax], // prettier-ignore
  [
    'a method and a getter',
    counted,
    [['twice', 'double'], ['more', 'next']], // prettier-ignore
    'Counted.run',
    '',
  ],
  ['a field of a class above', below, [['items', 'list']], 'Sub.addTwo', itemsOf('Base')],
  [
    'a field of what is handed in',
    money,
    [['amount', 'value']],
    'total',
    'nobody outside of Money looks for its private amount, now value',
  ],
];

describe('a class whose private members have other names', () => {
  it.each(namesOnly)('is the same: %s', async (_, base, names, name, stated) => {
    const found = await compareSources(base, renamed(base, ...names), name);
    expect(found.behaviours.map(({ witness }) => witness.call)).toEqual([]);
    expect(isKnownSame(found)).toBe(true);
    if (stated !== '') expect(assumed(found)).toContain(stated);
  });

  it('keeps a static one, and an instance at the top of a module', async () => {
    const next = await compareSources(ids, renamed(ids, ['last', 'newest']), 'Ids.next');
    expect(isKnownSame(next)).toBe(true);
    expect(assumed(next)).toContain('nobody outside of Ids looks for its private last, now newest');
    const swap = await compareSources(shared, renamed(shared, ['items', 'list']), 'swap');
    expect(isKnownSame(swap)).toBe(true);
    expect(assumed(swap)).toContain(itemsOf('Stack'));
  });

  it('differs in what else has changed, shown by an instance that its constructor makes', async () => {
    const base = tax.replace('this.rate > limit', 'this.rate >= limit');
    const head = renamed(tax, ['total', 'sum'], ['rate', 'factor']);
    expect(await told(base, head, 'Tax.over')).toBe('(new Tax(0)).over(0)');
    expect(await told(stack, renamed(stack, ['items', 'list']).replace('.push(x)', '.unshift(x)'), 'Stack.push')).toBe(
      'unknown',
    );
  });

  it('has a new field beside the one with another name', async () => {
    const head = renamed(tax, ['rate', 'factor']).replace(
      'private total = 0;',
      'private total = 0; private readonly id = 1;',
    );
    expect(await told(tax, head, 'Tax.over')).toBe('(new Tax(0)).over(0)');
  });
});

const seen = (expression: string): string => `export class A {
  private secret = 1;
  set(x: number): void { this.secret = x; }
  see(): unknown { return ${expression}; }
}
export function ask(a: A): unknown { return ${expression.replaceAll('this', '(a as any)')}; }`;

/** Ways to see what a property is called. */
const looks = [
  'JSON.stringify(this)',
  'Object.keys(this)',
  '{ ...this }',
  'Object.entries(this)',
  "'secret' in this",
  "Object.hasOwn(this, 'secret')",
  "(this as any)['sec' + 'ret']",
  'Object.assign({}, this)',
  '(({ secret }: any) => secret)(this)',
  '[...(function* (o: object) { for (const key in o) yield key; })(this)]',
  'console.log(this)',
  'structuredClone(this)',
];

describe('an instance that a function handed in is given', () => {
  it('is the same, also where that calls its members', async () => {
    const base = `${stack.replace('push(x: number): void { this.items.push(x); }', 'push(x: number): this { this.items.push(x); return this; }')}
export function given(f: (s: Stack) => number): number { return f(new Stack().push(3)); }`;
    const found = await compareSources(base, renamed(base, ['items', 'list']), 'given');
    expect(isKnownSame(found)).toBe(true);
    expect(assumed(found)).toContain(itemsOf('Stack'));
  });
});

describe('the name of a private field', () => {
  it.each(looks)('shows in %s', async (look) => {
    const base = seen(look);
    // What the code asks for by itself stays.
    const head = base.replace('private secret', 'private hidden').replace('this.secret = x', 'this.hidden = x');
    expect(await told(base, head, 'A.see')).toBe('(new A()).see()');
    expect(await told(base, head, 'ask')).toBe('ask(new A())');
  });

  it('counts with --strict', async () => {
    expect(await told(stack, renamed(stack, ['items', 'list']), 'Stack.constructor', true)).toBe('new Stack()');
  });

  it('counts where it is protected, or was public', async () => {
    for (const how of ['protected', 'public']) {
      const base = stack.replace('private', how);
      expect(await told(base, renamed(base, ['items', 'list']), 'Stack.constructor')).toBe('new Stack()');
    }
    const head = renamed(stack, ['items', 'list']).replace('private', 'public');
    expect(await told(stack, head, 'Stack.constructor')).toBe('new Stack()');
  });

  it('counts where two fields change names', async () => {
    const base =
      'export class S { private a = 1; private b = 2; first(): number { return this.a; } set(x: number): void { this.a = x; } }';
    const swapped = renamed(base, ['a', 'c'], ['b', 'a'], ['c', 'b']);
    expect(await told(base, swapped, 'S.constructor')).toBe('new S()');
    const crossed = renamed(base, ['a', 'c'], ['b', 'd']).replace('return this.c', 'return this.d');
    expect(await told(base, crossed, 'S.first')).toBe('(new S()).first()');
  });

  it('counts where one member still asks for the old one', async () => {
    const head = renamed(stack, ['items', 'list']).replace('this.list.length', '(this as any).items?.length');
    expect(await told(stack, head, 'Stack.get size')).toContain('new Stack()');
  });

  it('counts where a class below has one of its own by that name', async () => {
    const base = `class Base { private items = 1; get(): number { return this.items; } }
export class Sub extends Base { list = 2; both(): number { return this.get() + this.list; } }`;
    const head = base.replaceAll('items', 'list');
    expect(await told(base, head, 'Sub.both')).toBe('(new Sub()).both()');
  });
});

/** Members that the language keeps private now. */
function hardened(text: string, ...names: readonly (readonly [string, string])[]): string {
  return names.reduce(
    (now, [before, after]) =>
      now
        .replaceAll(new RegExp(`private ((?:static |readonly |get |set )*)${before}\\b`, 'g'), `$1#${after}`)
        .replaceAll(new RegExp(`\\.${before}\\b`, 'g'), `.#${after}`),
    text,
  );
}

const counter = `export class Counter {
  private n: number;
  constructor(n: number) { this.n = n; }
  add(x: number): number { this.n += x; return this.n; }
  over(limit: number): boolean { return this.n > limit; }
}`;

const listed = `export class Listed {
  private items: number[] = [];
  readonly seen = this.items;
  push(x: number): this { this.items.push(x); return this; }
}`;

const helped = `export class Helped {
  n = 1;
  private twice(x: number): number { return 2 * x + this.n; }
  private get more(): number { return this.n + 1; }
  run(x: number): number { return x > 3 ? this.twice(x) : this.more; }
}`;

const given = `${stack}
export function given(f: (s: Stack) => number): number { return f(new Stack()); }`;

/** The member that `private` keeps, what `#` calls it, the function, and whether its name is stated with it. */
const hardNames: readonly (readonly [string, string, readonly (readonly [string, string])[], string, boolean])[] = [
  ['a field, when an instance is made', counter, [['n', 'n']], 'Counter.constructor', true],
  ['a field that is read', counter, [['n', 'n']], 'Counter.over', true],
  ['a field that is written', counter, [['n', 'n']], 'Counter.add', true],
  ['a field with another name', counter, [['n', 'count']], 'Counter.add', true],
  ['a list', stack, [['items', 'items']], 'Stack.push', true],
  ['a list that can be got at otherwise', listed, [['items', 'items']], 'Listed.push', true],
  ['a method and a getter', helped, [['twice', 'twice'], ['more', 'next']], 'Helped.run', false], // prettier-ignore
  ['a static one', ids, [['last', 'last']], 'Ids.next', true],
  ['a field of a class above', below, [['items', 'items']], 'Sub.addTwo', true],
  ['a field of an instance at the top of a module', shared, [['items', 'items']], 'swap', true],
  ['a field of an instance that a function handed in is given', given, [['items', 'list']], 'given', true],
];

describe('a member that was private, and is # now', () => {
  it.each(hardNames)('is the same, and the other way round: %s', async (_, soft, names, name, isStated) => {
    const hard = hardened(soft, ...names);
    expect(hard).toContain('#');
    const ways = [
      { base: soft, head: hard, mark: ['', '#'] },
      { base: hard, head: soft, mark: ['#', ''] },
    ] as const;
    for (const { base, head, mark } of ways) {
      const found = await compareSources(base, head, name);
      expect(found.behaviours.map(({ witness }) => witness.call)).toEqual([]);
      expect([found.problem, isKnownSame(found)]).toEqual([null, true]);
      const [was, is] = mark[0] === '' ? (names[0] ?? []) : (names[0] ?? []).toReversed();
      const stated = `looks for its private ${mark[0]}${was}, now ${mark[1]}${is}`;
      if (isStated) expect(assumed(found).filter((each) => each.endsWith(stated))).toHaveLength(1);
    }
  });

  it('is told from other private members that have another name, or none that is seen', async () => {
    const base = counter.replace('private n', '#old = 7; private n');
    const crossed = hardened(base, ['n', 'n']).replace('#old', 'private old');
    expect(await told(base, crossed, 'Counter.over')).toBe(
      'same, nobody outside of Counter looks for its private #old, n, now old, #n',
    );
    const all = hardened(base, ['n', 'n']).replace('#old', '#newer');
    expect(await told(base, all, 'Counter.over')).toBe(
      'same, nobody outside of Counter looks for its private n, now #n',
    );
  });

  it('differs in what else has changed, shown by an instance that its constructor makes', async () => {
    const head = hardened(counter, ['n', 'n']).replace('> limit', '>= limit');
    expect(await told(counter, head, 'Counter.over')).toBe('(new Counter(0)).over(0)');
    expect(await told(counter, head, 'Counter.add')).toBe(
      'same, nobody outside of Counter looks for its private n, now #n',
    );
    const other = hardened(helped, ['twice', 'twice'], ['more', 'more']).replace('2 * x', '3 * x');
    expect(await told(helped, other, 'Helped.run')).toMatch(/^\(new Helped\(\)\)\.run\(\d+\)$/);
  });

  it.each(looks)('shows its name in %s', async (look) => {
    const soft = seen(look);
    const hard = soft.replace('private secret', '#secret').replace('this.secret = x', 'this.#secret = x');
    expect(await told(soft, hard, 'A.see')).toBe('(new A()).see()');
    expect(await told(hard, soft, 'A.see')).toBe('(new A()).see()');
    expect(await told(soft, hard, 'ask')).toBe('ask(new A())');
  });

  it('counts with --strict, and where it was public or protected', async () => {
    expect(await told(counter, hardened(counter, ['n', 'n']), 'Counter.constructor', true)).toBe('new Counter(0)');
    for (const how of ['public', 'protected']) {
      const base = counter.replace('private', how);
      expect(await told(base, hardened(counter, ['n', 'n']), 'Counter.constructor')).toBe('new Counter(0)');
    }
  });

  it('counts where the old name is still there', async () => {
    const head = hardened(counter, ['n', 'n']).replace('this.#n > limit', '(this as any).n > limit');
    expect(await told(counter, head, 'Counter.over')).toContain('new Counter(');
    const doubled = hardened(counter, ['n', 'n']).replace('this.#n = n;', 'this.#n = n; (this as any).n = n + 1;');
    expect(await told(counter, doubled, 'Counter.constructor')).toBe('new Counter(0)');
    const kept = doubled.replace('n + 1', 'n');
    expect(await told(counter, kept, 'Counter.constructor')).toBe('unknown');
  });
});
