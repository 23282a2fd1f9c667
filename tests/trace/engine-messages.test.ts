import { compileFunction } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instrument } from '#trace/instrument';
import type { TraceMode } from '#trace/runner';
import { withRecorder } from './with-recorder';

let recorded: ReturnType<typeof withRecorder>;
beforeAll(() => void (recorded = withRecorder()));
afterAll(() => recorded.restore());

/** What things are called in the programs: `none` and `nothing` return what nothing can be done with. */
const head =
  'const none = () => undefined, nothing = () => null, plain = () => ({}), one = () => 1, self = () => all, any = async (x) => x;' +
  'const all = { none, nothing, plain, one, self, any, deep: { none, nothing, plain, self } };';

/** How `main` fails: the message, and the places of the file on the stack, by function and line. */
async function failure(body: string, mode: TraceMode | 'none'): Promise<string> {
  const code = `${head}\nexports.main = async function main() {\n${body}\n};`;
  const made = mode === 'none' ? code : instrument({ code, path: 'a.js', mode, format: 'commonjs' })?.code;
  if (made === undefined) throw new Error(`${code} does not parse`);
  const exported: { main?: () => Promise<unknown> } = {};
  compileFunction(made, ['exports'], { filename: '/p/a.js' })(exported);
  try {
    await exported.main?.call({ none: () => undefined, plain: () => ({}), self: () => exported });
    return 'no failure';
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const stack = [...(error.stack ?? '').matchAll(/^ +at (?:async )?(?:(\S+) \()?\/p\/a\.js:(\d+)/gm)];
    return [error.name, error.message, ...stack.map(([, name, line]) => `${name}:${line}`)].join('\n');
  }
}

/** Whole paths have a probe around what is waited for, which must not be missed when its result is of no use. */
async function expectSame(body: string, told = (text: string) => text): Promise<void> {
  const expected = told(await failure(body, 'none'));
  expect(told(await failure(body, 'after')), body).toBe(expected);
  if (!/await|yield/.test(body)) expect(told(await failure(body, 'paths')), body).toBe(expected);
}

test('what nothing can be put into shows the name of a probe', async () => {
  // FIXME: these have no arguments, or arguments that come after other code.
  expect(await failure('one()`a`', 'after')).toContain('$wbI0(...) is not a function');
  expect(await failure('plain()[one()]()', 'after')).toContain('$wbI0(...)[$wbI0(...)] is not a function');
  expect(await failure('(plain() || none()).x()', 'after')).toContain('$wb');
  // FIXME: that it would be iterated over is told only where nothing is around the call.
  expect(await failure('const [a] = all.x()', 'none')).toContain('all.x is not a function or its return value is not');
  expect(await failure('const [a] = all.x()', 'after')).toMatch(/all\.x is not a function$/m);
});

describe('failures are told as without probes', () => {
  test.each([
    'missing()',
    'none()()',
    'plain().x()',
    'plain().x(1)',
    'plain().x(...[1, 2])',
    'plain().x(`${one()}`)',
    'plain().x().y()',
    'self().plain().x(one())',
    'self().deep.plain().x.y.z()',
    "self()['deep'].plain().x()",
    'none().x()',
    'none().x',
    'new (plain())()',
    'new (plain().x)(1)',
    'new (class {})().x()',
    'new (class {})(one()).x(2)',
    'new missing.x()',
    'plain().x`a${one()}b`',
    'plain()?.x()',
    'one()?.()',
    'plain?.()()',
    '(await any({})).x()',
    '(await any({})).x(one())',
    '(await any(undefined)).x()',
    '(await any(1))()',
    'const { a } = none()',
    'const { a } = self().none(1, 2)',
    'const { a } = self().deep.nothing()',
    "const { 'a-b': a } = nothing()",
    'const { 1: a } = nothing()',
    'const { [one()]: a } = nothing()',
    'const { ...a } = nothing()',
    'const {} = nothing()',
    'const { a: { b } } = plain()',
    'const { a: { b } } = none()',
    'const [a] = none()',
    'const [a] = all.nothing()',
    'const [] = none()',
    'let a; ({ a } = none())',
    'let a; [a] = all.deep.none()',
    'for (const a of none()) one()',
    'for (const { a } of all.none()) one()',
    'const { a } = this.none()',
    'const { a } = this.self().plain().x()',
    'const { a } = await any()',
    'const [a] = await any(null)',
    'for (const a of await any()) one()',
    'const { a } = none?.()',
    'const [a] = all?.none()',
    'function f({ a }) {} f(none())',
    'const f = ({ a }) => a; f(none())',
    'Math.max(...one())',
    'new Map(one())',
    'class A extends plain() {}',
    "'x' in one()",
    'one() instanceof plain()',
    'plain().x.y = 1',
    'delete none().x',
    'throw new TypeError("own")',
    'JSON.parse(all.deep)',
    'one().toFixed(1000)',
    'nothing()[one()]',
    'plain()["a"]()',
    '[1].reduce(plain())',
    'one()(none())',
    'if (one().x()) none()',
    'return none()()',
    'const a = plain().x()',
    '(() => plain().x())()',
    '(function inner() { return plain().x(1) })()',
    'function* g() { const { a } = yield } const i = g(); i.next(); i.next()',
    'function* g() { (yield).x() } const i = g(); i.next(); i.next({})',
  ])('%s', async (body) => {
    const expected = await failure(body, 'none');
    expect(expected).not.toBe('no failure');
    await expectSame(body);
  });

  type Step = { readonly kind: 'get' | 'call' | 'maybe' | 'maybeCall' | 'literal'; readonly name: string };
  const names = fc.constantFrom('none', 'nothing', 'plain', 'one', 'self', 'deep', 'any');
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom('get', 'call', 'call', 'maybe', 'maybeCall', 'literal'),
    name: names,
  });
  const args = fc.constantFrom('', 'one()', '1', '...[one()]', 'self().one(), 2', '(1, one())', '() => 1');
  const chain = fc
    .tuple(names, fc.array(fc.tuple(step, args), { minLength: 1, maxLength: 5 }))
    .map(([root, steps]) => `${root === 'deep' ? 'all' : root}${steps.map(([s, a]) => written(s, a)).join('')}`);
  const form = fc.constantFrom(
    (text: string) => text,
    (text: string) => `const x = ${text}`,
    (text: string) => `const { a } = ${text}`,
    (text: string) => `const [a] = ${text}`,
    (text: string) => `new (${text})(1)`,
    (text: string) => `(await ${text}).x(1)`,
    (text: string) => `one(${text})`,
    (text: string) => `if (${text}) one()`,
    (text: string) => `for (const a of ${text}) one()`,
  );

  test('random chains', async () => {
    const iterates = /.* is not a function(?: or its return value is not iterable)?$/m;
    const property = fc.asyncProperty(chain, form, async (text, put) => {
      await expectSame(put(text), (told) => told.replace(iterates, 'not a function'));
      expect(await failure(put(text), 'after')).not.toContain('$wb');
    });
    await fc.assert(property, { numRuns: 500 });
  });

  function written({ kind, name }: Step, handed: string): string {
    switch (kind) {
      case 'get':
        return `.${name}`;
      case 'call':
        return `.${name}(${handed})`;
      case 'maybe':
        return `?.${name}`;
      case 'maybeCall':
        return `?.(${handed})`;
      case 'literal':
        return `['${name}'](${handed})`;
    }
  }
});
