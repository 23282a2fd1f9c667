import { describe, test } from 'vitest';
import { checkAll, checkExact, combinations } from './check-samples';
import { fewTexts, others, texts } from './sample-values';

const names = ['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError'];

describe.each(names)('%s', (name) => {
  test('is made with and without new', () => {
    checkExact(`function f(m) { return new ${name}(m); }`, combinations([[...fewTexts, ...others, 1.5]]));
    checkExact(`function f(m) { return ${name}(m); }`, combinations([fewTexts]));
    checkExact(`function f(m) { throw new ${name}(m); }`, combinations([fewTexts]));
    checkExact(
      `function f(m) { const e = new ${name}(m); return [e.message, e.name, String(e), Object.keys(e), 'message' in e, e.hasOwnProperty('message')]; }`,
      combinations([[...fewTexts, undefined]]),
    );
    checkExact(`function f() { return new ${name}(Symbol()); }`, [[]]);
  });

  test('has a cause', () => {
    checkExact(
      `function f(c) { const e = new ${name}('m', { cause: c }); return [e.cause, 'cause' in e, Object.hasOwn(e, 'stack')]; }`,
      combinations([[...others, 1]]),
    );
    checkExact(
      `function f(c) { const e = new ${name}('m', c); return ['cause' in e]; }`,
      combinations([[...others, 1]]),
    );
    checkExact(`function f() { return 'cause' in new ${name}('m', {}); }`, [[]]);
  });

  test('knows its kind', () => {
    checkExact(
      `function f() { const e = new ${name}(); return [e instanceof ${name}, e instanceof Error, e instanceof TypeError, e.constructor.name]; }`,
      [[]],
    );
  });
});

describe('errors', () => {
  test('of a subclass', () => {
    const source = `function f(m) {
      class Own extends Error { constructor(text) { super('own ' + text, { cause: 1 }); this.name = 'Own'; this.code = 7; } }
      const e = new Own(m);
      return [String(e), e.message, e.code, e.cause, e instanceof Own, e instanceof Error, Object.keys(e)];
    }`;
    checkExact(source, combinations([texts]));
    checkExact('function f(m) { class Own extends TypeError {} throw new Own(m); }', combinations([fewTexts]));
  });

  test('toString', () => {
    checkExact(
      'function f(n, m) { return Error.prototype.toString.call({ name: n, message: m }); }',
      combinations([
        [...fewTexts, ...others],
        [...fewTexts, ...others],
      ]),
    );
    checkExact('function f(v) { return Error.prototype.toString.call(v); }', combinations([[...others, 'a', 1]]));
    checkExact('function f() { return Error.prototype.toString.call({}); }', [[]]);
  });

  test('AggregateError', () => {
    checkExact(
      'function f(a, m) { const e = new AggregateError([a, 2], m, { cause: 3 }); return [e.errors, e.message, e.cause, String(e), Object.hasOwn(e, "stack")]; }',
      combinations([[1, 'x'], fewTexts]),
    );
    checkExact('function f(v) { return new AggregateError(v); }', combinations([[undefined, null, 1, true]]));
    checkExact('function f() { return AggregateError("ab").errors; }', [[]]);
  });

  test('captureStackTrace', () => {
    checkExact(
      'function f() { const o = {}; const r = Error.captureStackTrace(o); return [r, Object.getOwnPropertyNames(o), Object.keys(o)]; }',
      [[]],
    );
    checkExact('function f() { return Error.captureStackTrace(1); }', [[]]);
    checkExact('function f() { return Error.captureStackTrace(Object.freeze({})); }', [[]]);
    checkExact('function f() { return typeof Error.stackTraceLimit; }', [[]]);
  });

  test('the stack is some text', () => {
    checkAll(
      'function f() { const e = new Error("a"); return [typeof e.stack, "stack" in e, Object.hasOwn(e, "stack")]; }',
      [[]],
    );
    checkAll('function f() { try { null.x; } catch (e) { return [typeof e.stack, Object.hasOwn(e, "stack")]; } }', [
      [],
    ]);
    checkExact(
      'function f(s) { const e = new Error("a"); e.stack = s; return [e.stack, Object.keys(e)]; }',
      combinations([fewTexts]),
    );
  });
});

describe('texts for addresses', () => {
  const encoded = [...texts, '%E4%BD%A0', '%', '%e4', '%41', 'a b&c=d/é?#', '\ud83d\ude00', '100%', '%u0041', '%23'];

  test.each(['encodeURI', 'encodeURIComponent', 'decodeURI', 'decodeURIComponent', 'escape', 'unescape'])(
    '%s',
    (name) => {
      checkAll(`function f(s) { return ${name}(s); }`, combinations([[...encoded, ...others, 1.5]]));
      checkExact(`function f(s) { return ${name}(s); }`, combinations([['', 'a', 'abc_1-2.']]));
      checkAll(`function f() { return ${name}(Symbol()); }`, [[]]);
    },
  );
});
