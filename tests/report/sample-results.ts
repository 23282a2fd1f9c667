import type { FunctionResult, NodeResult } from '#result/function-result';
import type { ImpactedStatement, ImpactResult, Step, StepKind } from '#result/impact-result';
import type { NodeRef, SpanResult } from '#result/location';
import type { Result } from '#result/result';
import { notAskedFor } from '#result/verdict';

/** A small change of a shop: a condition, a renamed function, one added and one removed, and what they reach. */
export const shop: Result = {
  schemaVersion: 1,
  base: { rev: '3f2a9c1', description: 'main (3f2a9c1)' },
  head: { rev: 'working tree', description: 'the working tree' },
  files: [
    { path: 'src/cart.ts', status: 'changed', erased: false },
    { path: 'src/old.ts', status: 'removed', erased: false },
    { path: 'src/types.ts', status: 'changed', erased: true },
  ],
  edits: [
    {
      id: 'e1',
      summary: 'replaces `==` with `<=`',
      hunks: [
        {
          kind: 'replace',
          baseFile: 'src/cart.ts',
          baseLines: { first: 13, last: 13 },
          headFile: 'src/cart.ts',
          headLines: { first: 14, last: 14 },
        },
      ],
      functions: ['src/cart.ts#Cart.add'],
      entails: [],
    },
    {
      id: 'e2',
      summary: 'adds `limit`',
      hunks: [{ kind: 'add', headFile: 'src/cart.ts', headLines: { first: 30, last: 34 } }],
      functions: ['src/cart.ts#limit'],
      entails: ['e1'],
    },
    {
      id: 'e3',
      summary: 'removes src/old.ts',
      hunks: [{ kind: 'remove', baseFile: 'src/old.ts', baseLines: { first: 1, last: 9 } }],
      functions: ['src/old.ts#audit'],
      entails: [],
    },
  ],
  functions: [
    changed('src/cart.ts#Cart.add', span('src/cart.ts', 12, 20), {
      renamedFrom: 'src/cart.ts#Cart.insert',
      headerChanges: ['took 1 parameter, takes 2'],
      changedNodes: [
        {
          status: 'changed',
          ...node('src/cart.ts', 14, 'quantity <= 0'),
          base: node('src/cart.ts', 13, 'quantity == 0'),
        },
        { status: 'added', ...node('src/cart.ts', 16, 'log(item)') },
        { status: 'removed', ...node('src/cart.ts', 15, 'audit(item)') },
      ],
      affectedNodes: [
        { ...node('src/cart.ts', 14, 'quantity <= 0'), role: 'condition', rule: 'changed' },
        { ...node('src/cart.ts', 15, 'this.total = 0'), role: 'write', rule: 'equation-2' },
      ],
    }),
    { ...changed('src/cart.ts#limit', span('src/cart.ts', 30, 34)), status: 'added' },
    { ...changed('src/old.ts#audit', span('src/old.ts', 3, 9)), status: 'removed' },
  ],
  entryPoints: [
    {
      id: 'src/api.ts#checkout',
      reaches: ['src/cart.ts#Cart.add'],
      verdict: { kind: 'unknown', reason: notAskedFor },
      behaviours: [],
      masked: false,
    },
  ],
  impact: {
    statements: [
      statement('src/cart.ts#Cart.add', 'src/cart.ts', 15, 'this.total = 0', [
        step('control', ref('src/cart.ts', 14, 'quantity <= 0'), ref('src/cart.ts', 15, 'this.total = 0'), 'T'),
      ]),
      statement('src/api.ts#checkout', 'src/api.ts', 8, 'if (cart.total > 100)', [
        step('control', ref('src/cart.ts', 14, 'quantity <= 0'), ref('src/cart.ts', 15, 'this.total = 0'), 'T'),
        step(
          'shared',
          ref('src/cart.ts', 15, 'this.total = 0'),
          ref('src/api.ts', 8, 'if (cart.total > 100)'),
          '.total',
        ),
      ]),
    ],
    functions: [
      {
        id: 'src/cart.ts#Cart.add',
        span: span('src/cart.ts', 12, 20),
        score: 1,
        vague: 0,
        distance: 1,
        statements: 1,
        because: [],
      },
      {
        id: 'src/api.ts#checkout',
        span: span('src/api.ts', 5, 12),
        score: 0.5,
        vague: 0,
        distance: 2,
        statements: 1,
        because: [],
      },
    ],
  },
  unresolvedCalls: { count: 2, samples: [ref('src/api.ts', 9, 'callback(cart)')] },
  diagnostics: [
    { code: 'unsupported', severity: 'warning', message: 'unsupported: with-statement at src/legacy.js:3' },
    {
      code: 'syntax-error',
      severity: 'error',
      message: 'syntax error at src/broken.ts:4:7: unexpected token',
      remedy: 'Correct it and run again.',
    },
  ],
  complete: true,
};

