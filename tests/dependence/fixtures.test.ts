import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectationsIn } from './expectations';
import { LabelledFiles } from './labelled-files';

/** One file or folder per feature of the language, with what it must say about itself; see `expectations.ts`. */
const folder = join(import.meta.dirname, '../fixtures/dependence');
const fixtures = readdirSync(folder, { withFileTypes: true });

describe.each(fixtures.map((entry) => entry.name))('%s', (name) => {
  const files = filesOf(name);
  const expectations = Object.values(files).flatMap((text) => expectationsIn(text));
  const program = new LabelledFiles(files);

  test('depends as it says', () => {
    const failures = expectations.flatMap(({ text, check }) => {
      const found = check(program);
      return found === null ? [] : [`${text}   found: ${found}`];
    });
    expect(failures).toEqual([]);
  });

  test('says something of every named line', () => {
    const spoken = new Set(expectations.flatMap(({ points }) => points));
    expect(program.labels.filter((label) => !spoken.has(label))).toEqual([]);
    expect(expectations.length).toBeGreaterThan(2);
  });
});

test('there are fixtures', () => expect(fixtures.length).toBeGreaterThan(25));

function filesOf(name: string): Record<string, string> {
  const path = join(folder, name);
  const entry = fixtures.find((candidate) => candidate.name === name);
  if (entry?.isFile() === true) return { [name]: readFileSync(path, 'utf8') };
  const paths = readdirSync(path, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return Object.fromEntries(
    paths.map((file) => {
      const full = join(file.parentPath, file.name);
      return [full.slice(path.length + 1), readFileSync(full, 'utf8')];
    }),
  );
}
