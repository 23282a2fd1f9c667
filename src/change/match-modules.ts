import { similarPairs } from './similar-functions';
import type { Version } from './version';

/** Which file became which, as indexes of the two versions' modules; a file keeps its partner as long as it keeps its path. */
export function matchModules(base: Version, head: Version): (readonly [number, number])[] {
  const byPath = new Map(head.modules.map((module, index) => [module.path, index]));
  const pairs: (readonly [number, number])[] = [];
  const gone: number[] = [];
  base.modules.forEach(({ path }, index) => {
    const partner = byPath.get(path);
    if (partner === undefined) gone.push(index);
    else pairs.push([index, partner]);
    byPath.delete(path);
  });
  return [...pairs, ...renamedModules(base, gone, head, [...byPath.values()])];
}

/** By how many functions two files share, as parts of their size. */
function renamedModules(
  base: Version,
  gone: readonly number[],
  head: Version,
  fresh: readonly number[],
): (readonly [number, number])[] {
  if (gone.length === 0 || fresh.length === 0) return [];
  return similarPairs(
    { version: base, groups: gone.map((index) => wholeModule(base, index)) },
    { version: head, groups: fresh.map((index) => wholeModule(head, index)) },
    () => leastSharedContent,
  ).map(([i, j]) => [gone[i]!, fresh[j]!]);
}

function wholeModule(version: Version, index: number): readonly number[] {
  return version.functionsOf(index).map((ref) => ref.id);
}

const leastSharedContent = 0.5;
