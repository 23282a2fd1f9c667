import { describe, expect, test } from 'vitest';
import { checkAll, checkBounded, checkExact, checkSamples, combinations } from './check-samples';
import { fewTexts, others, texts } from './sample-values';

const parts = ['', 'a', 'bc', ',', '\ude00', 'z', '$'];
const replacements = ['', 'x', '$$', '[$&]', "$`|$'", '$1$0$<n>', '$', 'a$'];

describe('replace by a text', () => {
  test.each(['replace', 'replaceAll'])('%s', (method) => {
    checkAll(`function f(s, t, r) { return s.${method}(t, r); }`, combinations([fewTexts, parts, replacements]), {
      elements: 10,
    });
    checkExact(`function f(s, t) { return s.${method}(t, 'x'); }`, combinations([texts, parts]));
    checkExact(`function f(s, t) { return s.${method}(t, "<$&|$\`|$'>"); }`, combinations([fewTexts, parts]), {
      elements: 10,
    });
    checkExact(
      `function f(s, t) { const seen = []; const r = s.${method}(t, (...a) => { seen.push(a); return a[1]; }); return [r, seen]; }`,
      combinations([fewTexts, parts]),
      { elements: 10 },
    );
    checkAll(
      `function f(v, w) { return String.prototype.${method}.call(v, w, w); }`,
      combinations([
        [...others, 'a'],
        [...others, 'a'],
      ]),
    );
    checkExact(
      `function f(s) { return s.${method}({ [Symbol.replace]: (t, r) => t + r }, 'x'); }`,
      combinations([fewTexts]),
    );
    checkExact(
      `function f(s) { return s.${method}('a', () => ({ toString: () => 'obj' })); }`,
      combinations([['', 'abc']]),
    );
    checkExact(
      `function f(s) { return s.${method}('a', () => { throw new RangeError('no ' + s); }); }`,
      combinations([['', 'abc']]),
    );
  });
});

describe('split', () => {
  test('by a text', () => {
    checkExact('function f(s, t) { return s.split(t); }', combinations([fewTexts, [...parts, undefined, null]]), {
      elements: 8,
    });
    checkExact(
      'function f(s, t, n) { return s.split(t, n); }',
      combinations([fewTexts, ['', ',', 'b'], [0, 1, 2, 2 ** 32, 2 ** 32 + 1, -1, undefined, 1.9, '2']]),
      {
        elements: 8,
      },
    );
    checkExact('function f(s) { return s.split(); }', combinations([texts]));
    checkExact('function f(s) { return s.split(undefined, 0); }', combinations([fewTexts]));
    checkBounded(
      'function f(v, w) { return String.prototype.split.call(v, w); }',
      combinations([
        [...others, 'a'],
        [...others, 'a'],
      ]),
    );
    checkExact('function f(s) { return s.split({ [Symbol.split]: (t, n) => [t, n] }, 3); }', combinations([fewTexts]));
  });

  test('an open text beyond the limit is cut', () => {
    const { cut, predicted } = checkSamples('function f(s) { return s.split(","); }', [['a,b'], ['a,b,c,d,e']], {
      elements: 3,
    });
    expect([cut.map(({ reason }) => reason), predicted]).toEqual([['loop-bound'], 1]);
  });

  test('a known text is not', () => {
    checkExact('function f() { return "a,b,c,d,e,f,g".split(","); }', [[]], { elements: 3 });
  });
});

const expressions = [
  '/a/',
  '/a/g',
  '/a/y',
  '/a/gy',
  '/(a)|(b)/g',
  '/(?<x>a)(?<y>z)?/',
  '/(?<x>[ab])(?<y>c)?/g',
  '/(?:)/g',
  '/(?:)/gu',
  '/x*/g',
  '/(\\w)(\\W)?/',
  '/[^]/gu',
  '/^./',
  '/$/m',
  '/,/g',
  '/(?=b)/g',
  '/(?<!a)b(?!z)/',
  '/\\u{1f600}/u',
  '/(.)\\1/s',
  '/((a)|b){2}/',
  '/[\\]\\[(]/',
  '/A/i',
];

const subjects = ['', 'a', 'ba', 'aabb', 'a,b', '\ud83d\ude00x', '\udc00', 'aca', '[(]'];
const limits = { elements: 10 };