export const nothing: Result = {
  ...shop,
  files: [],
  edits: [],
  functions: [],
  entryPoints: [],
  impact: { statements: [], functions: [] },
  unresolvedCalls: { count: 0, samples: [] },
  diagnostics: [],
};

/** Names and code that try to break out of a line, a table, a code span or the terminal. */
export const hostileResult: Result = {
  ...nothing,
  base: { rev: 'x', description: 'x\u001b[31m\nred' },
  files: [{ path: 'a\nb|`c`.ts', status: 'changed', erased: false }],
  functions: [
    changed('a\nb|`c`.ts#<b>@team|#1', span('a\nb|`c`.ts', 1, 2), {
      headerChanges: ['`a|b` <script>alert(1)</script> @team #12'],
      changedNodes: [
        {
          status: 'changed',
          ...node('a\nb|`c`.ts', 1, 'x = `a\u202e` || "``"\n\t|| /\\|/'),
          base: node('a\nb|`c`.ts', 1, 'x = \u0007'),
        },
      ],
    }),
  ],
};

/** `groups` functions with `each` statements. */
export function manyReached(groups: number, each: number): Result {
  const ids = Array.from({ length: groups }, (_, group) => `src/f${group}.ts#f${group}`);
  return {
    ...shop,
    impact: {
      functions: ids.map((id, group) => ({
        id,
        span: span(`src/f${group}.ts`, 1, 99),
        score: 1 / (group + 1),
        vague: 0,
        distance: group + 1,
        statements: each,
        because: [],
      })),
      statements: ids.flatMap((id, group) =>
        Array.from({ length: each }, (_, line) => statement(id, `src/f${group}.ts`, line + 1, `call${line}()`, [])),
      ),
    },
  };
}

export const impactOfLine: ImpactResult = {
  schemaVersion: 1,
  target: { id: 'src/cart.ts:14', nodes: [ref('src/cart.ts', 14, 'quantity <= 0')] },
  direction: 'forward',
  ...shop.impact,
  diagnostics: [],
  complete: true,
};

export function span(file: string, line: number, endLine: number): SpanResult {
  return { file, start: line * 100, end: endLine * 100 + 50, line, column: 1, endLine, endColumn: 51 };
}

export function node(file: string, line: number, text: string): NodeResult {
  const start = line * 100;
  return {
    id: `${file}@${line}`,
    span: { file, start, end: start + text.length, line, column: 1, endLine: line, endColumn: text.length + 1 },
    text,
  };
}

export function ref(file: string, line: number, text: string): NodeRef {
  return { id: `${file}@${line}`, file, line, column: 1, text };
}

export function step(kind: StepKind, from: NodeRef, to: NodeRef, label: string): Step {
  return { kind, from, to, label };
}

function statement(fn: string, file: string, line: number, text: string, because: Step[]): ImpactedStatement {
  const { id, span: place } = node(file, line, text);
  return { id, function: fn, span: place, line, text, score: 1, vague: 0, distance: because.length, because };
}

export function changed(id: string, place: SpanResult, parts: Partial<FunctionResult> = {}): FunctionResult {
  return {
    id,
    status: 'changed',
    span: place,
    headerChanges: [],
    changedNodes: [],
    affectedNodes: [],
    verdict: { kind: 'unknown', reason: notAskedFor },
    behaviours: [],
    paths: [],
    ...parts,
  };
}
