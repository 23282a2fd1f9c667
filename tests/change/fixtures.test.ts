import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compare, type Files } from './compare';
import { describeChanges } from './describe-changes';

/**
 * A fixture is one text: `=== base` and `=== head`, each followed by a file name, start the files of the two versions;
 * `=== changes` starts what is expected of them. UPDATE_FIXTURES=1 writes the last part anew: read it before you keep it.
 */
const folder = fileURLToPath(new URL('fixtures/', import.meta.url));

test.each(readdirSync(folder).toSorted())('%s', (name) => {
  const path = `${folder}${name}`;
  const text = readFileSync(path, 'utf8');
  const fixture = parseFixture(text);
  const actual = describeChanges(compare(fixture.base, fixture.head));
  if (process.env['UPDATE_FIXTURES'] === '1') {
    writeFileSync(path, `${text.slice(0, fixture.changesAt)}=== changes\n${actual}\n`);
    return;
  }
  expect(actual).toBe(fixture.changes);
});

function parseFixture(text: string): { base: Files; head: Files; changes: string; changesAt: number } {
  const versions: Record<'base' | 'head', Record<string, string>> = { base: {}, head: {} };
  const found = text.indexOf('=== changes\n');
  const changesAt = found < 0 ? text.length : found;
  for (const section of text.slice(0, changesAt).split(/^(?==== )/m)) {
    const header = /^=== (base|head) (\S+)\n/.exec(section);
    if (header === null) continue;
    const [line, side, path] = header;
    versions[side === 'base' ? 'base' : 'head'][path ?? ''] = section.slice(line.length);
  }
  return { ...versions, changes: text.slice(changesAt).replace('=== changes\n', '').trimEnd(), changesAt };
}
