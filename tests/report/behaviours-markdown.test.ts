import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '#report/render-markdown';
import type { Result } from '#result/result';
import { changed, nothing, span } from './sample-results';
import { behaviour, bugs, differs, returns, sameForAll, sameUpTo, unknown, verdicts, witness } from './sample-verdicts';

describe('behaviour in Markdown', () => {
  test('a table for each function that differs, what does not differ is short or folded', () => {
    const text = renderMarkdown({ ...verdicts, bugs }, { all: false });
    expect(text.slice(0, text.indexOf('<details><summary>3 independent edits'))).toMatchInlineSnapshot(`
      "### 2 of 6 changed functions behave differently; 2 are the same for all inputs, 1 is the same up to 4 loop iterations and call depth 256, 1 is unknown; 2 of 4 entry points show it; 1 assertion fails that did not before.

      \`main (3f2a9c1)\` → \`the working tree\`

      - 6 functions changed, 1 added; the change can reach 2 statements in 2 functions.
      - 1 more file differs only in formatting, comments or types.
      - 2 calls have unknown targets, so what they run is not counted, e.g. \`callback(cart)\` at src/api.ts:9.

      #### \`total\` behaves differently

      \`src/cart.ts:12\`, 24 path pairs compared

      | when | before | now | for example |
      | --- | --- | --- | --- |
      | \`quantity < 0\`<br>changed at \`src/cart.ts:14\` | \`returns quantity * price\` | \`throws new RangeError('quantity')\` | \`total(-1, 2)\`<br>before \`returns -2\`<br>now \`throws new RangeError("quantity")\` |
      | \`quantity >= 0 && price > 100\`<br>(4 path pairs)<br>changed at \`src/cart.ts:14, :16, src/log.ts:3\` | \`returns quantity * price; calls console.log('large')\` | \`returns quantity * price\` | \`total(0, 101)\`<br>before \`returns 0; console.log("large")\`<br>now \`returns 0\`<br>also \`total(1, 101)\`, \`total(2, 101)\` |

      - assuming \`format\` does the same in both versions
      - other inputs: the same up to 4 loop iterations and call depth 256

      #### \`checkout\` behaves differently

      \`src/api.ts:5\`, entry point, through total

      | when | before | now | for example |
      | --- | --- | --- | --- |
      | \`order.quantity < 0 && order.customer !== null\`<br>changed at \`src/cart.ts:14\` | \`returns order.quantity * 2\` | \`throws new RangeError('quantity')\` | \`checkout({ quantity: -1, customer: { name: "" } })\`<br>before \`returns -2\`<br>now \`throws new RangeError("quantity")\` |

      #### \`flag\` behaves differently

      \`src/cart.ts:30\`

      | when | before | now | for example |
      | --- | --- | --- | --- |
      | always | \`returns true\` | \`returns false\` | \`flag()\` |

      #### Assertions that fail

      - \`assert.ok(price > 0)\` at \`src/cart.ts:18\`, by \`total(1, 0)\` (new, not confirmed by a run)

      #### Hidden from callers

      - src/cart.ts&#35;total changes when \`quantity < 0\` (and in 1 more case), but no caller of preview can see it up to 4 loop iterations and call depth 256.

      #### Unknown

      - eval cannot be followed
        - \`parse\` \`src/parse.ts:7\`, 5 path pairs compared (at \`src/run.ts:3\`)
        - \`src/api.ts#load\` entry point, through parse

      <details><summary>1 function behaves the same up to 4 loop iterations and call depth 256</summary>

      - \`sort\` \`src/sort.ts:1\`, 62 path pairs compared

      </details>

      <details><summary>1 function behaves the same for all inputs</summary>

      - \`name\` \`src/name.ts:1\`

      </details>

      <details><summary>1 function behaves the same for all inputs, because no call reaches the change</summary>

      - \`dead\` \`src/name.ts:5\`

      </details>

      <details><summary>7 functions in the change</summary>

      |  | function | where | what | behaviour |
      | --- | --- | --- | --- | --- |
      | changed | \`total\` | \`src/cart.ts:12\` |  | differs |
      | changed | \`flag\` | \`src/cart.ts:30\` |  | differs |
      | changed | \`sort\` | \`src/sort.ts:1\` |  | same up to 4 loop iterations and call depth 256 |
      | changed | \`name\` | \`src/name.ts:1\` |  | same for all inputs |
      | changed | \`dead\` | \`src/name.ts:5\` |  | same for all inputs |
      | changed | \`parse\` | \`src/parse.ts:7\` |  | unknown |
      | added | \`limit\` | \`src/cart.ts:33-34\` |  |  |

      </details>

      "
    `);
  });

  test('hostile text stays in its cell, its code span and its summary', () => {
    const hostile = behaviour({
      when: 'a || b === `|` && c === "\n| x |"',
      before: 'returns "</code><script>"',
      now: 'returns `\u202e`',
      witness: witness('f("|")', returns('"|"'), returns('"`"')),
    });
    const result: Result = {
      ...nothing,
      functions: [
        changed('src/a.ts#f|<b>', span('src/a.ts', 1, 2), differs(hostile)),
        changed('src/a.ts#g', span('src/a.ts', 3, 4), {
          verdict: { ...sameForAll, because: '<script>`a<b`</script> & @team #12' },
        }),
        changed('src/a.ts#h', span('src/a.ts', 5, 6), { verdict: unknown('<img> @team #12 *x*') }),
      ],
    };
    const text = renderMarkdown(result, { all: false });
    expect(text).toMatchInlineSnapshot(`
      "### 1 of 3 changed functions behaves differently; 1 is the same for all inputs, 1 is unknown.

      \`main (3f2a9c1)\` → \`the working tree\`

      - 3 functions changed; the change reaches no other statement.

      #### <code>f&#124;&#60;b&#62;</code> behaves differently

      \`src/a.ts:1\`

      | when | before | now | for example |
      | --- | --- | --- | --- |
      | <code>a &#124;&#124; b &#61;&#61;&#61; &#96;&#124;&#96; &#38;&#38; c &#61;&#61;&#61; &#34; &#124; x &#124;&#34;</code><br>changed at \`src/cart.ts:14\` | \`returns "</code><script>"\` | \`\` returns \`\\u202e\` \`\` | <code>f&#40;&#34;&#124;&#34;&#41;</code><br>before <code>returns &#34;&#124;&#34;</code><br>now \`\`returns "\`"\`\` |

      #### Unknown

      - \\<img\\> &#64;team &#35;12 \\*x\\*
        - \`h\` \`src/a.ts:5\`

      <details><summary>1 function behaves the same for all inputs, because &#60;script&#62;<code>a&#60;b</code>&#60;/script&#62; &#38; &#64;team &#35;12</summary>

      - \`g\` \`src/a.ts:3\`

      </details>

      <details><summary>3 functions in the change</summary>

      |  | function | where | what | behaviour |
      | --- | --- | --- | --- | --- |
      | changed | <code>f&#124;&#60;b&#62;</code> | \`src/a.ts:1\` |  | differs |
      | changed | \`g\` | \`src/a.ts:3\` |  | same for all inputs |
      | changed | \`h\` | \`src/a.ts:5\` |  | unknown |

      </details>
      "
    `);
    for (const row of text.split('\n').filter((line) => line.startsWith('| <code>'))) {
      expect(row.split('|')).toHaveLength(6);
    }
    expect(text.replace(/(`+).*?\1/g, '')).not.toContain('<script>');
    expect(text).not.toContain('\u202e');
  });

  test('a bound is said wherever something bounded is called the same', () => {
    const functions = [
      changed('src/a.ts#f', span('src/a.ts', 1, 2), { verdict: sameUpTo }),
      changed('src/a.ts#g', span('src/a.ts', 3, 4), { verdict: sameForAll }),
    ];
    const text = renderMarkdown({ ...nothing, functions }, { all: false });
    expect(text).toContain('<details><summary>1 function behaves the same up to 4 loop iterations and call depth 256');
    expect(text).toContain('| changed | `f` | `src/a.ts:1` |  | same up to 4 loop iterations and call depth 256 |');
    expect(text).toContain('| changed | `g` | `src/a.ts:3` |  | same for all inputs |');
  });

  test('stays below what a comment may hold, and says so when it leaves something out', () => {
    const pipes = '| '.repeat(300);
    const wide = behaviour({
      when: pipes,
      before: pipes,
      now: pipes,
      witness: witness(pipes, returns(`1${pipes}`), returns(`2${pipes}`)),
      inputs: [pipes, pipes, pipes],
    });
    const functions = Array.from({ length: 40 }, (_, i) =>
      changed(`src/f${i}.ts#f${i}`, span(`src/f${i}.ts`, 1, 2), { ...differs(wide, wide, wide, wide, wide, wide) }),
    );
    const text = renderMarkdown({ ...nothing, functions }, { all: false });
    expect(text.length).toBeLessThan(65_536);
    expect(text).toContain('More than a comment can hold is left out');
    expect(text).toMatch(/^### All 40 changed functions behave differently\./);
    const all = renderMarkdown({ ...nothing, functions }, { all: true });
    expect(all.match(/^#### /gm)).toHaveLength(40);
    expect(all).not.toContain('left out');
  });

  test('words are no code, and functions of tests have no verdict', () => {
    const seen = behaviour({ when: 'this call', certain: false });
    const tests = {
      total: 2,
      selected: [],
      unreached: [],
      unwatched: [],
      untested: [
        { function: 'src/a.ts#f', when: 'this call', call: 'f(1)' },
        { function: 'src/a.ts#f', when: 'x < 0', call: 'f(-1)' },
      ],
      reached: [],
      agreement: null,
      recording: 'commit 3f2a9c1',
    };
    const functions = [
      changed('src/a.ts#f', span('src/a.ts', 1, 2), differs(seen)),
      changed('test/a.test.ts#<fn1>', span('test/a.test.ts', 3, 4)),
    ];
    const text = renderMarkdown({ ...nothing, functions, tests }, { all: false });
    expect(text).toContain('| this call<br>(seen for one call)<br>');
    expect(text).toContain('no test calls `src/a.ts#f` as in `f(1)`');
    expect(text).toContain('no test calls `src/a.ts#f` when `x < 0`, as in `f(-1)`');
    expect(text).toMatch(/^\| changed \| `<fn1>` .* of tests \|$/m);
  });
});
