import { posix } from 'node:path';
import type { ComparedVersions, LoadEffects } from './load-effects';
import type { Version } from './versions';

/**
 * Files in folders called `__mocks__` that are new, or gone: jest and vitest load them in the place of the module beside the folder, or of a package,
 * without anybody importing them.
 */
export function addMockEffects(effects: LoadEffects, { base, head }: ComparedVersions): void {
  const [had, has] = [mocksOf(base), mocksOf(head)];
  const other = [...has].filter((path) => !had.has(path)).concat([...had].filter((path) => !has.has(path)));
  for (const path of other) {
    const effect = has.has(path) ? 'loads what it may stand in for' : 'loads what it stood in for';
    for (const user of usersOf(path, base)) effects.addLoading(user, path, effect);
  }
}

function mocksOf({ loaded }: Version): Set<string> {
  return new Set(loaded.program.modules.map(({ path }) => path).filter((path) => folder.test(path)));
}

const folder = /(?:^|\/)__mocks__\//;

/** The modules that a mock stands in for, and those that import a package of its name. */
function usersOf(mock: string, { loaded }: Version): string[] {
  const [, beside = '', name = ''] = /^(.*?)__mocks__\/(.*)\.\w+$/.exec(mock) ?? [];
  const own = new Set([beside + name, posix.join(beside + name, 'index')]);
  return loaded.program.modules.flatMap(({ path, specifiers }) => {
    const isOwn = own.has(path.replace(/\.\w+$/, ''));
    const isUser = specifiers.some((specifier) => {
      const found = loaded.snapshot.resolve(path, specifier);
      return (found.kind === 'external' || found.kind === 'builtin') && isOf(found.name, name);
    });
    return isOwn || isUser ? [path] : [];
  });
}

function isOf(imported: string, name: string): boolean {
  return imported === name || imported.startsWith(`${name}/`);
}
