import { describe, expect, test } from 'vitest';
import { renderImpactMarkdown, renderMarkdown } from '#report/render-markdown';
import { hostileResult, impactOfLine, manyReached, shop } from './sample-results';

describe('renderMarkdown', () => {
  test('is short, with the long lists folded', () => {
    expect(renderMarkdown(shop, { all: false })).toMatchInlineSnapshot(`
      "### 1 function changed, 1 added, 1 removed; the change can reach 2 statements in 2 functions.

      \`main (3f2a9c1)\` → \`the working tree\`

      - 1 more file differs only in formatting, comments or types.
      - 2 calls have unknown targets, so what they run is not counted, e.g. \`callback(cart)\` at src/api.ts:9.
      - Whether the behaviour differs is unknown: behaviour was not compared (--no-behaviour).

      |  | function | where | what |
      | --- | --- | --- | --- |
      | changed | \`Cart.add\` | \`src/cart.ts:12\` | was Cart.insert<br>took 1 parameter, takes 2<br>\`quantity == 0\` → \`quantity <= 0\`<br>removed \`audit(item)\`<br>added \`log(item)\` |
      | added | \`limit\` | \`src/cart.ts:30-34\` |  |
      | removed | \`audit\` | \`src/old.ts:3-9\` |  |

      <details><summary>3 independent edits</summary>

      - \`src/cart.ts:14\` replaces \`==\` with \`<=\`
      - \`src/cart.ts:30-34\` adds \`limit\`
      - \`src/old.ts:1-9\` removes src/old.ts

      </details>

      <details><summary>2 statements in 2 functions can be reached</summary>

      - **\`Cart.add\`** \`src/cart.ts:12\`
        - \`:15 this.total = 0\`<br>because \`:14 quantity <= 0\` → (T) → \`:15\`
      - **\`checkout\`** \`src/api.ts:5\`
        - \`:8 if (cart.total > 100)\`<br>because \`src/cart.ts:14 quantity <= 0\` → (T) → \`:15 this.total = 0\` → (shares .total) → \`src/api.ts:8\`

      </details>

      <details><summary>1 entry point reaches the change</summary>

      - \`src/api.ts#checkout\`

      </details>

      <details><summary>2 remarks</summary>

      - warning \`unsupported\`: unsupported: with-statement at src/legacy.js:3
      - error \`syntax-error\`: syntax error at src/broken.ts:4:7: unexpected token

      </details>
      "
    `);
  });

  test('keeps hostile text inside code spans and table cells', () => {
    expect(renderMarkdown(hostileResult, { all: false })).toMatchInlineSnapshot(`
      "### 1 function changed; the change reaches no other statement.

      \`x\\u001b[31m red\` → \`the working tree\`

      - Whether the behaviour differs is unknown: behaviour was not compared (--no-behaviour).

      |  | function | where | what |
      | --- | --- | --- | --- |
      | changed | <code>&#60;b&#62;&#64;team&#124;&#35;1</code> | <code>&#34;a&#92;nb&#124;&#96;c&#96;&#46;ts&#34;&#58;1</code> | <code>a&#124;b</code> \\<script\\>alert(1)\\</script\\> &#64;team &#35;12<br>\`x = \\u0007\` → <code>x &#61; &#96;a&#92;u202e&#96; &#124;&#124; &#34;&#96;&#96;&#34; &#124;&#124; &#47;&#92;&#124;&#47;</code> |
      "
    `);
  });

  test('stays below what a comment may hold, unless all is asked for', () => {
    const result = manyReached(2000, 20);
    expect(renderMarkdown(result, { all: false }).length).toBeLessThan(65_536);
    expect(renderMarkdown(result, { all: false })).toContain('… 1,980 more functions');
    expect(renderMarkdown(result, { all: true }).match(/call\d+\(\)/g)).toHaveLength(40_000);
  });
});

test('renderImpactMarkdown', () => {
  expect(renderImpactMarkdown(impactOfLine, { all: false })).toMatchInlineSnapshot(`
    "### A change of src/cart.ts:14 can reach 2 statements in 2 functions.

    <details><summary>2 statements in 2 functions can be reached</summary>

    - **\`Cart.add\`** \`src/cart.ts:12\`
      - \`:15 this.total = 0\`<br>because \`:14 quantity <= 0\` → (T) → \`:15\`
    - **\`checkout\`** \`src/api.ts:5\`
      - \`:8 if (cart.total > 100)\`<br>because \`src/cart.ts:14 quantity <= 0\` → (T) → \`:15 this.total = 0\` → (shares .total) → \`src/api.ts:8\`

    </details>
    "
  `);
});
