import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import { compareSources } from './compare-sources';
import { verdictOf, type Verdict } from './verdict-of';

/** Of `f` with a text and another input: what it did before and does now. */
const versions: readonly (readonly [what: string, verdict: Verdict, base: string, head: string])[] = [
  ['as before, amid other code', 'same', 'return JSON.parse(text);', 'const read = JSON.parse(text); return read;'],
  [
    'an error, too',
    'same',
    'try { return JSON.parse(text); } catch { return 0; }',
    'let r; try { r = JSON.parse(text); } catch { r = 0; } return r;',
  ],
  [
    'for other inputs',
    'differs',
    'if (how === true) return 0; return JSON.parse(text);',
    'if (how) return 0; return JSON.parse(text);',
  ],
  [
    'only where it is no JSON',
    'differs',
    'return JSON.parse(text);',
    'try { return JSON.parse(text); } catch { return 0; }',
  ],
  ['not at all', 'differs', 'JSON.parse(text); return 0;', 'return 0;'],
  ['a member of it', 'differs', 'return JSON.parse(text)?.a === 7;', 'return JSON.parse(text)?.a === 8;'],
  ['another text', 'differs', 'return JSON.parse(text) === 5;', 'return JSON.parse(how ? text + 1 : text) === 5;'],
  [
    'twice, which makes two objects',
    'unknown',
    'const a = JSON.parse(text); return a === a;',
    'const a = JSON.parse(text); return a === JSON.parse(text);',
  ],
];

/** Whatever is stated. */
function knownOf(compared: ComparedFunction): Verdict {
  return verdictOf({ ...compared, gaps: compared.gaps.filter(({ kind }) => kind === 'unknown') });
}

describe('a text of which nothing is known is read as JSON', () => {
  it.each(versions)('%s: %s', async (_, verdict, base, head) => {
    const [before, now] = [base, head].map(
      (body) => `export function f(text: string, how: boolean | string) { ${body} }`,
    );
    const compared = await compareSources(before ?? '', now ?? '', 'f');
    expect(knownOf(compared)).toBe(verdict);
    if (base.includes('7'))
      expect(compared.behaviours.map(({ witness }) => witness.call)).toContain('f("{\\"a\\":7}", false)');
  });
});
