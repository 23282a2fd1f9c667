import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import type { FunctionInputs, InputMember } from '#symbolic/input-type';
import { anything } from '#symbolic/inputs/anything';
import { describeInput } from '#symbolic/inputs/describe-input';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import { checkAssignments } from './check-assignments';
import { lookInto } from './look-into';
import { memorySource } from './memory-source';

function inputsOf(text: string, name = 'f'): FunctionInputs {
  const source = memorySource({ 'a.ts': text });
  const module = source.moduleAt('a.ts');
  const fn = module.functions.find(({ qualifiedName }) => qualifiedName === name);
  if (fn === undefined) throw new Error(`no function ${name}`);
  return functionInputs(source, fn, module);
}

function onlyMember(inputs: FunctionInputs, index = 0): InputMember {
  const [member, ...others] = inputs.params[index]?.type.members ?? [];
  if (member === undefined || others.length > 0) throw new Error('the type has one member');
  return member;
}

describe('parts are read when they are looked at', () => {
  test('what is not looked at is not widened', () => {
    const inputs = inputsOf('interface A { far: Missing } function f(a: A) {}');
    expect(inputs.widened).toEqual([]);
    const member = onlyMember(inputs);
    const far = member.kind === 'object' ? member.properties.get('far') : undefined;
    expect(far?.type()).toBe(anything);
    expect(inputs.widened).toEqual([
      {
        type: 'Missing',
        reason: 'a type that is not declared in the program',
        isNarrower: false,
        path: 'a.ts',
        start: 19,
        end: 26,
      },
    ]);
  });

  test('a recursive type is one type', () => {
    const member = onlyMember(inputsOf('interface List { next: List } function f(a: List) {}'));
    const next = member.kind === 'object' ? member.properties.get('next')?.type() : undefined;
    expect(next?.members[0]).toBe(member);
  });
});

function nameOf(inputs: FunctionInputs, index: number): string {
  const member = onlyMember(inputs, index);
  return member.kind === 'object' ? member.name : '';
}

describe('names tell which objects may be the same', () => {
  test('instances of a generic type differ by their arguments', () => {
    const inputs = inputsOf('interface B<T> { v: T } function f(a: B<1>, b: B<2>, c: B<1>) {}');
    expect(nameOf(inputs, 0)).toBe(nameOf(inputs, 2));
    expect(nameOf(inputs, 0)).not.toBe(nameOf(inputs, 1));
  });

  test('anonymous types are named for their text, with what parameters stand for', () => {
    const inputs = inputsOf('type B<T> = { v: T }; function f(a: B<1>, b: B<2>, c: { v: 1 }) {}');
    expect(nameOf(inputs, 0)).toBe('{ v: 1 }');
    expect(nameOf(inputs, 1)).toBe('{ v: 2 }');
    expect(nameOf(inputs, 2)).toBe('{ v: 1 }');
  });
});

describe('types without end are cut off', () => {
  test.each([
    'type T<X> = T<X[]> | T<[X]>; function f(a: T<1>) {}',
    'type A = B; type B = A; function f(a: A) {}',
    'type A<X> = X extends string ? A<X> : A<[X]>; function f(a: A<1>, b: A<"x">) {}',
    'interface A extends A {} function f(a: A) {}',
    'interface A extends B { a: 1 } interface B extends A { b: 2 } function f(a: A) {}',
    'class A extends A { x = 1 } function f(a: A) {}',
    'interface A<T> extends A<T[]> { t: T } function f(a: A<1>) {}',
    'class A<T> extends A<T[]> { t!: T } function f(a: A<1>) {}',
    'type A = { [K in keyof A]: A[K] }; function f(a: A) {}',
    'type A = A["x"] & { x: A }; function f(a: A) {}',
    'function f<T extends T[]>(a: T) {}',
    'function f<T extends U, U extends T>(a: T) {}',
    'const x = { y: x }; function f(a: typeof x) {}',
    'const g = () => g(); function f(a: ReturnType<typeof g>) {}',
    'enum E { A = E.B, B = E.A } function f(a: E) {}',
    'type Long<N extends 0[]> = N["length"] extends 200 ? 1 : Long<[...N, 0]>; function f(a: Long<[]>) {}',
    'type P<S> = S extends [infer H, ...infer R] ? [H, ...P<R>] | P<R> : []; function f(a: P<[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]>) {}',
  ])('%s', (text) => {
    const inputs = inputsOf(text);
    for (const { type } of inputs.params) lookInto(type, 8);
    expect(inputs.params.length).toBeGreaterThan(0);
  });
});

describe('the program as a source of types', () => {
  const program = loadProgram(
    openTexts('/project', {
      'src/a.ts': "import { Shape } from './b'; export function f(s: Shape, g: Global) {}",
      'src/b.ts': "export interface Shape { kind: 'b' }",
      'src/globals.ts': 'declare global { interface Global { ambient: true } } export {};',
    }),
  );

  test('follows imports and global declarations', () => {
    const module = program.module('src/a.ts');
    const fn = module?.functions.find(({ name }) => name === 'f');
    if (module === null || fn === undefined) throw new Error('the function was not lowered');
    const inputs = functionInputs(typeSourceOf(program), fn, module, { preconditions: { 'src/a.ts#f': ['s.kind'] } });
    expect(inputs.params.map(({ type }) => describeInput(type))).toEqual(["{ kind: 'b' }", '{ ambient: true }']);
    expect(inputs.preconditions).toEqual([{ text: 's.kind', from: 'configuration', start: fn.start }]);
    expect(inputs.widened).toEqual([]);
  });
});

test('the exported types are plain numbers to the compiler', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../src/number-types.ts'), 'utf8');
  const names = ['int', 'int32', 'uint32', 'uint8', 'nat', 'range<0, 1>', 'intRange<1, 12>'];
  const statements = names.flatMap((name, i) => [
    `const a${i}: ${name} = 0.5 as number; const b${i}: number = a${i};`,
    `const c${i}: ${name} = 'x';`,
  ]);
  expect(checkAssignments(text, statements)).toEqual(names.flatMap(() => [true, false]));
});

function typesOf(comment: string): string[] {
  const source = memorySource({ 'a.js': `${comment}\nfunction f(a, b) {}` });
  const module = source.moduleAt('a.js');
  const fn = module.functions.find(({ qualifiedName }) => qualifiedName === 'f');
  if (fn === undefined) throw new Error('no function f');
  return functionInputs(source, fn, module).params.map(({ type }) => type.members.map(({ kind }) => kind).join('|'));
}

describe('doc comments', () => {
  test.each([
    '/** @param {number} a @param {string} b @returns {number} */',
    '/** Adds. @param {number} a @param {string} b */',
    '/**\n * @param {number} a the first @param {string} b\n */',
    '/**\n * @param {number} a like `@param {x} b`, or {@link c @param}\n * @param {string} b\n */',
  ])('may hold several tags in a line: %s', (comment) => {
    expect(typesOf(comment)).toEqual(['number', 'string']);
  });
});
