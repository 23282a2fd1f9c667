import { expect, it } from 'vitest';
import { Terms } from '#smt/terms';
import { Keys } from '#symbolic/keys';
import { library } from '#symbolic/library/library';
import { Realm } from '#symbolic/realm';

/** Functions of objects, arrays, collections and promises that a path is left at, by name. */
const withoutModel = ['Array.prototype.toLocaleString', 'Function'];

const themes = /^(get |set )?(Array|Object|Function|Reflect|Map|Set|WeakMap|WeakSet|Promise)($|[.[])/;
const legacy = /Function\.prototype\.(arguments|caller)$/;

it('has a model of every function of objects, arrays, collections and promises', () => {
  const realm = new Realm(new Terms(), new Keys());
  const missing: string[] = [];
  for (let ref = -1; realm.host(ref) !== null; ref--) {
    const name = realm.nameOf(ref);
    if (name === null || !themes.test(name) || legacy.test(name) || library.has(name)) continue;
    if (realm.object(ref).internal.kind === 'builtin') missing.push(name);
  }
  expect(missing.toSorted()).toEqual(withoutModel);
});
