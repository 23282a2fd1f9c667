import fc from 'fast-check';
import { transformSync } from 'oxc-transform';
import { afterAll, describe, expect, it } from 'vitest';
import { verdictOf } from './verdict-of';
import { VersionComparer } from './version-comparer';

const comparer = new VersionComparer();
afterAll(() => comparer.dispose());

const budgetMs = 20_000;

/** `g` has changed; `f` hands on what a variable of the module holds. */
function versions(body: string): { base: string; head: string } {
  const text = (result: number): string =>
    `function g() { return ${result}; }\nfunction h() { return 7; }\n${body}`.replaceAll('GIVEN', 'unknown');
  return { base: text(1), head: text(2) };
}

/** What calls of `f` give, and calls of the functions that these give, as long as they do. */
function session(text: string): string {
  const { code } = transformSync('a.ts', text, { lang: 'ts' });
  const f = new Function(`${code.replaceAll('export ', '')}\nreturn f;`)() as (key: string) => unknown;
  const seen: unknown[] = [];
  for (const key of ['k', 'other']) {
    let given: unknown = f(key);
    for (let depth = 0; depth < 3 && typeof given === 'function'; depth++) given = (given as () => unknown)();
    seen.push(given);
  }
  return JSON.stringify(seen);
}

async function verdict({ base, head }: { base: string; head: string }): Promise<string> {
  return verdictOf(await comparer.open(base, head).directed(budgetMs));
}

describe('what a variable of a module holds when it is loaded', () => {
  const handing: readonly (readonly [string, string])[] = [
    ['a map', "const held = new Map<string, GIVEN>([['k', g]]); export function f(k: string) { return held.get(k); }"],
    [
      'a map that was filled later',
      "const held = new Map<string, GIVEN>(); held.set('k', g); export function f(k: string) { return held.get(k); }",
    ],
    [
      'a map that a function has filled',
      "const held = new Map<string, GIVEN>(); function fill() { held.set('k', g); } fill(); export function f(k: string) { return held.get(k); }",
    ],
    [
      'a map that the call itself fills',
      "const held = new Map<string, GIVEN>(); function fill() { held.set('k', g); } export function f(k: string) { fill(); return held.get(k); }",
    ],
    [
      'a function that was bound',
      "const held = new Map<string, GIVEN>([['k', g.bind(null)]]); export function f(k: string) { return held.get(k); }",
    ],
    [
      'a function that has it around it',
      "function keep(x: GIVEN) { return () => x; } const held = new Map<string, GIVEN>([['k', keep(g)]]); export function f(k: string) { return held.get(k); }",
    ],
    [
      'an object that has it for an accessor',
      "const made = { get x() { return g; } }; const held = new Map<string, { x: GIVEN }>([['k', made]]); export function f(k: string) { return held.get(k)?.x; }",
    ],
    [
      'a list in an instance',
      "class Box { all = new Map<string, GIVEN[]>(); add(k: string, x: GIVEN) { this.all.set(k, [x]); } get(k: string) { return this.all.get(k)?.[0]; } } const held = new Box(); held.add('k', g); export function f(k: string) { return held.get(k); }",
    ],
  ];
  it.each(handing)('is not missed in %s', async (_, body) => {
    const { base, head } = versions(body);
    expect(session(base)).not.toBe(session(head));
    expect(await verdict({ base, head })).not.toBe('same');
  });

  it('is nothing to be followed where only others put something there', async () => {
    const body =
      'class Cache { all = new Map<string, GIVEN>(); set(k: string, x: GIVEN) { this.all.set(k, x); } get(k: string) { return this.all.get(k); } } const held = new Cache(); export function other() { return g(); } export function f(k: string) { const known = held.get(k); if (known !== undefined) return known; held.set(k, [k]); return 1; }';
    const { base, head } = versions(body);
    const { paths, behaviours, complete } = await comparer.open(base, head).directed(budgetMs);
    expect({ paths, behaviours, complete }).toEqual({ paths: 0, behaviours: [], complete: true });
  });
});

const containers = {
  map: { empty: 'new Map<string, any>()', put: (x: string) => `held.set('k', ${x});`, get: 'held.get(k)' },
  object: { empty: '{} as any', put: (x: string) => `held.k = ${x};`, get: 'held[k]' },
  list: { empty: '[] as any[]', put: (x: string) => `held.push(${x});`, get: 'held[0]' },
  set: { empty: 'new Set<any>()', put: (x: string) => `held.add(${x});`, get: '[...held][0]' },
} as const;
const wrappings: readonly ((x: string) => string)[] = [
  (x) => x,
  (x) => `${x}.bind(null)`,
  (x) => `keep(${x})`,
  (x) => `(() => ${x})`,
  (x) => `[${x}][0]`,
  (x) => `new Map([[1, ${x}]]).get(1)`,
];

const programs = fc
  .record({
    container: fc.constantFrom(...Object.values(containers)),
    puts: fc.array(
      fc.record({
        what: fc.constantFrom('g', 'h', '3'),
        wrap: fc.constantFrom(...wrappings),
        when: fc.constantFrom('load', 'fill', 'call', 'never'),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ container: { empty, put, get }, puts }) => {
    const at = (when: string): string =>
      puts
        .filter((each) => each.when === when)
        .map(({ what, wrap }) => put(what === '3' ? what : wrap(what)))
        .join(' ');
    return [
      'function keep(x: any) { return () => x; }',
      `const held = ${empty};`,
      `function fill() { ${at('fill')} }`,
      `export function never() { ${at('never')} return g(); }`,
      `${at('load')} fill();`,
      `export function f(k: string) { ${at('call')} return ${get}; }`,
    ].join('\n');
  });

it('says that a function hands on the same only where all calls give the same', async () => {
  await fc.assert(
    fc.asyncProperty(programs, async (body) => {
      const { base, head } = versions(body);
      if (session(base) === session(head)) return;
      expect(await verdict({ base, head })).not.toBe('same');
    }),
    { numRuns: Number(process.env.GENERATED_RUNS ?? '30') },
  );
}, 600_000);
