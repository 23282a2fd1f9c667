import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import { describeInput } from '#symbolic/inputs/describe-input';
import { acceptsValue } from './accepts-value';
import { checkAssignments } from './check-assignments';
import { lookInto } from './look-into';
import { memorySource } from './memory-source';
import { sampleValues } from './sample-values';
import { prelude, typeText } from './type-texts';

vi.setConfig({ testTimeout: 120_000 });

/** Values as source and as what it evaluates to. */
const candidates: readonly (readonly [string, unknown])[] = [
  ['new Map<never, never>()', new Map()],
  ['new Set<never>()', new Set()],
  ...[
    'undefined',
    'null',
    'true',
    'false',
    '0',
    '1',
    '2',
    '5',
    '-1',
    '1.5',
    "'a'",
    "'b'",
    "'x-1'",
    "'fast'",
    '10n',
    '7n',
    '{}',
    '{ x: 1 }',
    "{ x: 1, y: 's' }",
    "{ p: 'a' }",
    '{ p: 1, q: 1 }',
    "{ x: 1, name: 'n' }",
    '{ value: 1 }',
    '{ value: 1, children: [] }',
    "{ kind: 'circle', r: 1 }",
    "{ kind: 'square', r: 1 }",
    '{ p: undefined }',
    '{ p: 1, r: 1 }',
    '[]',
    '[1]',
    "['a']",
    "['a', 'b']",
    '[1, undefined]',
    '[[1]]',
    "() => 'a'",
    '() => 1',
    'new Date(0)',
    '/x/',
    'Symbol()',
  ].map((text) => [text, runInThisContext(`(${text})`) as unknown] as const),
];

const types = fc.sample(typeText, { seed: 2026, numRuns: 300 }).filter((text, i, all) => all.indexOf(text) === i);
const source = memorySource({
  'types.ts': `${prelude}\n${types.map((type, i) => `export function f${i}(x: ${type}) {}`).join('\n')}`,
});
const module = source.moduleAt('types.ts');
const inputs = types.map((_, i) => {
  const fn = module.functions.find(({ name }) => name === `f${i}`);
  if (fn === undefined) throw new Error(`no function f${i}`);
  const found = functionInputs(source, fn, module);
  const [param] = found.params;
  if (param === undefined) throw new Error('the function has a parameter');
  lookInto(param.type, 6);
  return { type: param.type, widened: found.widened };
});

interface Claim {
  readonly type: number;
  readonly value: string;
  readonly isMember: boolean;
}

const members = inputs.flatMap(({ type, widened }, i): Claim[] =>
  widened.length > 0 ? [] : sampleValues(type, 4, 6).map((value) => ({ type: i, value, isMember: true })),
);
const judged = inputs.flatMap(({ type }, i): Claim[] =>
  candidates.map(([value, known]) => ({ type: i, value, isMember: acceptsValue(type, known) })),
);
const claims = [...members, ...judged];
const accepted = checkAssignments(
  prelude,
  claims.map(({ type, value }, i) => `const v${i}: ${types[type] ?? ''} = ${value};`),
);

function show({ type, value }: Claim): string {
  const read = inputs[type];
  return `${types[type] ?? ''} = ${value} (read as ${read === undefined ? '' : describeInput(read.type)})`;
}

test('every value of an input is of the declared type', () => {
  const wrong = claims.filter(
    (claim, i) => claim.isMember && accepted[i] === false && inputs[claim.type]?.widened.length === 0,
  );
  expect(wrong.map(show)).toEqual([]);
  expect(members.length).toBeGreaterThan(500);
});

test('every value of the declared type is one of an input', () => {
  const missed = claims.filter((claim, i) => !claim.isMember && accepted[i] === true);
  expect(missed.map(show)).toEqual([]);
});

test('nearly all generated types are understood', () => {
  const widened = inputs.filter((read) => read.widened.length > 0);
  expect(widened.length).toBeLessThan(inputs.length / 10);
});
