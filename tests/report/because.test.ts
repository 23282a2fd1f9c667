import { describe, expect, test } from 'vitest';
import { because, type ChainPart } from '#report/because';
import type { StepKind } from '#result/impact-result';
import { ref, step } from './sample-results';

const context = { file: 'a.ts', explained: 'a.ts@99', all: false };

function read(parts: readonly ChainPart[]): string {
  return parts.map((part) => (part.kind === 'link' ? part.text : `${part.where}[${part.text}]`)).join(' ');
}

function chain(length: number) {
  return Array.from({ length }, (_, i) => step('data', ref('a.ts', i, `s${i}`), ref('a.ts', i + 1, `s${i + 1}`), 'x'));
}

describe('because', () => {
  test('names the file only where it changes and leaves out the text of what is explained', () => {
    const steps = [
      step('data', ref('a.ts', 3, 'x = y + 1'), ref('a.ts', 9, 'x > 0'), 'x'),
      step('call', ref('a.ts', 9, 'x > 0'), ref('b.ts', 2, 'f(x)'), ''),
      step('return', ref('b.ts', 2, 'f(x)'), ref('a.ts', 99, 'y = f(x)'), ''),
    ];
    expect(read(because(steps, context))).toBe(
      ':3[x = y + 1] → (x) → :9[x > 0] → (calls) → b.ts:2[f(x)] → (returns) → a.ts:99[]',
    );
  });

  test.each<[StepKind, string, string]>([
    ['control', 'T', '→ (T) →'],
    ['control', '', '→'],
    ['data', 'o.p', '→ (o.p) →'],
    ['call', 'f', '→ (calls) →'],
    ['parameter', 'p', '→ (passes p) →'],
    ['parameter', '', '→ (passes) →'],
    ['return', '', '→ (returns) →'],
    ['throw', '', '→ (throws) →'],
    ['shared', 'cache', '→ (shares cache) →'],
    ['shared', '', '→ (shares) →'],
  ])('a step of kind %s with label %j reads %s', (kind, label, expected) => {
    const parts = because([step(kind, ref('a.ts', 1, 'a'), ref('a.ts', 2, 'b'), label)], context);
    expect(parts[1]).toEqual({ kind: 'link', text: expected });
  });

  test('a long chain keeps its two ends', () => {
    expect(read(because(chain(9), context))).toBe(
      ':0[s0] → (x) → :1[s1] → (x) → :2[s2] → … 5 more steps … → (x) → :8[s8] → (x) → :9[s9]',
    );
    expect(because(chain(9), { ...context, all: true })).toHaveLength(19);
    expect(because(chain(5), context)).toHaveLength(11);
  });

  test('a step between two nodes of the same text is left out', () => {
    const steps = [
      step('call', ref('a.ts', 1, 'f()'), ref('a.ts', 1, 'f()'), ''),
      step('data', ref('a.ts', 1, 'f()'), ref('a.ts', 2, 'g'), 'v'),
    ];
    expect(read(because(steps, context))).toBe(':1[f()] → (v) → :2[g]');
  });

  test('no steps, nothing to say', () => {
    expect(because([], context)).toEqual([]);
  });
});
