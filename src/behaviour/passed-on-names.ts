import type { LoadedProgram } from '#ir/load-program';

/** Whether a module may pass on a name of another one by `export * from`; true where that is not known. */
export function mayPassOn(
  { program, snapshot }: Pick<LoadedProgram, 'program' | 'snapshot'>,
  path: string,
  name: string,
): boolean {
  const seen = new Set<string>();
  const waiting = [path];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const module = program.moduleIndex(at);
    const found = module === undefined ? undefined : program.modules[module];
    if (found === undefined || found.format === 'commonjs') return true;
    if (at !== path && found.exports.some((record) => record.kind !== 'star' && record.exported === name)) return true;
    seen.add(at);
    for (const record of found.exports) {
      if (record.kind !== 'star') continue;
      const target = snapshot.resolve(at, record.source);
      if (target.kind !== 'file') return true;
      if (!seen.has(target.path)) waiting.push(target.path);
    }
  }
  return false;
}
