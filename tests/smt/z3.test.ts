import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { createSolver } from '../../src/smt/chain';
import { Terms } from '../../src/smt/terms';
import { WorkerRunner } from '../../src/smt/worker-runner';

const simple = '(reset)(declare-const x Int)(assert (> x 3))(check-sat)(get-value (x))';
/** Fermat's equation, which z3 would think about for long. */
const endless = `(reset)(declare-const a Int)(declare-const b Int)(declare-const c Int)
  (assert (and (> a 1) (> b 1) (> c 1) (= (+ (* a a a) (* b b b)) (* c c c))))(check-sat)`;

describe('z3 in a thread', () => {
  const runner = new WorkerRunner('z3-worker');
  afterEach(() => runner.close());

  test('answers', () => {
    expect(runner.run(simple, 20_000)).toEqual({ kind: 'output', text: expect.stringMatching(/^sat\s+\(\(x 4\)\)/) });
  });

  test('is ended when it takes too long, and starts anew', () => {
    expect(runner.run(simple, 20_000).kind).toBe('output');
    expect(runner.run(endless, 300)).toEqual({ kind: 'lost', reason: 'no answer within 300 ms' });
    expect(runner.run(simple, 20_000).kind).toBe('output');
  });

  test('counts its work: the same query gives up at the same place, and the next one is not affected', () => {
    const limited = endless
      .replace('(reset)', '(reset)(set-option :rlimit 20000)')
      .concat('(get-info :reason-unknown)');
    const first = runner.run(limited, 20_000);
    expect(first).toEqual({ kind: 'output', text: expect.stringContaining('unknown') });
    expect(runner.run(limited, 20_000)).toEqual(first);
    expect(runner.run(simple, 20_000)).toEqual({ kind: 'output', text: expect.stringContaining('sat') });
  });

  const multiplication = `(declare-const x (_ BitVec 4000))(declare-const y (_ BitVec 4000))
    (assert (= (bvmul x y) (bvadd x y)))(assert (distinct x y))(check-sat)`;

  test.each([
    ['gives up', '(set-option :memory_high_watermark 60000000)', { kind: 'output', text: 'unknown\n' }],
    ['crashes and starts anew', '(set-option :memory_max_size 60)', { kind: 'lost', reason: 'the solver crashed' }],
  ])('out of memory it %s', (_name, limit, expected) => {
    expect(runner.run(`(reset)${limit}${multiplication}`, 20_000)).toEqual(expected);
    runner.close(); // the limit is one of the thread
    expect(runner.run(simple, 20_000)).toEqual({ kind: 'output', text: expect.stringContaining('sat') });
  });

  test('prints errors and goes on', () => {
    expect(runner.run('(reset)(assert nonsense)', 20_000)).toEqual({
      kind: 'output',
      text: expect.stringContaining('(error'),
    });
    expect(runner.run(simple, 20_000).kind).toBe('output');
  });
});

describe('the chain with z3', () => {
  test('a string constant of a megabyte', () => {
    const terms = new Terms();
    const s = terms.symbol('s', 'str');
    const t = terms.symbol('t', 'str');
    const long = terms.constant('ab'.repeat(1 << 19));
    const chain = createSolver({ without: ['domain', 'counter-example'], lastResortMs: 4000 });
    const started = [
      chain.check({ constraints: [terms.apply('str.eq', [s, long])] }),
      chain.check({
        constraints: [terms.apply('str.eq', [terms.apply('str.concat', [s, t]), long]), terms.apply('str.eq', [s, t])],
      }),
    ];
    chain.close();
    for (const answer of started) expect(['sat', 'unknown']).toContain(answer.kind);
    const quick = createSolver({ core: 'none' });
    const answer = quick.check({ constraints: [terms.apply('str.eq', [s, long])] });
    expect(answer.kind).toBe('sat');
  });

  test('terms that are nested deeper than any stack', () => {
    const terms = new Terms();
    const x = terms.symbol('x', 'num');
    let deep = x;
    for (let depth = 0; depth < 20_000; depth++) deep = terms.operation('num.sqrt', [deep]);
    const chain = createSolver({ lastResortMs: 3000, work: 50_000 });
    const { kind } = chain.check({ constraints: [terms.apply('num.lt', [deep, terms.constant(1)])] });
    chain.close();
    expect(['sat', 'unknown']).toContain(kind);
  });

  test('does not keep a process alive that never closes it', () => {
    const script = `
      const { createSolver } = await import('#smt/chain');
      const { Terms } = await import('#smt/terms');
      const terms = new Terms();
      const [x, y] = ['x', 'y'].map((name) => terms.symbol(name, 'num'));
      const answer = createSolver({ without: ['domain'] }).check({ constraints: [terms.apply('num.lt', [x, y])] });
      console.log(answer.kind);
    `;
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const output = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      cwd: root,
      encoding: 'utf8',
      timeout: 30_000,
    });
    expect(output.trim()).toBe('sat');
  });
});
