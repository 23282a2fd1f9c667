import { expect, test } from 'vitest';
import { renderGcText, renderRecordText } from '#report/render-record-text';
import { renderTestsMarkdown } from '#report/render-tests-markdown';
import { renderTestsText } from '#report/render-tests-text';
import { renderTechniquesText } from '#report/render-techniques-text';
import { renderSelectMarkdown, renderSelectText } from '#report/render-select';
import { affectedTests, collected, recorded, selectedCalls, sideBySide } from './sample-tests';

const plain = { colour: false, width: 100, all: false };

test('affected tests are listed by file, with why and by which calls', () => {
  expect(renderTestsText(affectedTests, plain)).toBe(`2 tests of 40 affected (5 %), 312 ms of 9.0 s; 1 new test
recorded from the working tree on 3f2a9c1

test/cart.test.ts  1 test
  cart > adds up
      src/cart.ts#total: runs it, through order → total (and 1 more reason)

test/shop.test.ts  1 test
  opens
      src/limits.ts:3: reads what changed there, in src/shop.ts#open

Not recorded yet
  test/cart.test.ts  cart > rounds  the test is new
`);
});

test('of many tests it is said at a glance what they are selected for', () => {
  const because = [{ kind: 'configuration', subject: 'jest.config.ts', effect: 'may be run in another way', path: [] }];
  const changed = { kind: 'function', subject: 'src/cart.ts#total', effect: 'runs it', path: [] };
  const selected = Array.from({ length: 1200 }, (_, i) => ({
    id: `test/a.test.ts > ${i}`,
    file: 'test/a.test.ts',
    name: String(i),
    milliseconds: 1,
    because,
  }));
  const last = { ...selected[0]!, file: 'test/b.test.ts', because: [...because, changed] };
  const result = { ...affectedTests, selected: [...selected, last], total: 1300, fresh: [] };
  expect(renderTestsText(result, plain)).toBe(`1,201 tests of 1,300 affected (92 %), 312 ms of 9.0 s
recorded from the working tree on 3f2a9c1

Because of
  1,201 tests  jest.config.ts
       1 test  src/cart.ts#total

test/a.test.ts  1,200 tests
      jest.config.ts: may be run in another way
  0
  1
  2
  3
  4
  5
  and 1,194 more tests

test/b.test.ts  1 test
  0
      jest.config.ts: may be run in another way (and 1 more reason)
`);
});

test('what was changed stands before what affected tests leave behind; a file that is a test itself is said to be one', () => {
  const changed = { kind: 'function', subject: 'src/cart.ts#total', effect: 'runs it', path: [] };
  const left = { kind: 'state', subject: 'count', effect: 'may see it', path: [] };
  const selected = Array.from({ length: 30 }, (_, i) => ({
    id: 'test/a.test.ts',
    file: 'test/a.test.ts',
    name: '',
    milliseconds: 1,
    because: [i === 0 ? changed : left],
  }));
  const text = renderTestsText({ ...affectedTests, selected, total: 30 }, plain);
  expect(text).toContain(`   1 test  src/cart.ts#total\n  29 tests  count\n`);
  expect(text).toContain('\n  the whole file\n');
});

test('what a run of them came to stands below', () => {
  const [first] = affectedTests.selected;
  const run = { passed: 1, failed: first === undefined ? [] : [first], audited: 2, missed: [], exitCode: 1 };
  expect(renderTestsText({ ...affectedTests, run }, plain)).toContain(`1 passed, 1 failed
  test/cart.test.ts > cart > adds up
2 tests that were not selected ran as well: none failed
`);
});

test('names of tests cannot break Markdown', () => {
  const hostile = { ...affectedTests.selected[0]!, name: 'a | b <script> @x #1' };
  const text = renderTestsMarkdown({ ...affectedTests, selected: [hostile] }, { all: false });
  expect(text).toContain('### 1 test of 40 affected');
  expect(text).not.toContain('<script>');
  expect(text).not.toContain('@x');
});

test('a recording is told in a few lines', () => {
  expect(renderRecordText(recorded, plain)).toBe(`Recorded 40 tests of 7 files, from the working tree on 3f2a9c1
  all run in 9.0 s by vitest: 39 passed, 1 skipped
  80 functions of 100 (80 %) in 12 files ran under a test
  1.2 MB kept
`);
  expect(renderGcText(collected)).toBe(`/project/.wingbeat/recordings.mdb: 5.0 MB before, 400 KB now, 12 pieces dropped
  kept     main, commit 3f2a9c1, made 2026-11-16 07:00 UTC
  dropped  no branch, the working tree on 77aa01b, made 2026-10-01 12:34 UTC
`);
});

test('techniques stand side by side, with who says what', () => {
  expect(renderTechniquesText(sideBySide, plain)).toBe(`A change of src/cart.ts#total may affect
recorded from the working tree on 3f2a9c1; 12 functions ran under a test

  1  execute-after    2 functions     what ran then or later
  2  path-impact      not recorded: needs "wingbeat record --paths"  what was entered after it
  3  call-graph-both  1 function      callers and callees

  1 2 3
  ● · ●  src/b.ts#g
  ● · ·  src/a.ts#f
`);
});

test('calls are to be run, to be left out, or to be added', () => {
  expect(renderSelectText(selectedCalls, plain))
    .toBe(`src/cart.ts#total: 2 of 3 calls to run; 2 affected paths, 1 taken by no call
main → working tree

  run   total([1])
  skip  total([])
  run?  total(x)  (x is not defined)

No call takes these affected paths
  when  items.length > 2
  add   total([0, 0, 0])
`);
  expect(renderSelectMarkdown(selectedCalls)).toContain('- add `total([0, 0, 0])` for `items.length > 2`');
});
