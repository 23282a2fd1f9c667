import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lowerSource } from '#ir/lower-module';
import { parseModule } from '#syntax/parse';
import { listFunctions } from '#trace/list-functions';
import { arbitraryProgram } from '../ir/generate/arbitrary-program';
import { renderProgram } from '../ir/generate/render-program';

const fixtures = join(import.meta.dirname, '../fixtures/ir');
const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.[cm]?[jt]sx?$/.test(name),
);

test.each(files)('lists the functions that are lowered from %s', (name) => {
  expectSame(name, readFileSync(join(fixtures, name), 'utf8'));
});

test('lists the functions that are lowered from random programs', () => {
  fc.assert(
    fc.property(arbitraryProgram('control'), (tree) => expectSame('program.js', renderProgram(tree))),
    { numRuns: 100 },
  );
});

function expectSame(path: string, text: string): void {
  const { tree } = parseModule(path, text);
  const { module } = lowerSource(path, text);
  if (tree === null || module === null) throw new Error(`${path} does not parse`);
  const written = module.functions.filter(
    ({ kind, origin }) => kind !== 'constructor' || !origin.type.startsWith('Class'),
  );
  expect(listFunctions(tree).map(shown).toSorted()).toEqual(written.map(shown).toSorted());
}

function shown({ start, kind }: { start: number; kind: string }): string {
  return `${start} ${kind}`;
}
