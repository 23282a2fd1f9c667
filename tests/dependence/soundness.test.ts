import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PointerLimit } from '#dependence/pointer-limits';
import { LabelledFiles } from './labelled-files';
import { tapes } from './running/choices';
import { runningProgram, type RunningProgram } from './running/generate';
import { missing, observe } from './running/missing';

/**
 * Soundness by running: random programs are run under observation, and every dependence and call that the run shows must
 * be in the graph. What may be missing is listed in docs/ANALYSIS.md, and the programs do without it.
 */
test('every dependence and call that a run shows is in the graph', () => {
  const property = fc.property(tapes, (tape) => {
    const program = runningProgram(tape);
    expect(missing(graphOf(program), observe(program)), program.plain).toEqual([]);
  });
  fc.assert(property, { numRuns: 400, endOnFailure: true });
});

test.each([1, 2])('also where variables hold no more than %i functions', (functions) => {
  const limits = { objects: 12, functions };
  let open = 0;
  const property = fc.property(tapes, (tape) => {
    const program = runningProgram(tape, 4);
    const files = graphOf(program, limits);
    open += files.graph.pointers.calls.open.length;
    expect(missing(files, observe(program)), program.plain).toEqual([]);
  });
  fc.assert(property, { numRuns: 150, endOnFailure: true });
  expect(open).toBeGreaterThan(30);
});

test('the runs show enough to mean something', () => {
  const seen = { reads: 0, calls: 0, returns: 0, throws: 0 };
  for (const tape of fc.sample(tapes, { numRuns: 100, seed: 1 })) {
    const observed = observe(runningProgram(tape));
    for (const kind of ['reads', 'calls', 'returns', 'throws'] as const) seen[kind] += observed[kind].size;
  }
  expect(seen.reads).toBeGreaterThan(3000);
  expect(seen.calls).toBeGreaterThan(500);
  expect(seen.returns).toBeGreaterThan(150);
  expect(seen.throws).toBeGreaterThan(3);
});

test('a dependence that the graph lacks is found', () => {
  const program: RunningProgram = {
    plain: 'let a = 1; // [n1]\nlet b = a; // [n2]\nlet c = 2; // [n3]\n',
    traced: "let a = $.box('n1', 1);\nlet b = $.box('n2', $.read('n2', a));\nlet c = $.box('n3', $.read('n3', a));\n",
  };
  expect(missing(graphOf(program), observe(program))).toEqual(['read n1 -> n3']);
});

function graphOf({ plain }: RunningProgram, limits?: PointerLimit): LabelledFiles {
  return new LabelledFiles({ 'program.js': plain }, limits);
}
