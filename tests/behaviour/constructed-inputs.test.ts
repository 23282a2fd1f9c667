import { describe, expect, it } from 'vitest';
import { compareSources } from './compare-sources';
import { verdictOf } from './verdict-of';

const limit = (body: string, constructor = 'this.#most = most;'): string => `
  export class Limit {
    readonly #most: number;
    constructor(most: number) { if (most < 0) throw new RangeError('negative'); ${constructor} }
    ${body}
  }
`;

const counter = (body: string): string => `
  export class Counter { #count = 0; ${body} get(): number { return this.#count; } }
`;

const never = (result: string): string => limit(`value(): number { return ${result}; }`, "throw new Error('never');");

const pair = (first: string, second: string): string =>
  `export class Pair { #a: number; #b: number; constructor(a: number, b: number) { this.#a = a; this.#b = b; } first(): number { return this.${first}; } set(n: number): void { this.${second} = n; } }`;

const kept = (body: string): string =>
  `export class Kept { #n = 0; #next = (): number => ++this.#n; f(): number[] { ${body} } }`;

const last = (sum: string): string =>
  `export class A { #last = 0; set(x) { this.#last = x; } get() { return ${sum}; } }`;

async function compared(base: string, head: string, name: string): Promise<string> {
  const found = await compareSources(base, head, name);
  const verdict = verdictOf(found);
  return verdict === 'differs' ? found.behaviours.map(({ witness }) => witness.call).join(', ') : verdict;
}

describe('a method of a class with private members', () => {
  it('is the same where it computes the same of what the constructor has set', async () => {
    const base = limit(
      '#ok(n: number): boolean { return n <= this.#most; } allows(n: number): boolean { return this.#ok(n); }',
    );
    expect(await compared(base, limit('allows(n: number): boolean { return this.#most >= n; }'), 'Limit.allows')).toBe(
      'same',
    );
  });

  it('differs with an instance that shows it', async () => {
    const base = limit('allows(n: number): boolean { return n <= this.#most; }');
    const head = limit('allows(n: number): boolean { return n < this.#most; }');
    expect(await compared(base, head, 'Limit.allows')).toBe('(new Limit(0)).allows(0)');
  });

  it('is not called the same where only private state differs', async () => {
    const head = counter('add(by: number): void { this.#count += by * 2; }');
    expect(await compared(counter('add(by: number): void { this.#count += by; }'), head, 'Counter.add')).toBe(
      'unknown',
    );
  });

  it('is not called the same for states that only other calls lead to', async () => {
    const base = counter('full(): boolean { return this.#count > 3; } add(): void { this.#count++; }');
    const head = counter('full(): boolean { return this.#count > 4; } add(): void { this.#count++; }');
    expect(await compared(base, head, 'Counter.full')).toBe('unknown');
  });

  it('is the same where it does the same to whatever is kept', async () => {
    const base = counter(
      'add(by: number): void { this.#count += by; } most(): number { return Math.max(this.#count, 3); }',
    );
    const head = counter(
      'add(by: number): void { const now = this.#count + by; this.#count = now; } most(): number { return this.#count > 3 ? this.#count : 3; }',
    );
    expect(await compared(base, head, 'Counter.add')).toBe('same');
    expect(await compared(base, head, 'Counter.most')).not.toBe('same');
  });

  it('is not called the same for numbers alone where JavaScript may put anything into a field', async () => {
    const found = await compareSources(last('this.#last + 1'), last('1 + this.#last'), 'A.get', { path: 'a.js' });
    expect(verdictOf(found)).toBe('unknown');
  });

  it('is the same where private members have other names', async () => {
    const base = counter(
      '#twice(n: number): number { return 2 * n; } add(by: number): void { this.#count += this.#twice(by); }',
    );
    const head = base.replaceAll('#count', '#sum').replaceAll('#twice', '#double');
    expect(await compared(base, head, 'Counter.add')).toBe('same');
    expect(await compared(base, head, 'Counter.get')).toBe('same');
    expect(await compared(base, head, 'Counter.constructor')).toBe('same');
    expect(await compared(base, head.replace('2 * n', '3 * n'), 'Counter.add')).toBe('unknown');
  });

  it('is not the same where private members change places', async () => {
    expect(await compared(pair('#a', '#a'), pair('#b', '#b'), 'Pair.first')).not.toBe('same');
  });

  it('is not called the same where it runs functions that it keeps, and that see it', async () => {
    const [base, head] = [
      kept('const n = this.#n; return [this.#next(), n];'),
      kept('return [this.#next(), this.#n];'),
    ];
    expect(await compared(base, head, 'Kept.f')).not.toBe('same');
  });

  it('is not called the same where no instance can be made', async () => {
    expect(await compared(never('1'), never('2'), 'Limit.value')).toBe('unknown');
  });

  it('shows where a field can be seen in one version only', async () => {
    const base =
      'export class A { x: number; constructor(x: number) { this.x = x; } f(): number { return this.x + 1; } }';
    const head =
      'export class A { #x: number; constructor(x: number) { this.#x = x; } f(): number { return 1 + this.#x; } }';
    expect(await compared(base, head, 'A.f')).toBe('(new A(0)).f()');
    expect(await compared(head, base, 'A.f')).not.toBe('same');
  });
});

const known = (collection: string, put: string, body: string): string =>
  `const known = new ${collection}(); export class Account { readonly b: number; constructor(b: number) { this.b = b; ${put} } ${body} }`;

const rare = (now: string): string => `n * 2 === 154246 ? ${now} : n`;

const paying = (after: string): string =>
  `pay(n: number): void { known.set(this, n); } f(): number { const n = known.get(this)!; return n === 0.3 ? ${after} : n; }`;

describe('a method of a class whose constructor puts instances into a collection', () => {
  it.each([
    ['WeakMap<object, number>', 'known.set(this, b);', 'return known.get(this)! + '],
    ['WeakSet<object>', 'known.add(this);', "if (!known.has(this)) throw new Error('no'); return "],
    ['Set<object>', 'known.add(this);', "if (!known.has(this)) throw new Error('no'); return "],
    ['Array<object>', 'known.push(this);', "if (!known.includes(this)) throw new Error('no'); return "],
  ])('differs with an instance that is there: %s', async (collection, put, result) => {
    const [base = '', head = ''] = ['n', '0'].map((now) =>
      known(collection, put, `f(n: number): number { ${result} (${rare(now)}); }`),
    );
    expect(await compared(base, head, 'Account.f')).toMatch(/^\(new Account\(.*\)\)\.f\(77123\)$/);
  });

  it('is not called the same where only what others have put there shows it', async () => {
    const [base = '', head = ''] = ['n', '0'].map((after) =>
      known('WeakMap<object, number>', 'known.set(this, 0);', paying(after)),
    );
    expect(await compared(base, head, 'Account.f')).toBe('unknown');
  });

  it('is put together by anyone where the constructor hands on nothing', async () => {
    const put = 'this.f = this.f.bind(this); Object.assign(this, { c: 1 });';
    const [base = '', head = ''] = ['n + this.b', 'this.b + n'].map((sum) =>
      known('Set<object>', put, `f(n: number): number { return ${sum}; }`),
    );
    expect(await compared(base, head, 'Account.f')).toBe('same');
  });
});
