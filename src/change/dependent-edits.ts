import type { Comparison } from './comparison';
import type { Entity } from './entities';
import type { PlacedHunks } from './placed-hunks';
import type { Renamings } from './renamings';

/**
 * Per edit, the edits that must be taken back with it so that no name is left without a declaration: uses that came with
 * a declaration go with it, and a use that comes back brings its declaration back.
 */
export function dependentEdits(
  comparison: Comparison,
  renamings: Renamings,
  placed: PlacedHunks,
  editOf: readonly number[],
  count: number,
): readonly ReadonlySet<number>[] {
  const entailed = Array.from({ length: count }, () => new Set<number>());
  if (count < 2) return entailed;
  const collector = new Collector(comparison, renamings, placed, editOf);
  const note = (edit: number, needs: number): void => {
    if (edit >= 0 && needs >= 0 && edit !== needs) entailed[edit]!.add(needs);
  };
  collector.each('head', (declaration, use) => note(declaration, use));
  collector.each('base', (declaration, use) => note(use, declaration));
  return entailed;
}

type Side = 'base' | 'head';

class Collector {
  readonly #comparison: Comparison;
  readonly #renamings: Renamings;
  readonly #placed: PlacedHunks;
  readonly #editOf: readonly number[];

  constructor(comparison: Comparison, renamings: Renamings, placed: PlacedHunks, editOf: readonly number[]) {
    this.#comparison = comparison;
    this.#renamings = renamings;
    this.#placed = placed;
    this.#editOf = editOf;
  }

  /** For every variable that only this version has: the edit that declares it with each edit that uses it. */
  each(side: Side, visit: (declaration: number, use: number) => void): void {
    const { entities } = this.#comparison;
    this.#comparison[side].modules.forEach((module, index) => {
      for (const binding of module.bindings) {
        // Most declarations are in no edit; only for the others is it worth looking where their names stand.
        if (binding.kind === 'type' || this.#edit(side, index, binding) < 0) continue;
        if (this.#renamings.isKnown(side, index, binding)) continue;
        const behind = binding.kind === 'import' ? entities[side].of(index, binding.index) : null;
        const uses = this.#renamings.uses(side, index)[binding.index] ?? [];
        const edits = (wanted: boolean): number[] =>
          uses.filter((use) => use.isDeclaration === wanted).map((use) => this.#edit(side, index, use));
        const declarations = edits(true);
        for (const declaration of declarations) for (const use of edits(false)) visit(declaration, use);
        // The import itself is a use of what the other file declares.
        const sources = behind === null ? [] : this.#declarations(side, behind);
        for (const source of sources) for (const declaration of declarations) visit(source, declaration);
      }
    });
  }

  #declarations(side: Side, entity: Entity): number[] {
    if (entity.kind === 'export') return [];
    const binding = this.#comparison[side].modules[entity.module]!.bindings[entity.binding]!;
    if (this.#renamings.isKnown(side, entity.module, binding)) return [];
    const uses = this.#renamings.uses(side, entity.module)[entity.binding] ?? [];
    return uses.filter((use) => use.isDeclaration).map((use) => this.#edit(side, entity.module, use));
  }

  #edit(side: Side, module: number, { start, end }: { readonly start: number; readonly end: number }): number {
    const hunk = this.#placed.around(side, module, start, end);
    return hunk < 0 ? -1 : this.#editOf[hunk]!;
  }
}