describe.each(expressions)('%s', (expression) => {
  test('exec', () => {
    checkExact(
      `function f(s) { const r = ${expression}; const m = r.exec(s); return [m, r.lastIndex]; }`,
      combinations([subjects]),
    );
    checkExact(
      `function f(s, i) { const r = ${expression}; r.lastIndex = i; return [r.exec(s), r.lastIndex, r.exec(s), r.lastIndex]; }`,
      combinations([subjects, [0, 1, 2, -1, 1.5, 100, Number.NaN, '1', null]]),
    );
  });

  test('test', () => {
    checkExact(
      `function f(s) { const r = ${expression}; return [r.test(s), r.lastIndex, r.test(s), r.lastIndex]; }`,
      combinations([subjects]),
    );
  });

  test('match, search', () => {
    checkExact(`function f(s) { return s.match(${expression}); }`, combinations([subjects]), limits);
    checkExact(`function f(s) { return s.search(${expression}); }`, combinations([subjects]), limits);
    checkExact(
      `function f(s) { const r = ${expression}; r.lastIndex = 1; return [s.match(r), r.lastIndex, s.search(r), r.lastIndex]; }`,
      combinations([subjects]),
      limits,
    );
  });

  test('matchAll', () => {
    checkExact(
      `function f(s) { const r = ${expression}; r.lastIndex = 1; return [[...s.matchAll(r)], r.lastIndex]; }`,
      combinations([subjects]),
      limits,
    );
  });

  test('replace', () => {
    for (const method of ['replace', 'replaceAll']) {
      checkExact(
        `function f(s) { return s.${method}(${expression}, "<$&$1$<x>$11$\`$'$$>"); }`,
        combinations([subjects]),
        limits,
      );
      checkExact(
        `function f(s) { const seen = []; const t = s.${method}(${expression}, (...a) => { seen.push(a); return 'x'; }); return [t, seen]; }`,
        combinations([subjects]),
        limits,
      );
    }
    checkExact(
      `function f(s, r) { return s.replace(${expression}, r); }`,
      combinations([subjects, ['', 'x', 'yz']]),
      limits,
    );
  });

  test('split', () => {
    checkExact(`function f(s) { return s.split(${expression}); }`, combinations([subjects]), limits);
    checkExact(
      `function f(s, n) { return s.split(${expression}, n); }`,
      combinations([subjects, [0, 1, 3, -1]]),
      limits,
    );
  });
});

describe('regular expressions', () => {
  test('the constructor', () => {
    checkAll(
      'function f(p, g) { return new RegExp(p, g); }',
      combinations([
        ['a', '(', '', '/', 'a|b', '\n', undefined, null, 1],
        ['', 'g', 'gi', 'gg', 'x', undefined, null],
      ]),
    );
    checkExact(
      'function f() { const r = /a/gi; return [new RegExp(r), new RegExp(r, "m"), RegExp(r) === r, new RegExp(r) === r, RegExp(r, "g") === r]; }',
      [[]],
    );
    checkExact('function f() { return new RegExp(Symbol.match); }', [[]]);
    checkExact(
      'function f(s) { class R extends RegExp { hit(t) { return this.test(t); } } return new R("a", "g").hit(s); }',
      [['a'], ['b']],
    );
  });

  test('what they say of themselves', () => {
    const names = [
      'source',
      'flags',
      'global',
      'ignoreCase',
      'multiline',
      'dotAll',
      'unicode',
      'unicodeSets',
      'sticky',
      'hasIndices',
      'lastIndex',
    ];
    const read = names.map((name) => `r.${name}`).join(', ');
    for (const expression of ['/a\\/b/', '/[/]/dgimsuy', 'new RegExp("/")', '/x/v']) {
      checkExact(
        `function f() { const r = ${expression}; return [${read}, r.toString(), String(r), Object.keys(r)]; }`,
        [[]],
      );
    }
    checkExact(`function f() { const r = RegExp.prototype; return [${read}, r.toString()]; }`, [[]]);
    for (const name of names.slice(0, -1)) {
      const getter = `Object.getOwnPropertyDescriptor(RegExp.prototype, '${name}').get`;
      checkExact(`function f(v) { return ${getter}.call(v); }`, [[1], [undefined], ['a']]);
    }
    checkExact('function f() { return RegExp.prototype.toString.call({ source: 1, flags: "q" }); }', [[]]);
    checkExact(
      'function f() { return Object.getOwnPropertyDescriptor(RegExp.prototype, "flags").get.call({ global: 1, sticky: true }); }',
      [[]],
    );
  });

  test('wrong receivers', () => {
    for (const method of ['exec', 'test', 'toString']) {
      checkExact(`function f(v) { return RegExp.prototype.${method}.call(v, 'a'); }`, [
        [1],
        ['x'],
        [undefined],
        [null],
      ]);
    }
    checkExact('function f() { return RegExp.prototype.exec.call({}, "a"); }', [[]]);
    checkExact('function f() { return RegExp.prototype.test.call([], "a"); }', [[]]);
    for (const symbol of ['match', 'matchAll', 'search', 'split']) {
      checkExact(`function f(v) { return RegExp.prototype[Symbol.${symbol}].call(v, 'a'); }`, [[1], [undefined]]);
    }
    checkExact('function f() { return "a".matchAll(/a/g).next.call({}); }', [[]]);
  });

  test('patterns given as text', () => {
    checkAll(
      'function f(s, p) { return s.match(p); }',
      combinations([
        ['', 'abc', 'a.c'],
        ['', 'b', '.', '(', undefined, null],
      ]),
    );
    checkAll(
      'function f(s, p) { return s.search(p); }',
      combinations([
        ['', 'abc', 'a.c'],
        ['', 'b', '.', '(', undefined],
      ]),
    );
    checkAll(
      'function f(s, p) { return [...s.matchAll(p)]; }',
      combinations([
        ['', 'abab', 'a.c'],
        ['b', '.', '('],
      ]),
      limits,
    );
  });

  test('an expression of their own', () => {
    checkExact('function f(s) { return s.match({ [Symbol.match]: (t) => [t, 1] }); }', combinations([subjects]));
    checkExact('function f(s) { return s.search({ [Symbol.search]: (t) => t.length }); }', combinations([subjects]));
    checkExact('function f(s) { return s.matchAll({ [Symbol.matchAll]: (t) => [t] }); }', combinations([subjects]));
    checkExact('function f(s) { const r = /a/g; Object.freeze(r); return r.exec(s); }', [['a'], ['b']]);
  });

  test('what is not supported is said', () => {
    expect(reasons('function f(s) { return /a/d.exec(s); }')).toEqual(['the indices of a match']);
    expect(reasons('function f(s) { /(a)/.exec(s); return RegExp.$1; }')).toEqual(['get RegExp.$1 of an open value']);
    expect(reasons('function f(s) { const r = /a/; r.exec = () => null; return r.test(s); }')).toEqual([
      'RegExp.prototype.test on another object',
    ]);
  });

  test('a pattern made of an open text stands for one', () => {
    const { concretised } = checkSamples('function f(p) { return new RegExp(p); }', [['a'], ['b']]);
    expect(concretised).toBe(true);
  });
});

