import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderMarkdown } from '#report/render-markdown';
import { renderText } from '#report/render-text';
import type { FunctionResult } from '#result/function-result';
import type { EntryPointResult, Result } from '#result/result';
import { changed, nothing, span } from './sample-results';
import { behaviour, differs, entryPoint, sameForAll, sameUpTo, unknown } from './sample-verdicts';

const judged = {
  differs: differs(behaviour()),
  'same for all': { verdict: sameForAll, behaviours: [] },
  'same up to': { verdict: sameUpTo, behaviours: [] },
  unknown: { verdict: unknown('eval cannot be followed'), behaviours: [] },
};
type Kind = keyof typeof judged;

function functionOf(kind: Kind, index: number): FunctionResult {
  const file = `src/f${index}.ts`;
  return changed(`${file}#f${index}`, span(file, 1, 2), judged[kind]);
}

function entryPointOf(kind: Kind, index: number, masked: boolean, functions: number): EntryPointResult {
  const reaches = Array.from({ length: functions }, (_, i) => `src/f${i}.ts#f${i}`);
  return entryPoint(`src/e${index}.ts#e${index}`, { ...judged[kind], masked, reaches });
}

const kinds = fc.constantFrom<Kind>('differs', 'same for all', 'same up to', 'unknown');
const results = fc
  .tuple(fc.array(kinds, { maxLength: 8 }), fc.array(fc.tuple(kinds, fc.boolean()), { maxLength: 8 }))
  .map(([functions, entries]) => ({
    kinds: new Set([...functions, ...entries.map(([kind]) => kind)]),
    result: {
      ...nothing,
      functions: functions.map(functionOf),
      entryPoints: entries.map(([kind, masked], i) => entryPointOf(kind, i, masked, functions.length)),
    } satisfies Result,
  }));

test.each([
  ['text', (result: Result, all: boolean) => renderText(result, { colour: false, width: 1000, all })],
  ['markdown', (result: Result, all: boolean) => renderMarkdown(result, { all })],
])('a %s report claims nothing that no verdict says', (_, render) => {
  fc.assert(
    fc.property(results, fc.boolean(), ({ kinds: present, result }, all) => {
      const text = render(result, all);
      if (!present.has('same for all')) expect(text).not.toContain('for all inputs');
      if (!present.has('same up to')) expect(text).not.toContain('up to');
      if (!present.has('same for all') && !present.has('same up to')) {
        expect(text).not.toMatch(/\bsame\b|can see it|no entry point/);
      }
      if (!present.has('differs')) expect(text).not.toMatch(/behaves? differently[.;]/);
      if (!present.has('unknown')) expect(text).not.toMatch(/unknown/i);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['text', (result: Result) => renderText(result, { colour: false, width: 1000, all: true })],
  ['markdown', (result: Result) => renderMarkdown(result, { all: true })],
])('a %s report has every function below its verdict', (_, render) => {
  const titles: Readonly<Record<Kind, RegExp>> = {
    differs: /[Bb]ehaves differently/,
    'same for all': /behaves? the same for all inputs/i,
    'same up to': /behaves? the same up to 4 loop iterations and call depth 256/i,
    unknown: /Unknown/,
  };
  fc.assert(
    fc.property(fc.array(kinds, { minLength: 2, maxLength: 8 }), (list) => {
      fc.pre(list.some((kind) => kind !== 'unknown'));
      const text = render({ ...nothing, functions: list.map(functionOf) });
      const sections = text.split(/\n\n(?=[A-Z#<])/).slice(1);
      list.forEach((kind, i) => {
        const named = new RegExp(`\\bf${i}\\b`);
        const own = sections.filter((section) => titles[kind].test(section) && named.test(section));
        expect(own, `f${i}, which is ${kind}`).not.toEqual([]);
      });
    }),
    { numRuns: 200 },
  );
});
