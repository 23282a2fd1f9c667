import { format } from 'prettier';
import { expect, test } from 'vitest';
import { Keys } from '#symbolic/keys';
import { library } from '#symbolic/library/library';
import { Realm } from '#symbolic/realm';
import { Terms } from '#smt/terms';
import { supportTable } from './support-table';

test('the list of supported functions is up to date', async () => {
  const text = await format(supportTable(), { parser: 'markdown', printWidth: 120 });
  await expect(text).toMatchFileSnapshot('../../../docs/SUPPORT.md');
});

test('models are of functions that the language has', () => {
  const realm = new Realm(new Terms(), new Keys());
  const unknown = [...library.keys()].filter((name) => !realm.has(name) && !isMadeOnTheWay(name));
  expect(unknown).toEqual([]);
});

/** Functions that other functions hand out, and those of CommonJS, have no name in the language. */
function isMadeOnTheWay(name: string): boolean {
  return name.startsWith('%') || /^[a-z]/.test(name);
}
