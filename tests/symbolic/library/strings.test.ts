import { describe, test } from 'vitest';
import { checkAll, checkBounded, checkExact, combinations } from './check-samples';
import { fewTexts, numbers, others, positions, texts } from './sample-values';

const anyValue = [...fewTexts, ...others, 0, -1.5, Number.NaN];
const fewValues = [undefined, null, true, 'a', '1', 2, 12n] as const;

describe('pieces by position', () => {
  test.each(['at', 'charAt', 'charCodeAt', 'codePointAt'])('%s', (method) => {
    checkExact(`function f(s, i) { return s.${method}(i); }`, combinations([texts, positions]));
    checkExact(`function f(s) { return s.${method}(); }`, combinations([texts]));
    checkExact(
      `function f(s, i) { return String.prototype.${method}.call(s, i); }`,
      combinations([anyValue, [...others.slice(0, 4), '1', 'x']]),
    );
  });

  test.each(['slice', 'substring', 'substr'])('%s', (method) => {
    const ends = [...positions, undefined];
    checkExact(`function f(s, i, j) { return s.${method}(i, j); }`, combinations([fewTexts, positions, ends], 900));
    checkExact(`function f(s, i) { return s.${method}(i); }`, combinations([texts, [...positions, '1', null, true]]));
    checkExact(`function f(s) { return s.${method}(); }`, combinations([texts]));
    checkExact(
      `function f(s, i) { return s.${method}({ valueOf() { return i; } }, { toString: () => '2' }); }`,
      combinations([fewTexts, positions]),
    );
    checkExact(
      `function f(s, i) { return String.prototype.${method}.call(s, i); }`,
      combinations([anyValue, [1, undefined, 12n]]),
    );
    checkExact(`function f(s) { return s.${method}(Symbol('x')); }`, combinations([['abc']]));
  });
});

describe('search for a text', () => {
  const parts = ['', 'a', 'bc', ',', '\ude00', 'abcabc', 'z'];
  const froms = [...positions, undefined];

  test.each(['includes', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf'])('%s', (method) => {
    checkExact(`function f(s, t, i) { return s.${method}(t, i); }`, combinations([fewTexts, parts, froms], 900));
    checkExact(`function f(s, t) { return s.${method}(t); }`, combinations([texts, texts]));
    checkExact(
      `function f(s, t) { return String.prototype.${method}.call(s, t, '1'); }`,
      combinations([anyValue, fewValues]),
    );
    checkExact(`function f(s) { return s.${method}(/a/); }`, combinations([fewTexts]));
    checkExact(
      `function f(s) { const r = /a/; r[Symbol.match] = false; return s.${method}(r); }`,
      combinations([['/a/', 'x/a/y', '']]),
    );
    checkExact(`function f(s, t) { return s.${method}([t]); }`, combinations([fewTexts, fewTexts]));
  });
});

describe('making other strings', () => {
  test('concat', () => {
    checkExact('function f(s, a, b) { return s.concat(a, b); }', combinations([fewTexts, fewValues, anyValue]));
    checkExact('function f(s) { return s.concat(); }', combinations([texts]));
    checkExact('function f(s) { return String.prototype.concat.call(s, Symbol.iterator); }', combinations([anyValue]));
  });

  test('repeat', () => {
    const counts = [0, -0, 1, 3, 2.9, -1, -0.5, -1.5, Infinity, -Infinity, Number.NaN, 2 ** 30, 2 ** 40, '2', '-3'];
    checkExact('function f(s, n) { return s.repeat(n); }', combinations([['', 'a', 'ab'], counts]));
    checkExact('function f(s) { return s.repeat({ valueOf: () => -1 }); }', combinations([['', 'a', 'ab']]));
    checkExact('function f(s) { return s.repeat([-1]); }', combinations([['a']]));
    checkExact('function f(s) { return String.prototype.repeat.call(s, 2); }', combinations([anyValue]));
  });

  test.each(['padStart', 'padEnd'])('%s', (method) => {
    const lengths = [0, 3, 7.5, -1, Number.NaN, Infinity, 2 ** 30, 2 ** 53, -Infinity, '5', undefined];
    const fills = ['', ' ', 'xy', undefined, null, 7];
    checkExact(`function f(s, n, t) { return s.${method}(n, t); }`, combinations([['', 'a', 'abcd'], lengths, fills]));
    checkExact(`function f(s, n) { return s.${method}(n); }`, combinations([['', 'a', 'abcd'], lengths]));
    checkExact(
      `function f(s, n) { let log = ''; s.${method}(n, { toString() { log += 'asked'; return '-'; } }); return log; }`,
      combinations([
        ['', 'a', 'abcd'],
        [0, 2, 5],
      ]),
    );
    checkExact(
      `function f(s, n) { return s.${method}(n, Symbol.match); }`,
      combinations([
        ['a', 'abcd'],
        [2, 5],
      ]),
    );
  });

  test.each([
    'toLowerCase',
    'toUpperCase',
    'trim',
    'trimStart',
    'trimEnd',
    'trimLeft',
    'trimRight',
    'toString',
    'valueOf',
  ])('%s', (method) => {
    checkExact(`function f(s) { return s.${method}(); }`, combinations([texts]));
    checkExact(`function f(s) { return String.prototype.${method}.call(s); }`, combinations([anyValue]));
    checkExact(`function f(s) { return Object(s).${method}(); }`, combinations([texts]));
    checkExact(`function f() { return String.prototype.${method}.call(['A ']); }`, [[]]);
  });
});

