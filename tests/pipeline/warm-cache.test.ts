import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFolder } from '#project/folder-snapshot';
import { analyzeChange } from '../../src/pipeline';
import { mutate, mutationsOf } from '../change/mutations';
import { TemporaryRepository } from '../project/temporary-repository';

/** Statements that pointer analysis sees, to be put behind what a module does. */
const additions = [
  'const kept = (x) => [x]; kept({ kept });',
  'class Kept { get size() { return this.n; } set size(n) { this.n = n; } } new Kept().size = 2;',
  'function* keys(x) { for (const key in x) yield key; } [...keys({ a: 1 })].forEach((k) => k.length);',
];

it.each(['picomatch', 'express'])(
  'the result on %s is the same with a cache that fills up, edit by edit',
  async (name) => {
    const folder = join(import.meta.dirname, '../../node_modules', name);
    const { paths } = openFolder(folder);
    const repo = new TemporaryRepository();
    repo.commit({
      // The cache lives with the installed packages.
      'node_modules/.keep': '',
      '.gitignore': 'node_modules/.cache',
      ...Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')])),
    });
    for (let round = 0; round < 6; round++) {
      const path = paths[(round * 7919) % paths.length] ?? '';
      const text = readFileSync(join(repo.root, path), 'utf8');
      const mutations = mutationsOf(path, text);
      const mutation = mutations[(round * 104_729) % Math.max(mutations.length, 1)];
      const mutated = mutation === undefined ? text : mutate(text, mutation);
      const isEven = round % 2 === 0;
      repo.write({ [path]: isEven ? mutated : `${mutated}\n${additions[round >> 1] ?? ''}\n` });
      const cached = await analyzeChange({ cwd: repo.root, behaviour: false });
      const anew = await analyzeChange({ cwd: repo.root, behaviour: false, cache: false });
      expect(cached.functions.length, `round ${round}`).toBeGreaterThan(0);
      expect(JSON.stringify(cached), `round ${round}`).toBe(JSON.stringify(anew));
    }
  },
);
