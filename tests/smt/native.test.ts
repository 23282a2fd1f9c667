import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createSolver } from '../../src/smt/chain';
import { satisfies } from '../../src/smt/satisfies';
import { integersFrom, type Term } from '../../src/smt/term';
import { Terms } from '../../src/smt/terms';
import { WorkerRunner } from '../../src/smt/worker-runner';

const solvers = [
  { kind: 'native-z3', program: 'z3', command: ['z3', '-in'] },
  {
    kind: 'cvc5',
    program: 'cvc5',
    command: ['cvc5', '--incremental', '--fp-exp', '--strings-exp', '--produce-models'],
  },
] as const;

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

describe.each(solvers)('$program over pipes', ({ kind, program, command }) => {
  const there = isThere(program);
  const reason = there ? '' : ` (skipped: ${program} is not on the PATH)`;

  test.skipIf(!there)(`answers questions of all sorts${reason}`, () => {
    const terms = new Terms();
    const chain = createSolver({ core: kind, without: ['domain', 'counter-example'] });
    for (const [constraints, expected] of questions(terms)) {
      const answer = chain.check({ constraints });
      expect(answer.kind).toBe(expected);
      if (answer.kind === 'sat') expect(satisfies(constraints, answer.model)).toBe(true);
    }
    chain.close();
  });

  test.skipIf(!there)(`is started again when it was killed${reason}`, () => {
    const runner = new WorkerRunner('native-worker', command);
    const script = '(reset)(set-logic ALL)(declare-const x Int)(assert (> x 3))(check-sat)';
    expect(runner.run(script, 20_000)).toEqual({ kind: 'output', text: expect.stringContaining('sat') });
    const pid = runner.childProcess;
    expect(pid).not.toBeNull();
    if (pid !== null) process.kill(pid, 'SIGKILL');
    expect(runner.run(script, 20_000).kind).toBe('lost');
    expect(runner.run(script, 20_000)).toEqual({ kind: 'output', text: expect.stringContaining('sat') });
    expect(runner.childProcess).not.toBe(pid);
    runner.close();
  });
});

function questions(terms: Terms): readonly (readonly [readonly Term[], 'sat' | 'unsat'])[] {
  const n = terms.symbol('n', 'num', integersFrom(0, 1000));
  const x = terms.symbol('x', 'num');
  const s = terms.symbol('s', 'str');
  const number = (value: number): Term => terms.constant(value);
  const remainder = terms.apply('num.eq', [terms.apply('num.rem', [n, number(7)]), number(3)]);
  const sum = terms.apply('num.eq', [terms.apply('num.add', [x, number(0.1)]), number(0.3)]);
  const prefix = terms.apply('str.startsWith', [s, terms.constant('"\\\u{e9}')]);
  const length = terms.apply('num.eq', [terms.apply('str.length', [s]), number(5)]);
  return [
    [[remainder], 'sat'],
    [[remainder, terms.apply('num.lt', [n, number(3)])], 'unsat'],
    [[sum], 'sat'],
    [[prefix, length], 'sat'],
    [[prefix, terms.apply('num.lt', [terms.apply('str.length', [s]), number(2)])], 'unsat'],
  ];
}

describe('a program that is no solver', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wingbeat-native-'));
  const runners: WorkerRunner[] = [];
  afterEach(() => {
    for (const each of runners.splice(0)) each.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function runner(source: string): WorkerRunner {
    const path = join(folder, `${runners.length}.mjs`);
    writeFileSync(path, source);
    const made = new WorkerRunner('native-worker', [process.execPath, path]);
    runners.push(made);
    return made;
  }

  test('is not there', () => {
    const made = new WorkerRunner('native-worker', ['no-such-solver']);
    runners.push(made);
    expect(made.run('(check-sat)', 20_000)).toEqual({ kind: 'lost', reason: 'no-such-solver is not on the PATH' });
    expect(made.run('(check-sat)', 20_000)).toEqual({ kind: 'lost', reason: 'no-such-solver is not on the PATH' });
  });

  test('says nothing: it is ended', () => {
    const made = runner('setInterval(() => {}, 1000);');
    expect(made.run('(check-sat)', 1500)).toEqual({ kind: 'lost', reason: 'no answer within 1500 ms' });
    const left = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    expect(left).not.toContain(join(folder, '0.mjs'));
  });

  test('ends in the middle', () => {
    const made = runner("process.stdin.once('data', () => { process.stdout.write('(((sat'); process.exit(3); });");
    expect(made.run('(check-sat)', 20_000)).toEqual({ kind: 'lost', reason: expect.stringMatching(/ended with 3$/) });
  });

  test('prints garbage: nobody knows', () => {
    const path = join(folder, 'cvc5');
    const echo = String.raw`#!/usr/bin/env node
process.stdin.setEncoding('utf8').on('data', (text) => {
  for (const [, marker] of text.matchAll(/\(echo "([^"]+)"\)/g)) process.stdout.write(')) sat ((x "\n' + marker + '\n');
});`;
    writeFileSync(path, echo, { mode: 0o755 });
    const before = process.env['PATH'];
    process.env['PATH'] = `${folder}:${before}`;
    const terms = new Terms();
    const chain = createSolver({ core: 'cvc5', without: ['domain'] });
    const answer = chain.check({ constraints: [terms.symbol('b', 'bool')] });
    chain.close();
    process.env['PATH'] = before;
    expect(answer).toEqual({ kind: 'unknown', reason: expect.stringContaining('the solver failed') });
  });
});