describe('the constructor', () => {
  test('String', () => {
    checkExact('function f(v) { return String(v); }', combinations([[...texts, ...numbers, ...others]]));
    checkExact('function f() { return [String(), String(Symbol("d")), String([1, [2]]), String({})]; }', [[]]);
    checkExact('function f(v) { return new String(v); }', combinations([anyValue]));
    checkExact(
      'function f(s) { const b = new String(s); return [b.length, b[0], typeof b, b + "!"]; }',
      combinations([texts]),
    );
    checkExact('function f() { return new String(Symbol("d")); }', [[]]);
    checkExact(
      'function f(s) { class T extends String { twice() { return this + this; } } return new T(s).twice(); }',
      [['ab']],
    );
  });

  test('fromCharCode', () => {
    checkExact(
      'function f(a, b) { return String.fromCharCode(a, b); }',
      combinations([[...numbers, '65', null], numbers]),
    );
    checkExact('function f() { return String.fromCharCode(); }', [[]]);
  });

  test('fromCodePoint', () => {
    const codes = [...numbers, 0x1f600, 0xd800, 0x10ffff, 0x110000, '65', 'x', undefined, null];
    checkExact('function f(a, b) { return String.fromCodePoint(a, b); }', combinations([codes, codes]));
    checkExact('function f() { return String.fromCodePoint(1n); }', [[]]);
  });

  test('raw', () => {
    checkExact('function f(a, b) { return String.raw`x${a}\\n${b}`; }', combinations([fewTexts, fewValues]));
    checkExact('function f(a, b) { return String.raw({ raw: [a, 1, b] }, "-"); }', combinations([fewTexts, fewValues]));
    checkExact(
      'function f(a) { return String.raw({ raw: a }, 1, 2, 3); }',
      combinations([[...fewTexts.slice(0, 3), undefined]]),
      {
        elements: 8,
      },
    );
    checkExact('function f() { return String.raw(); }', [[]]);
  });
});

test('iteration gives code points', () => {
  const limits = { elements: 8 };
  checkExact(
    'function f(s) { const it = s[Symbol.iterator](); return [it.next(), it.next(), it.next()]; }',
    combinations([texts]),
  );
  checkBounded('function f(s) { return [...s]; }', combinations([texts.filter((text) => text.length < 6)]), limits);
  checkBounded(
    'function f(s) { let n = 0; for (const c of s) n += c.length; return n; }',
    combinations([fewTexts]),
    limits,
  );
  checkExact('function f(s) { const it = s[Symbol.iterator](); return it[Symbol.iterator]() === it; }', [['a']]);
  checkExact('function f(v) { return String.prototype[Symbol.iterator].call(v).next(); }', combinations([anyValue]));
  checkExact('function f() { return ""[Symbol.iterator]().next.call({}); }', [[]]);
});

describe('languages and Unicode', () => {
  test('localeCompare', () => {
    checkExact('function f(a, b) { return a.localeCompare(b); }', combinations([texts, texts]));
    checkAll('function f(a, b) { return a.localeCompare(b, "de"); }', combinations([fewTexts, ['ä', 'z', '']]));
    checkAll('function f(a, b) { return a.localeCompare(b, "no such locale"); }', [['a', 'b']]);
  });

  test('normalize', () => {
    checkAll(
      'function f(a, b) { return a.normalize(b); }',
      combinations([texts, ['NFC', 'NFD', 'NFKC', 'NFKD', undefined, 'x']]),
    );
  });

  test.each(['toLocaleLowerCase', 'toLocaleUpperCase'])('%s', (method) => {
    checkExact(`function f(a) { return a.${method}(); }`, combinations([texts]));
    checkAll(`function f(a) { return a.${method}('tr'); }`, combinations([['Iİiı', 'abc']]));
  });

  test('lone surrogates', () => {
    checkExact('function f(a) { return a.isWellFormed(); }', combinations([texts]));
    checkAll('function f(a) { return a.toWellFormed(); }', combinations([texts]));
  });
});
