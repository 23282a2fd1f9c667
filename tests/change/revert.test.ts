import { describe, expect, test } from 'vitest';
import type { ChangeSet } from '#change/change-set';
import { revert } from '#change/revert';
import { compare, isUnchanged, type Files } from './compare';

/** The text of `a.ts` without the edits whose description has these words. */
function without(changes: ChangeSet, ...words: readonly string[]): string | null | undefined {
  const chosen = changes.edits.filter(({ description }) => words.some((word) => description.includes(word)));
  expect(chosen).toHaveLength(words.length);
  const { files } = revert(
    changes,
    chosen.map(({ id }) => id),
  );
  return files.find(({ path }) => path === 'a.ts')?.text;
}

function allIds(changes: ChangeSet): string[] {
  return changes.edits.map(({ id }) => id);
}

describe('one of several edits', () => {
  test('expressions', () => {
    const changes = compare('f(a + 1); g(b);', 'f(a + 2); g(c);');
    expect(changes.edits).toHaveLength(2);
    expect(without(changes, '`1`')).toBe('f(a + 1); g(c);');
    expect(without(changes, '`b`')).toBe('f(a + 2); g(b);');
    expect(revert(changes, allIds(changes)).files).toEqual([{ path: 'a.ts', text: 'f(a + 1); g(b);' }]);
  });

  test('an expression that binds less tightly gets parentheses', () => {
    const changes = compare('x = (a + b) * c;', 'x = d * c;');
    expect(without(changes, '`d`')).toBe('x = (a + b) * c;');
  });

  test('statements that rely on line ends stay apart', () => {
    const added = compare('a()\nb()', 'a()\nadded(1, 2)\nb()');
    expect(revert(added, allIds(added)).files[0]?.text).toBe('a()\n;\nb()');
    const removed = compare('a()\n(b)\n', 'a()');
    expect(isUnchanged(compare('a()\n(b)\n', revert(removed, allIds(removed)).files[0]?.text ?? ''))).toBe(true);
  });

  test('elements of lists bring and take their commas', () => {
    const base = 'f(a, (b), c); const o = { x: 1, z: 3 };';
    const changes = compare(base, 'f((a), n, (b)); const o = { w: 0, x: 1, y: 2, z: 3 };');
    expect(without(changes, ', n')).toBe('f((a), (b)); const o = { w: 0, x: 1, y: 2, z: 3 };');
    expect(without(changes, '`, c`')).toBe('f((a), n, (b), c); const o = { w: 0, x: 1, y: 2, z: 3 };');
    expect(without(changes, 'w: 0')).toBe('f((a), n, (b)); const o = { x: 1, y: 2, z: 3 };');
    expect(isUnchanged(compare(base, revert(changes, allIds(changes)).files[0]?.text ?? ''))).toBe(true);
  });

  test('a body without braces', () => {
    const changes = compare('if (a) b(); else c();', 'if (a) { b(); d(); } else c();');
    expect(revert(changes, allIds(changes)).files[0]?.text).toBe('if (a) { b(); } else c();');
  });

  test('headers of functions, methods, classes and loops', () => {
    const base = `function f(a) { return a; }
class A extends B { m() { return 1; } static n() { return 2; } }
for (const x of xs) { g(x); }
const k = 1;`;
    const head = `function f(a, b) { return a; }
class A extends C { async m() { return 1; } n() { return 2; } }
for (const [x] of xs) { g(x); }
let k = 1;`;
    const changes = compare(base, head);
    expect(changes.edits).toHaveLength(6);
    expect(without(changes, 'function f')).toContain('function f(a) { return a; }\nclass A extends C { async m()');
    expect(without(changes, '`B`')).toContain('class A extends B { async m()');
    expect(without(changes, 'm()')).toContain('class A extends C { m() { return 1; } n()');
    expect(without(changes, '`const` with')).toContain('const k = 1;');
    expect(revert(changes, allIds(changes)).files[0]?.text).toBe(base);
  });
});

