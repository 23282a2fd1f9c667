import { describe, expect, it } from 'vitest';
import { renderExplainMarkdown } from '#report/render-explain-markdown';
import { renderExplainText } from '#report/render-explain-text';
import type { ExplainedCallResult, ExplainResult } from '#result/explain-result';
import { explainedCost } from './sample-explanations';

const plain = { colour: false, width: 100, all: false };

function withCall(change: Partial<ExplainedCallResult>): ExplainResult {
  return { ...explainedCost, calls: explainedCost.calls.map((call) => ({ ...call, ...change })) };
}

describe('an explanation as text', () => {
  it('leads with what the call did and does, then names conditions and changes', () => {
    expect(renderExplainText(explainedCost, plain)).toBe(`Behaves otherwise since main: 1 condition to blame

cost(2, true)
  of src/shipping.ts#cost
  before  returns 900
  now     returns 1300

Because of
  src/shipping.ts:3  weight >= 2
      as before: cost(1, true)
      returns 900 in both versions; weight: 2 → 1

Changes on its way
  src/shipping.ts:3  replaces \`weight > 2\` with \`weight >= 2\`
      without it: as before
`);
  });

  it('says so when no condition is to blame', () => {
    expect(renderExplainText(withCall({ causes: [] }), plain)).toContain(
      'No condition is to blame: the changed statements themselves make the difference.',
    );
    const [cause] = explainedCost.calls[0]?.causes ?? [];
    const open = withCall({ causes: cause === undefined ? [] : [{ ...cause, nearest: null }], edits: [] });
    expect(renderExplainText(open, plain)).toContain('No condition is known to be to blame.');
    expect(renderExplainText(open, { ...plain, all: true })).toContain('no input beyond it was found');
  });

  it('names what it lacks, and what of a test it did not look at', () => {
    const test = {
      name: 'a cart > counts',
      file: 'a.test.ts',
      line: 5,
      same: 2,
      passedOver: [{ call: 'f(x)', line: 9, reason: 'x is not set by statements before it' }],
    };
    const text = renderExplainText({ ...withCall({ gaps: ['something is missing'], line: 8 }), test }, plain);
    expect(text).toMatch(/^1 call of the test a cart > counts behaves otherwise since main\n/);
    expect(text).toContain('  of src/shipping.ts#cost in line 8\n');
    expect(text).toContain('not all: something is missing\n');
    expect(text).toContain('2 other calls of the test do the same as before.\n');
    expect(text).toContain('not looked at: f(x) in line 9: x is not set');
  });

  it('keeps to the width and shows nothing that moves the cursor', () => {
    const hostile = withCall({
      call: `f('${'x '.repeat(200)}\u001b[2J')`,
      head: { kind: 'throws', error: 'y'.repeat(300) },
    });
    const text = renderExplainText(hostile, { ...plain, width: 60 });
    expect(text).not.toContain('\u001b');
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(70);
  });
});

describe('an explanation as Markdown', () => {
  it('has the conditions and the changes as tables', () => {
    const text = renderExplainMarkdown(explainedCost, { all: false });
    expect(text).toContain('| `src/shipping.ts:3` | `weight >= 2` | `cost(1, true)` `returns 900` | `weight: 2 → 1` |');
    expect(text).toContain('without it: as before |');
    expect(text).toContain('- in main: `returns 900`\n- now: `returns 1300`');
  });

  it('does not let a pipe or markup of the code out', () => {
    const text = renderExplainMarkdown(withCall({ call: 'f("a|b")', gaps: ['<img> | x'] }), { all: true });
    expect(text).not.toContain('<img>');
    expect(text).toContain('f');
  });
});
