import { describe, expect, test } from 'vitest';
import { hasFinding } from '#cli/fail-on';
import { headline } from '#report/headline';
import { renderMarkdown } from '#report/render-markdown';
import { renderText } from '#report/render-text';
import type { Result } from '#result/result';
import { changed, nothing, span } from './sample-results';
import { behaviour, differs, entryPoint, returns, sameForAll, unknown, witness } from './sample-verdicts';

const plain = { colour: false, width: 80, all: false };

const own = changed('src/a.ts#f', span('src/a.ts', 1, 2), { verdict: sameForAll });
const bundled = Array.from({ length: 93 }, (_, n) =>
  entryPoint(`dist/all.js#<fn${n}>`, {
    role: 'bundle',
    reaches: ['src/a.ts#f'],
    ...(n === 7
      ? differs(behaviour({ witness: witness('bundled(7)', returns('1'), returns('2')) }))
      : { verdict: unknown('there was no time left to compare it') }),
  }),
);
const settings = changed('eslint.config.mjs#<module>', span('eslint.config.mjs', 1, 9), {
  role: 'settings',
  ...differs(
    behaviour({ when: 'true', witness: witness('import("./eslint.config.mjs")', returns('1'), returns('2')) }),
  ),
});
const result: Result = { ...nothing, functions: [settings, own], entryPoints: bundled };

describe('what is no part of the program', () => {
  test('does not count in the headline', () => {
    expect(headline(result)).toBe('f behaves the same for all inputs.');
  });

  test('counts where nothing else changed', () => {
    expect(headline({ ...nothing, functions: [settings] })).toBe(
      'The module body of eslint.config.mjs behaves differently.',
    );
    expect(renderText({ ...nothing, functions: [settings] }, plain)).not.toContain('Beside the program');
  });

  test('is told after the program, a line for each file', () => {
    const text = renderText(result, plain);
    expect(text.slice(text.indexOf('Behaves the same'), text.indexOf('Changed'))).toMatchInlineSnapshot(`
      "Behaves the same for all inputs
        f  src/a.ts:1

      Beside the program
        eslint.config.mjs (settings): 1 changed function, 1 differs
        dist/all.js (a bundle): 93 entry points, 1 differs, 92 are unknown
        (--all shows what they do)

      "
    `);
    expect(text).not.toContain('bundled(7)');
    expect(text.indexOf('~ f ')).toBeLessThan(text.indexOf('~ module body'));
  });

  test('is told in the same way in Markdown', () => {
    const text = renderMarkdown(result, { all: false });
    expect(text).toContain(
      '#### Beside the program\n\n- `eslint.config.mjs` (settings): 1 changed function, 1 differs\n- `dist/all.js` (a bundle): 93 entry points, 1 differs, 92 are unknown\n',
    );
    expect(text).not.toContain('bundled(7)');
  });

  test.each([
    ['text', renderText(result, { ...plain, all: true })],
    ['Markdown', renderMarkdown(result, { all: true })],
  ])('is told in full with --all, in %s', (_, text) => {
    expect(text.indexOf('bundled(7)')).toBeGreaterThan(text.indexOf('Beside the program'));
    expect(text).toContain('<fn92>');
  });

  test('is found by --fail-on all the same', () => {
    expect(hasFinding(result, ['differs'])).toBe(true);
  });
});
