import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createSolver } from '../../src/smt/chain';
import { nativeSolver } from '../../src/smt/native-solver';
import { regExpData } from '../../src/smt/regexp-operations';
import { satisfies } from '../../src/smt/satisfies';
import { integersFrom, type Term } from '../../src/smt/term';
import { Terms } from '../../src/smt/terms';

const folders: string[] = [];
const path = process.env['PATH'];
afterEach(() => {
  process.env['PATH'] = path;
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * A search path with one program on it that plays a solver: a function of the script that it is sent. It writes down
 * what it is asked.
 */
function pathWith(program: 'z3' | 'cvc5', answer: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'wingbeat-auto-'));
  folders.push(folder);
  const source = `#!${process.execPath}
const { appendFileSync } = require('node:fs');
const answer = ${answer};
let text = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  text += chunk;
  for (let end; (end = /\\(echo "([^"]+)"\\)/.exec(text)) !== null; ) {
    const script = text.slice(0, end.index);
    text = text.slice(end.index + end[0].length);
    appendFileSync(${JSON.stringify(join(folder, 'asked'))}, 'asked\\n');
    const said = answer(script);
    if (said !== null) process.stdout.write(said + '\\n' + end[1] + '\\n');
  }
});`;
  writeFileSync(join(folder, program), source, { mode: 0o755 });
  return folder;
}

function timesAsked(folder: string): number {
  return readFileSync(join(folder, 'asked'), 'utf8').split('\n').length - 1;
}

const passes = (version: string): string =>
  `(script) => script.includes(':version') ? 'sat\\nunsat\\n(:version "${version}")' : `;

function questions(terms: Terms): readonly (readonly [readonly Term[], 'sat' | 'unsat'])[] {
  const n = terms.symbol('n', 'num', integersFrom(0, 1000));
  const s = terms.symbol('s', 'str');
  const number = (value: number): Term => terms.constant(value);
  const remainder = terms.apply('num.eq', [terms.apply('num.rem', [n, number(7)]), number(3)]);
  const starts = terms.apply('str.startsWith', [s, terms.constant('abc')]);
  return [
    [[remainder], 'sat'],
    [[remainder, terms.apply('num.lt', [n, number(3)])], 'unsat'],
    [[starts, terms.apply('num.lt', [terms.apply('str.length', [s]), number(2)])], 'unsat'],
    [[starts], 'sat'],
  ];
}

function expectAnswers(searchPath: string): void {
  process.env['PATH'] = searchPath;
  const terms = new Terms();
  const chain = createSolver({ core: 'auto', lastResortMs: 2_000, without: ['domain', 'counter-example'] });
  try {
    for (const [constraints, expected] of questions(terms)) {
      const answer = chain.check({ constraints });
      expect(answer.kind).toBe(expected);
      if (answer.kind === 'sat') expect(satisfies(constraints, answer.model)).toBe(true);
    }
  } finally {
    chain.close();
  }
}

describe('a solver on the PATH is passed over', () => {
  test.each([
    ['when it prints garbage', '() => ")) sat ((x"'],
    ['when it says sat to everything', '() => "sat sat (:version \\"4.13.0\\")"'],
    ['when it complains', '() => "(error \\"what?\\")"'],
    ['when it says nothing', '() => null'],
    ['when it ends', '() => process.exit(1)'],
    ['when it is too old', `${passes('4.8.12')} ''`],
  ])('%s', (_, answer) => {
    const searchPath = pathWith('z3', answer);
    process.env['PATH'] = searchPath;
    expect(nativeSolver()).toBeNull();
    expect(timesAsked(searchPath)).toBe(1);
    expectAnswers(searchPath);
    expect(timesAsked(searchPath)).toBe(1);
  });

  test('when there is none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'wingbeat-auto-'));
    folders.push(folder);
    writeFileSync(join(folder, 'z3'), 'no program');
    process.env['PATH'] = folder;
    expect(nativeSolver()).toBeNull();
    expectAnswers(folder);
  });
});

describe('a solver on the PATH', () => {
  test.each(['z3', 'cvc5'] as const)('is taken when it answers: %s', (program) => {
    process.env['PATH'] = pathWith(program, `${passes('4.13.0')} ''`);
    expect(nativeSolver()).toBe(program === 'z3' ? 'native-z3' : 'cvc5');
  });

  test('that fails later is not asked again', () => {
    const searchPath = pathWith('z3', `${passes('4.13.0')} null`);
    expectAnswers(searchPath);
    // Once to see whether it answers, and once for a question that it did not answer.
    expect(timesAsked(searchPath)).toBe(2);
  });

  test('that turns to garbage later does not get in the way', () => {
    const searchPath = pathWith('z3', `${passes('4.13.0')} ")) sat ((x"`);
    expectAnswers(searchPath);
    expect(timesAsked(searchPath)).toBeLessThan(12);
  });

  test('that is really there gives the same answers', () => {
    expectAnswers(path ?? '');
  });
});

describe('cvc5', () => {
  test('does not take one regular expression for another that matches less', () => {
    const terms = new Terms();
    const text = terms.symbol('s', 'str');
    const matches = (flags: string): Term =>
      terms.apply('regexp.test', [text, terms.constant(0)], regExpData({ source: '^a.b$', flags, group: 0 }));
    const constraints = [matches('s'), terms.not(matches(''))];
    const chain = createSolver({ core: 'cvc5', lastResortMs: 2_000 });
    try {
      expect(chain.check({ constraints }).kind).not.toBe('unsat');
    } finally {
      chain.close();
    }
  });
});
