import type { Node } from 'oxc-parser';
import { declaredIdentifiers } from '#syntax/declared-identifiers';
import type { Comparison } from './comparison';
import type { Bond } from './find-hunks';
import type { PlacedHunks } from './placed-hunks';
import type { VersionFunction } from './version';

/**
 * Joins hunks that are one change: both ends of a move, a declaration that stands elsewhere now, and what parses only
 * together. The number of the edit of each hunk, counted in order.
 */
export function linkHunks(comparison: Comparison, placed: PlacedHunks, bonds: readonly Bond[]): number[] {
  const groups = new Groups(placed.all.length);
  joinMoves(comparison, placed, groups);
  joinDeclarations(comparison, placed, groups);
  joinSuspensions(comparison, placed, groups);
  joinExports(comparison, placed, groups);
  for (const bond of bonds) joinBond(comparison, placed, bond, groups);
  return groups.numbers();
}

class Groups {
  readonly #parent: number[];

  constructor(size: number) {
    this.#parent = Array.from({ length: size }, (_, i) => i);
  }

  /** −1 stands for no hunk. */
  join(a: number, b: number): void {
    if (a < 0 || b < 0) return;
    const [x, y] = [this.#find(a), this.#find(b)];
    this.#parent[Math.max(x, y)] = Math.min(x, y);
  }

  numbers(): number[] {
    const numbers = new Map<number, number>();
    return this.#parent.map((_, i) => {
      const root = this.#find(i);
      const known = numbers.get(root) ?? numbers.size;
      numbers.set(root, known);
      return known;
    });
  }

  #find(member: number): number {
    let root = member;
    while (this.#parent[root] !== root) root = this.#parent[root]!;
    this.#parent[member] = root;
    return root;
  }
}

function joinMoves({ base, head, match }: Comparison, placed: PlacedHunks, groups: Groups): void {
  const around = (
    side: 'base' | 'head',
    { moduleIndex }: VersionFunction,
    { start, end }: { start: number; end: number },
  ): number => placed.around(side, moduleIndex, start, end);
  for (const ours of base.functions) {
    const partner = match.pairs.toHead[ours.id]!;
    if (partner < 0) continue;
    const theirs = head.at(partner);
    groups.join(around('base', ours, ours.fn), around('head', theirs, theirs.fn));
    const tree = match.treeOf(ours.id);
    if (tree === undefined) continue;
    const syntax = base.tree(ours.id).syntax;
    const others = head.tree(partner).syntax;
    tree.moved.forEach((moved, u) => {
      if (moved === 1) groups.join(around('base', ours, syntax[u]!), around('head', theirs, others[tree.toHead[u]!]!));
    });
  }
}

/** Taking back only one of a removed and an added declaration of one variable would declare it twice. */
function joinDeclarations({ base, head, match, bindings }: Comparison, placed: PlacedHunks, groups: Groups): void {
  for (const ours of base.functions) {
    const partner = match.pairs.toHead[ours.id]!;
    if (partner < 0) continue;
    const theirs = head.at(partner);
    bindings.eachOwned(ours, theirs, (a, b) => {
      groups.join(
        placed.around('base', ours.moduleIndex, a.start, a.end),
        placed.around('head', theirs.moduleIndex, b.start, b.end),
      );
    });
  }
}

/** `await` and `yield` stand only in functions of their kind. */
function joinSuspensions({ base, head, match }: Comparison, placed: PlacedHunks, groups: Groups): void {
  for (const ours of base.functions) {
    const theirs = head.functions[match.pairs.toHead[ours.id]!];
    if (theirs === undefined || (ours.fn.async === theirs.fn.async && ours.fn.generator === theirs.fn.generator))
      continue;
    let first = -1;
    placed.all.forEach((hunk, i) => {
      if (hunk.kind !== 'replace' || !hunk.owners.has(ours.id)) return;
      groups.join(first, i);
      first = i;
    });
  }
}

/** Taking back only one of a removed and an added export of one name would export it twice. */
function joinExports({ base, head, match }: Comparison, placed: PlacedHunks, groups: Groups): void {
  for (const [i, j] of match.modules) {
    const after = exportsByName(head.modules[j]!.functions[0]!.origin);
    for (const [name, statement] of exportsByName(base.modules[i]!.functions[0]!.origin)) {
      const other = after.get(name);
      if (other === undefined) continue;
      groups.join(
        placed.around('base', i, statement.start, statement.end),
        placed.around('head', j, other.start, other.end),
      );
    }
  }
}

function exportsByName(program: Node): Map<string, Node> {
  const found = new Map<string, Node>();
  for (const statement of program.type === 'Program' ? program.body : []) {
    if (statement.type === 'ExportDefaultDeclaration') found.set('default', statement);
    if (statement.type !== 'ExportNamedDeclaration') continue;
    for (const { exported } of statement.specifiers)
      found.set(exported.type === 'Literal' ? exported.value : exported.name, statement);
    if (statement.declaration !== null)
      for (const { name } of declaredIdentifiers(statement.declaration)) found.set(name, statement);
  }
  return found;
}

function joinBond({ base, head }: Comparison, placed: PlacedHunks, bond: Bond, groups: Groups): void {
  const inside = new Set([
    ...placed.within('base', bond.baseModule, bond.base),
    ...placed.within('head', bond.headModule, bond.head),
  ]);
  let first = -1;
  for (const i of inside) {
    const hunk = placed.all[i]!;
    if (hunk.kind !== 'replace') continue;
    const texts = [
      base.modules[hunk.raw.baseModule]!.text.slice(...hunk.raw.base),
      head.modules[hunk.raw.headModule]!.text.slice(...hunk.raw.head),
    ];
    const { mention } = bond;
    if (mention !== null && !texts.some((text) => text.includes(mention))) continue;
    groups.join(first, i);
    first = i;
  }
}
