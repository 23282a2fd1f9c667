import { describe, expect, it } from 'vitest';
import { compare } from '../../src/pipeline';
import type { Result } from '../../src/result/result';
import { TemporaryFolder } from '../project/temporary-repository';

/** What is known of each entry point after `□` was another text, by its name: the call that shows it, or the verdict. */
async function entries(source: string, before: string, now: string): Promise<Record<string, string>> {
  const folder = new TemporaryFolder();
  folder.write({ 'old.ts': source.replaceAll('□', before), 'new.ts': source.replaceAll('□', now) });
  const options = { cwd: folder.root, old: 'old.ts', new: 'new.ts', cache: false, budgetMs: 60_000 };
  const { entryPoints }: Result = await compare(options);
  return Object.fromEntries(
    entryPoints.map(({ id, verdict }) => [
      id.replace('new.ts#', ''),
      verdict.kind === 'differs' ? verdict.witness.call : verdict.kind,
    ]),
  );
}

const stack = `export class Stack {
  #items: number[] = [];
  push(x: number): void { this.#items.push(x); }
  pop(): number | undefined { return this.#items.□(); }
  get size(): number { return this.#items.length; }
}`;

const counter = 'export class Counter { #n = 0; add(by: number): void { □ } value(): number { return this.#n; } }';

const emitter = `type Listener = (x: number) => void;
export class Emitter {
  private readonly listeners = new Map<string, Listener[]>();
  on(name: string, f: Listener): void { this.listeners.set(name, [...(this.listeners.get(name) ?? []), f]); }
  off(name: string, f: Listener): void {
    this.listeners.set(name, (this.listeners.get(name) ?? []).filter((each) => each □ f));
  }
  emit(name: string, x: number): void { for (const f of this.listeners.get(name) ?? []) f(x); }
}`;

const withFunctions = `export class Steps {
  private readonly steps: ((x: number) => number)[] = [];
  add(): void { this.steps.push((x) => x + □); }
  run(x: number): number[] { return this.steps.map((step) => step(x)); }
  count(): number { return this.steps.length; }
}`;

const cache = `export class Cache {
  private readonly known = new Map<string, number>();
  constructor(private readonly most: number) {}
  set(key: string, value: number): void {
    this.known.set(key, value);
    if (this.known.size □ this.most) this.known.delete([...this.known.keys()][0] ?? '');
  }
  get(key: string): number | undefined { return this.known.get(key); }
}`;

describe('methods of instances that other calls have worked on', () => {
  it('differ by what earlier calls have put into private fields', async () => {
    expect(await entries(stack, 'pop', 'shift')).toEqual({
      'Stack.pop': 'const self = new Stack(); self.push(0); self.push(1); self.pop()',
    });
  });

  it('differ by what later calls show of private fields', async () => {
    expect(await entries(counter, 'this.#n += by;', 'this.#n += by * 2;')).toEqual({
      'Counter.add': expect.stringMatching(/^const self = new Counter\(\); self\.add\(\S+\); self\.value\(\)$/),
      'Counter.value': expect.stringMatching(/^const self = new Counter\(\); self\.add\(\S+\); self\.value\(\)$/),
    });
  });

  it('differ by functions that others have handed in', async () => {
    const found = await entries(emitter, '!==', '===');
    expect(found).toMatchObject({
      'Emitter.emit': expect.stringMatching(/self\.on\(.+; self\.off\(.+; self\.emit\(/),
    });
    expect(found).not.toHaveProperty('Emitter.on');
  });

  it('differ by functions that the class keeps, and are not taken for the same because others may hand in theirs', async () => {
    expect(await entries(withFunctions, '1', '2')).toMatchObject({
      'Steps.run': expect.stringMatching(/^const self = new Steps\(\); self\.add\(\); self\.run\(\S+\)$/),
    });
  });

  it('show what is known of all inputs by an object as calls make it', async () => {
    expect(await entries(stack.replaceAll('#items', 'items'), 'pop', 'shift')).toEqual({
      'Stack.pop': 'const self = new Stack(); self.push(0); self.push(1); self.pop()',
    });
  });

  it('do not show what others do', async () => {
    const found = await entries(cache, '>', '>=');
    expect(found).toMatchObject({
      'Cache.set': expect.any(String),
      'Cache.get': expect.stringMatching(/self\.set\(.*\); self\.get\(/),
    });
    expect(found).not.toHaveProperty('Cache.constructor');
  });
});

const closure = `function make() { let v = 0; return { inc(): void { v++; }, big: (): boolean => v □ 1 }; }
const c = make();
export function inc(): void { c.inc(); }
export function f(): boolean { return c.big(); }`;

const singleton = `class Auth {
  private user: string | null = null;
  login(name: string): void { this.user = name; }
  isAdmin(): boolean { return this.user === □; }
}
export const auth = new Auth();
export function f(): number { if (!auth.isAdmin()) throw new Error('denied'); return 1; }`;

const exported = `const isOpen = (n: number): boolean => n □ 1;
export const store = { v: 0 };
export function f(): boolean { return isOpen(store.v); }`;

describe('functions that see what earlier calls have left behind', () => {
  it('differ by what functions keep around them', async () => {
    expect(await entries(closure, '>', '>=')).toEqual({ f: 'inc(); f()' });
  });

  it('differ by what an instance keeps that a module has made', async () => {
    expect(await entries(singleton, "'admin'", "'root'")).toMatchObject({
      f: expect.stringMatching(/^auth\.login\(["'](?:admin|root)["']\); f\(\)$/),
    });
  });

  it('are the same only as long as nobody changes what is exported', async () => {
    const folder = new TemporaryFolder();
    folder.write({ 'old.ts': exported.replace('□', '>'), 'new.ts': exported.replace('□', '>=') });
    const options = { cwd: folder.root, old: 'old.ts', new: 'new.ts', cache: false, budgetMs: 60_000 };
    const { entryPoints } = await compare(options);
    expect(entryPoints.map(({ verdict }) => verdict)).toEqual([
      expect.objectContaining({ kind: 'same', assumptions: ['no other code changes store of new.ts'] }),
    ]);
  });
});
