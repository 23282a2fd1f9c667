import { expect, test } from 'vitest';
import { tellsTypes } from '#suite/decorated-types';
import { replace } from './select-written';
import { selectedWhenCompiled } from './written-job';

const sources: Readonly<Record<string, string>> = {
  'src/model.ts': `
declare const Field: any;
@Field class Made { constructor(private at: Date) {} }
class Plain { constructor(private on: Date) {} }
export class Model {
  @Field when!: Date;
  label!: Date;
  @Field() method(a: Date): void {}
  argument(@Field b: Date): void {}
  free(c: Date): void {}
}
export const look = () => 1;
`,
  'test/model.test.ts': `import { look } from '../src/model';\ntest('model', () => look());\n`,
  'test/other.test.ts': `test('other', () => 1);\n`,
};

const runs = ['model', 'other'].map((title) => ({
  file: `test/${title}.test.ts`,
  titles: [title],
  runs: [`test/${title}.test.ts#<fn1>`],
}));

function selected(from: string, to: string, tells = true): (string | undefined)[] {
  const compiler = { checksTypes: false, tellsTypes: tells };
  return selectedWhenCompiled(replace('src/model.ts', from, to), sources, runs, compiler);
}

test.each([
  ['of a decorated property', 'when!: Date', 'when!: string'],
  ['of a parameter of a decorated method', 'a: Date', 'a: string'],
  ['of what a decorated method returns', '(a: Date): void', '(a: Date): number'],
  ['of a decorated parameter', 'b: Date', 'b: string'],
  ['of what a decorated class is made with', 'at: Date', 'at: string'],
])('the type %s is told to decorators when the module is loaded', (_, from, to) => {
  expect(selected(from, to)).toEqual(['model']);
  expect(selected(from, to, false)).toEqual([]);
});

test.each([
  ['label!: Date', 'label!: string'],
  ['c: Date', 'c: string'],
  ['on: Date', 'on: string'],
  ['when!: Date', 'when!:  Date /* time */'],
])('no decorator is told of %s', (from, to) => {
  expect(selected(from, to)).toEqual([]);
});

test('compilers tell decorators types where they are asked to', () => {
  expect(tellsTypes(['{ "compilerOptions": { "emitDecoratorMetadata": true } }'])).toBe(true);
  expect(tellsTypes(['{ "transform": { "decoratorMetadata": true } }'])).toBe(true);
  expect(tellsTypes(['{ "compilerOptions": { "emitDecoratorMetadata": false } }'])).toBe(false);
});
