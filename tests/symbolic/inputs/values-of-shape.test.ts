import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import { acceptsValue } from './accepts-value';
import { checkAssignments } from './check-assignments';
import { memorySource } from './memory-source';

const types = [
  '{ length: number }',
  '{ readonly length: number }',
  '{ length?: number }',
  '{ length: 3 }',
  '{ length: string }',
  '{ length: number; name: string }',
  '{ length: number; width?: number }',
  '{ width?: number }',
  '{ length: unknown }',
  '{ toString(): string }',
  '{ toString: () => string }',
  '{ toString(): number }',
  '{ valueOf(): number }',
  '{ valueOf(): boolean }',
  '{ valueOf(): unknown }',
  '{ toFixed(): string }',
  '{ charAt(i: number): string; length: number }',
  '{ description?: string }',
  '{ slice(): unknown }',
  '{ at(i: number): unknown; length: number }',
  '{ [i: number]: string }',
  '{ [i: number]: number; length: number }',
  '{ [i: number]: string | number; readonly length: number }',
  '{ [key: string]: unknown; length: number }',
  '{ forEach(f: (x: any) => void): void }',
  '{ size: number }',
  'Sized',
  'Sized & { at(i: number): unknown }',
  'Partial<Sized>',
];
const prelude = 'interface Sized { length: number }';

const values: readonly (readonly [string, unknown])[] = [
  "'a'",
  "''",
  '0',
  '1.5',
  'true',
  '7n',
  'Symbol.iterator',
  '[]',
  '[1]',
  "['a']",
].map((text) => [text, runInThisContext(`(${text})`) as unknown] as const);

const source = memorySource({
  'types.ts': `${prelude}\n${types.map((type, i) => `export function f${i}(x: ${type}) {}`).join('\n')}`,
});

test('types with properties admit the primitives and arrays that the compiler admits', () => {
  const module = source.moduleAt('types.ts');
  const claims = module.functions.flatMap((fn) => {
    const type = types[Number(/^f(\d+)$/.exec(fn.name)?.[1] ?? -1)];
    const [param] = functionInputs(source, fn, module).params;
    if (type === undefined || param === undefined) return [];
    return values.map(([text, value]) => ({ type, text, isTaken: acceptsValue(param.type, value) }));
  });
  // Held in a variable first: for literals that are written in place the compiler also asks for needless properties.
  const isAdmitted = checkAssignments(
    prelude,
    claims.map(
      ({ type, text }, i) => `const v${i} = ${text === '[]' ? '[] as never[]' : text}; const w${i}: ${type} = v${i};`,
    ),
  );
  const judged = claims.map(({ type, text, isTaken }, i) => `${type} = ${text}: ${isTaken}, ${isAdmitted[i] ?? ''}`);
  expect(judged.filter((line) => !/(?:true, true|false, false)$/.test(line))).toEqual([]);
  expect(claims.filter(({ isTaken }) => isTaken).length).toBeGreaterThan(60);
});