function reasons(source: string): string[] {
  return checkSamples(source, [['a']]).cut.map(({ reason }) => reason);
}

describe('expressions that come to something simpler', () => {
  const spaced = [
    ...fewTexts,
    ' a ',
    '\n\ta b\u00a0\ufeff',
    '  ',
    'a\n ',
    ' \ud83d',
    '\u180ea\u2029',
    'a.b.c',
    '.',
    '//a/',
  ];

  test.each([
    String.raw`/^\s+|\s+$/g`,
    String.raw`/^\s+|\s+$/`,
    String.raw`/^\s+|\s+$/gm`,
    String.raw`/^\s*|\s*$/g`,
    String.raw`/^\s*|\s*$/`,
    String.raw`/^\s+/`,
    String.raw`/^\s*/g`,
    String.raw`/\s+$/`,
    String.raw`/\s*$/g`,
    String.raw`/\s*$/u`,
    String.raw`/\s+$/y`,
    String.raw`/^[\s\uFEFF\xA0]+|[\s\uFEFF\xA0]+$/g`,
    String.raw`/^ +| +$/g`,
    String.raw`/\./g`,
    String.raw`/\./`,
    String.raw`/./g`,
    String.raw`/\//g`,
    String.raw`/a b/g`,
    String.raw`/A/gi`,
    String.raw`/a/gy`,
    String.raw`/\D+/g`,
    String.raw`/[^a]+/gu`,
    String.raw`/\s+/g`,
  ])('%s', (expression) => {
    checkAll(`function f(s) { return s.replace(${expression}, ''); }`, combinations([spaced]), { elements: 12 });
    checkAll(`function f(s) { return s.replace(${expression}, 'x'); }`, combinations([spaced]), { elements: 12 });
    checkAll(`function f(s, t) { return s.replace(${expression}, t); }`, combinations([spaced, ['-', '', '$&']]), {
      elements: 12,
    });
    checkAll(`function f(s) { return s.split(${expression}); }`, combinations([spaced]), { elements: 12 });
    checkAll(
      `function f(s) { const r = ${expression}; r.lastIndex = 1; const t = s.replace(r, ''); return [t, r.lastIndex]; }`,
      combinations([spaced]),
      { elements: 12 },
    );
  });

  test('pieces that are joined again', () => {
    const separators = [',', 'a', 'aa', '', '\ude00'];
    checkAll(
      'function f(s, t) { return s.split(t).join("-"); }',
      combinations([[...spaced, 'aaa', ',,'], separators]),
      {
        elements: 10,
      },
    );
    checkAll('function f(s, t, n) { return s.split(t, n).join("-"); }', combinations([fewTexts, separators, [1, 2]]), {
      elements: 10,
    });
    checkAll(
      'function f(s) { const all = s.split(","); all.reverse(); return all.join(";"); }',
      combinations([['a,b,c', ',', 'a,', ',,', 'x']]),
    );
    checkAll(
      'function f(s) { const all = s.split(","); all.pop(); return all.join(";"); }',
      combinations([['a,b,c', ',', 'a,', ',,', 'x']]),
    );
  });
});
