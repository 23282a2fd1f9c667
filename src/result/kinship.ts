import type { NodeId } from '#core/ids';
import type { Program } from '#ir/program';

/** How many folders the file of a node has in common with one of the seeds: most for a file that holds one. */
export function kinshipWith(program: Program, seeds: ReadonlySet<NodeId>): (node: NodeId) => number {
  const changed = new Set(Array.from(seeds, (seed) => program.moduleOfNode(seed)));
  const folders = Array.from(changed, (m) => parts(program.modules[m]?.path));
  const known = new Map<number, number>();
  const kinshipOf = (m: number): number => {
    if (changed.has(m)) return Number.MAX_SAFE_INTEGER;
    const own = parts(program.modules[m]?.path);
    return folders.reduce((most, other) => Math.max(most, commonPrefix(own, other)), 0);
  };
  return (node) => {
    const m = program.moduleOfNode(node);
    let kinship = known.get(m);
    if (kinship === undefined) known.set(m, (kinship = kinshipOf(m)));
    return kinship;
  };
}

function parts(path = ''): readonly string[] {
  return path.split('/').slice(0, -1);
}

function commonPrefix(a: readonly string[], b: readonly string[]): number {
  const end = a.findIndex((part, i) => part !== b[i]);
  return end < 0 ? a.length : end;
}
