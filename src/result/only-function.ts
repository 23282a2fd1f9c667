import type { Result } from './result';

/** What is said of one function, and of those that are made in it. */
export function onlyFunction(result: Result, name: string): Result {
  const isMeant = (id: string): boolean => `${id}.`.startsWith(`${name}.`) || `${id}.`.includes(`#${name}.`);
  return {
    ...result,
    functions: result.functions.filter(({ id }) => isMeant(id)),
    entryPoints: result.entryPoints.filter(({ id, reaches }) => isMeant(id) || reaches.some(isMeant)),
    ...(result.bugs === undefined ? {} : { bugs: result.bugs.filter((bug) => isMeant(bug.function)) }),
  };
}
