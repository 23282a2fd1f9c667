import type { ExplainResult } from '#result/explain-result';

/** `weight > 2` has become `weight >= 2`. */
export const explainedCost: ExplainResult = {
  schemaVersion: 1,
  base: { rev: '1a2b3c4', description: 'main' },
  head: { rev: 'worktree', description: 'working tree' },
  calls: [
    {
      function: 'src/shipping.ts#cost',
      call: 'cost(2, true)',
      base: { kind: 'returns', value: '900' },
      head: { kind: 'returns', value: '1300' },
      differsIn: ['outcome'],
      effects: [],
      conditions: {
        base: [
          { text: '!(weight > 2)', file: 'src/shipping.ts', line: 3, impacted: true },
          { text: 'express', file: 'src/shipping.ts', line: 4, impacted: false },
        ],
        head: [
          { text: 'weight >= 2', file: 'src/shipping.ts', line: 3, impacted: true },
          { text: 'express', file: 'src/shipping.ts', line: 4, impacted: false },
        ],
      },
      causes: [
        {
          condition: 'weight >= 2',
          in: 'head',
          place: { id: 'src/shipping.ts#cost:2', file: 'src/shipping.ts', line: 3, column: 7, text: 'weight >= 2' },
          more: 0,
          nearest: {
            call: 'cost(1, true)',
            outcome: { kind: 'returns', value: '900' },
            changes: [{ place: 'weight', before: '2', now: '1' }],
          },
          edits: [{ id: 'e1', because: [] }],
        },
      ],
      edits: [
        {
          edit: {
            id: 'e1',
            summary: 'replaces `weight > 2` with `weight >= 2`',
            hunks: [
              {
                kind: 'replace',
                baseFile: 'src/shipping.ts',
                baseLines: { first: 3, last: 3 },
                headFile: 'src/shipping.ts',
                headLines: { first: 3, last: 3 },
              },
            ],
            functions: ['src/shipping.ts#cost'],
            entails: [],
          },
          withoutIt: 'restores',
          together: [],
        },
      ],
      gaps: [],
    },
  ],
  diagnostics: [],
  complete: true,
};
