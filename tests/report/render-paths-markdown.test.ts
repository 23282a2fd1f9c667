import { describe, expect, test } from 'vitest';
import { renderPathsMarkdown } from '#report/render-paths-markdown';
import { affectedPaths, costPaths, path, treeOf, troubledPaths } from './sample-paths';

describe('renderPathsMarkdown', () => {
  test('is a table', () => {
    expect(renderPathsMarkdown(costPaths, { all: false })).toMatchInlineSnapshot(`
      "### \`cost(weight)\`: 2 paths, complete, all ran as predicted

      \`src/cost.ts:2\`

      |  | when | what | for example |  |
      | ---: | --- | --- | --- | --- |
      | 1 | \`weight > 20\` | \`throws new RangeError('too heavy')\` | \`cost(21)\` | ran as predicted |
      | 2 | \`!(weight > 20)\` | \`returns weight * 2\`<br>\`sets parcels = 1; does seen.add(weight); calls console.log(weight)\` | \`cost(0) → 0\` | ran as predicted |
      "
    `);
  });

  test('says what a change affects', () => {
    const text = renderPathsMarkdown(affectedPaths, { all: false });
    expect(text).toContain('2 affected paths');
    expect(text).toContain('- since main, 3 statements are affected: one path for every sequence of them');
  });

  test('says what is missing and what is wrong', () => {
    const text = renderPathsMarkdown(troubledPaths, { all: false });
    expect(text).toContain('- not all: 1 path is left after 4 open turns of a loop (--loops)');
    expect(text).toContain('- given weight \\!== 7');
    expect(text).toContain('WRONG: predicted was that it returns 1, but it returns 2');
    expect(text).toContain('not confirmed: no input is known');
  });

  test('keeps pipes and backticks inside their cells', () => {
    const hostile = { ...costPaths, paths: [path({ condition: 'a || b === `|`', call: 'f("`|`")' })] };
    const row = renderPathsMarkdown(hostile, { all: false }).split('\n').at(-2);
    expect(row?.match(/\|/g)).toHaveLength(6);
  });

  test('has the tree as a picture', () => {
    const text = renderPathsMarkdown(treeOf(2), { all: false });
    expect(text).toContain('```mermaid\n---\ntitle: "symbolic tree of src/cost.ts#cost"');
    expect(text).toContain('n0 -->|"x #62; 0"| n2');
    expect(text.endsWith('```\n')).toBe(true);
  });
});