describe('names', () => {
  test('what comes back speaks of variables by their new names', () => {
    const base = 'function f(list) { const sum = list.length; return { sum, first: list[0] }; }';
    const head = 'function f(items) { const total = items.length; return null; }';
    const changes = compare(base, head);
    expect(without(changes, 'null')).toBe(
      'function f(items) { const total = items.length; return ({ sum: total, first: items[0] }); }',
    );
  });

  test('a declaration takes its uses along, not the reverse', () => {
    const changes = compare('g(1); h(2);', 'const one = 1; g(one); h(3);');
    const [declared, used, other] = changes.edits;
    expect(changes.edits).toHaveLength(3);
    expect(revert(changes, [declared?.id ?? '']).edits).toEqual([declared?.id, used?.id]);
    expect(revert(changes, [used?.id ?? '']).edits).toEqual([used?.id]);
    expect(revert(changes, [other?.id ?? '']).edits).toEqual([other?.id]);
  });

  test('across files', () => {
    const base: Files = { 'a.ts': 'export const a = 1;', 'b.ts': 'run(1);' };
    const head: Files = {
      'a.ts': 'export const a = 1; export const two = 2;',
      'b.ts': "import { two } from './a'; run(two);",
    };
    const changes = compare(base, head);
    const declared = changes.edits.find(({ description }) => description.includes('const two'));
    expect(revert(changes, [declared?.id ?? '']).files.map(({ path }) => path)).toEqual(['a.ts', 'b.ts']);
  });

  test('a variable that kept its name but lost its meaning is an edit', () => {
    const changes = compare('let a = 1, b = 2; use(a, b);', 'let b = 1, a = 2; use(a, b);');
    expect(isUnchanged(changes)).toBe(false);
    const all = revert(changes, allIds(changes)).files[0]?.text ?? '';
    expect(isUnchanged(compare('let a = 1, b = 2; use(a, b);', all))).toBe(true);
  });
});

describe('files', () => {
  test('an added file goes, a removed one comes back', () => {
    const changes = compare(
      { 'gone.ts': 'export const gone = [1, 2, 3].map((x) => x * 2);' },
      { 'new.ts': 'export class New { run(): void { while (this.more()) this.step(); } }' },
    );
    expect(revert(changes, allIds(changes)).files).toEqual([
      { path: 'gone.ts', text: 'export const gone = [1, 2, 3].map((x) => x * 2);' },
      { path: 'new.ts', text: null },
    ]);
  });

  test('a moved function comes back from where it went', () => {
    const moved = 'export function helper(x) { if (x > 1) return g(x); return h(x, 2); }';
    const base: Files = { 'a.ts': `${moved}\nhelper(1);`, 'b.ts': 'other();' };
    const head: Files = { 'a.ts': "import { helper } from './b';\nhelper(1);", 'b.ts': `other();\n${moved}` };
    const changes = compare(base, head);
    expect(changes.edits).toHaveLength(1);
    const files = Object.fromEntries(
      revert(changes, allIds(changes)).files.map(({ path, text }) => [path, text ?? '']),
    );
    expect(isUnchanged(compare(base, files))).toBe(true);
  });

  test('a file that moved keeps its specifiers', () => {
    const text = 'export function f(x) { return a(x) * 2 + a(x - 1); }';
    const base: Files = { 'src/old.ts': `import { a, b } from './lib';\n${text}\nb();` };
    const head: Files = { 'src/deep/new.ts': `import { a } from '../lib';\n${text}` };
    const changes = compare(base, head);
    const restored = revert(changes, allIds(changes)).files[0]?.text ?? '';
    expect(restored).toContain("import { a, b } from '../lib';");
    expect(isUnchanged(compare(base, { 'src/deep/new.ts': restored }))).toBe(true);
  });
});

test('what parses only together is one edit', () => {
  const base = 'class A { #x = 1; get() { return this.#x; } }';
  const head = 'class A { x = 1; get() { return this.x; } }';
  expect(compare(base, head).edits).toHaveLength(1);
  const derived = compare(
    'class A extends B { constructor() { super(); this.a = 1; } }',
    'class A { constructor() { this.a = 2; } }',
  );
  expect(derived.edits).toHaveLength(1);
});
