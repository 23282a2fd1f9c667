import { tmpdir } from 'node:os';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeAtHand } from '#behaviour/code-at-hand';
import { buildDependenceGraph } from '#dependence/dependence-graph';
import { PossibleCalls } from '#directed/possible-calls';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { handingProgram } from './arbitrary-handing-program';

function nameOf(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('#'), name.lastIndexOf('.')) + 1);
}

/** For each function at the top of a module, the names of the functions at its hand; null where it cannot be told. */
function codeAtHand(text: string): Map<string, ReadonlySet<string> | null> {
  const loaded = loadProgram(openTexts(tmpdir(), { 'a.js': text }));
  const { program } = loaded;
  const graph = buildDependenceGraph(program, (_, specifier) => ({ kind: 'external', name: specifier }));
  const code = new CodeAtHand(graph, loaded, new PossibleCalls(graph), () => true);
  const found = new Map<string, ReadonlySet<string> | null>();
  loaded.module('a.js')?.functions.forEach((fn, index) => {
    if (!/^f\d$/.test(fn.qualifiedName)) return;
    const at = code.of(program.functionAt(0, index));
    found.set(fn.qualifiedName, at === null ? null : new Set([...at].map((each) => nameOf(program.nameOf(each)))));
  });
  return found;
}

/** The functions that run when one is called on a fresh module, and then whatever it has given away. */
function runs(text: string, name: string): readonly string[] {
  const script = `
    const ran = new Set();
    let fuel = 0;
    const note = (name) => { if (fuel-- <= 0) throw new Error('enough'); ran.add(name); };
    const exports = {};
    const load = new Function('exports', 'note', text);
    const start = () => { fuel = 60; };
    const inside = (value, seen) => {
      if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value)) return;
      seen.add(value);
      for (const key of Reflect.ownKeys(value)) {
        if (key === 'prototype' && !String(value).startsWith('class')) continue;
        if (key === 'constructor' || key === 'caller' || key === 'callee' || key === 'arguments') continue;
        start();
        try { inside(value[key], seen); } catch {}
      }
    };
    for (const x of [0, 1]) {
      start();
      try { load(exports, note); } catch {}
      ran.clear();
      const given = { p: 1 };
      const results = new Set();
      const called = new Set();
      const call = (value, ...args) => {
        start();
        try { inside(value(...args), results); } catch (error) { if (typeof error !== 'object') inside(error, results); }
        try { inside(new value(...args), results); } catch {}
      };
      start();
      try { inside(exports[name](x, given), results); } catch (error) { if (error.message !== 'enough') inside(error, results); }
      inside(given, results);
      for (let round = 0; round < 3; round++) {
        for (const value of [...results]) {
          if (typeof value !== 'function' || called.has(value) || called.size > 40) continue;
          called.add(value);
          call(value, x, given);
        }
      }
    }
    [...ran];`;
  const found: unknown = runInNewContext(script, { text, name, Reflect, Set });
  return found as readonly string[];
}

function check(text: string): number {
  let told = 0;
  for (const [name, code] of codeAtHand(text)) {
    if (code === null) continue;
    told++;
    const missing = runs(text, name).filter((each) => !code.has(each));
    expect(missing, `${text}\n${name}: ${[...code].join(' ')}`).toEqual([]);
  }
  return told;
}

describe('the code at hand of a function', () => {
  it('has all that runs in a call and in calls of what it gave away', () => {
    let told = 0;
    fc.assert(
      fc.property(handingProgram, (text) => {
        told += check(text.replaceAll('□', '1'));
      }),
      { numRuns: Number(process.env['GENERATED_RUNS'] ?? '40') },
    );
    expect(told).toBeGreaterThan(20);
  });

  const table: readonly (readonly [what: string, text: string, code: readonly string[] | null])[] = [
    ['a call', 'const f1 = () => 1; const f0 = () => f1(); exports.f0 = f0;', ['f0', 'f1']],
    ['no more than that', 'const f1 = () => 1; const f0 = () => 2; exports.f0 = f0; exports.f1 = f1;', ['f0']],
    ['what it reads the name of', 'const f1 = () => 1; const f0 = () => f1.name;', ['f0', 'f1']],
    ['what it makes a text of', 'const f1 = () => 1; const f0 = (x) => x + f1;', ['f0', 'f1']],
    ['what it writes into a text', 'const f1 = () => 1; const f0 = (x) => `${x} ${f1}`;', ['f0', 'f1']],
    [
      'what it counts the parameters of',
      'const f1 = (a) => 1; const f0 = (x) => (f1.length > x ? 1 : 2);',
      ['f0', 'f1'],
    ],
    ['what it returns', 'const f1 = () => 1; const f0 = () => f1; exports.f0 = f0;', ['f0', 'f1']],
    [
      'what is inside of what it returns',
      'const f1 = () => 1; const o = { a: [f1] }; const f0 = () => o;',
      ['f0', 'f1'],
    ],
    [
      'what is made inside of another function only where that runs',
      'const f1 = (g) => { const c1 = () => 1; g.list = [c1]; return c1; }; const f0 = (g) => g.list[0];',
      ['f0'],
    ],
    [
      'what a function makes that it returns',
      'const f2 = () => 1; const f1 = () => () => f2(); const f0 = () => f1; exports.f0 = f0;',
      ['f0', 'f1', 'f2', '<fn1>'],
    ],
    [
      'what a module body has made',
      'const f1 = () => () => f2(); const f2 = () => 1; const kept = f1(); const f0 = () => kept;',
      ['f0', 'f2', '<fn1>'],
    ],
    [
      'no more where an object without a parent is made',
      'const f1 = () => 1; const o = Object.assign(Object.create(null), { a: 1 }); const f0 = (x) => o[x];',
      ['f0'],
    ],
    [
      'what such an object is given',
      'const f1 = () => 1; const o = Object.create(null); o.a = f1; const f0 = (x) => o[x];',
      ['f0', 'f1'],
    ],
    [
      'what a module exports under a name',
      'exports = module.exports = {}; exports.f1 = () => 1; const f0 = () => exports.f1;',
      ['f0', 'f1'],
    ],
    ...['exports', 'exports[x]', 'module', 'module[x].f1'].map((text): [string, string, null] => [
      `nothing where it takes whatever the module exports: ${text}`,
      `exports.f1 = () => 1; const f0 = (x) => ${text};`,
      null,
    ]),
    ...[
      'const o = Object.create({ a: f1 });',
      'const o = Object.create(null, { a: { value: f1 } });',
      'const o = Object.create(...[null, { a: { value: f1 } }]);',
      'const { create } = Object; const o = create(null, { a: { value: f1 } });',
      'const make = Object.create; const o = make({ a: f1 });',
    ].map((text): [string, string, null] => [
      `nothing where names come of data: ${text}`,
      `const f1 = () => 1; ${text} const f0 = (x) => o[x];`,
      null,
    ]),
    [
      'nothing where anything may be called',
      'const all = []; const f0 = (x) => all[x](x)(x); exports.all = all;',
      null,
    ],
  ];
  it.each(table)('has %s', (_, text, code) => {
    const found = codeAtHand(text).get('f0') ?? null;
    expect(found === null ? null : [...found].toSorted()).toEqual(code === null ? null : code.toSorted());
  });
});
