import type { ModuleIr } from '#ir/cfg';
import type { Comparison } from './comparison';
import { nameStyles, type NameStyles } from './name-uses';
import type { Renamings } from './renamings';
import type { Substitution } from './restore-text';
import { loadOf } from './syntax-shape';

/** How the base's text must be rewritten to speak of variables by the names they have in the head. */
export class Substitutions {
  readonly #comparison: Comparison;
  readonly #renamings: Renamings;
  readonly #known = new Map<string, readonly Substitution[]>();

  constructor(comparison: Comparison, renamings: Renamings) {
    this.#comparison = comparison;
    this.#renamings = renamings;
  }

  /** In the order of the base's text. */
  in(baseModule: number, headModule: number): readonly Substitution[] {
    const key = `${baseModule} ${headModule}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = this.#make(baseModule, headModule);
    this.#known.set(key, made);
    return made;
  }

  #make(i: number, j: number): readonly Substitution[] {
    const { base, bindings } = this.#comparison;
    const module = base.modules[i]!;
    const renamed = module.bindings.flatMap(({ index, kind }) => {
      const isHere = kind === 'import' || bindings.partnerIn(i, index, j) >= 0;
      const name = isHere ? this.#renamings.newNameOf(i, index) : null;
      return name === null ? [] : [{ index, name }];
    });
    const respelled = this.#respelledSources(i, j);
    if (renamed.length === 0) return respelled;
    const uses = this.#renamings.uses('base', i);
    const styles = nameStyles(module);
    const made = renamed.flatMap(({ index, name }) =>
      (uses[index] ?? []).flatMap(({ start, end }): Substitution[] => {
        const closing = styles.closing.get(start);
        const opening = { start, end, text: spell(module.text.slice(start, end), name, start, styles) };
        return closing === undefined
          ? [opening]
          : [opening, { start: closing, end: closing + end - start, text: name }];
      }),
    );
    return [...made, ...respelled].toSorted((a, b) => a.start - b.start);
  }

  /** Specifiers as the head spells them, where the file or what it loads has another path now. */
  #respelledSources(i: number, j: number): Substitution[] {
    const { base, head, entities } = this.#comparison;
    const spelled = new Map(
      loadsOf(head.modules[j]!).map(({ source }) => [entities.head.sourceKey(j, source), source]),
    );
    return loadsOf(base.modules[i]!).flatMap(({ source, literal: { start, end } }) => {
      const key = entities.base.sourceKey(i, source);
      const text = spelled.get(key) ?? entities.head.specifierFor(j, key) ?? source;
      return text === source ? [] : [{ start, end, text: `'${text}'` }];
    });
  }
}

function spell(before: string, after: string, at: number, styles: NameStyles): string {
  if (styles.shorthand.has(at)) return `${before}: ${after}`;
  if (styles.imported.has(at)) return `${before} as ${after}`;
  return styles.exported.has(at) ? `${after} as ${before}` : after;
}

function loadsOf(module: ModuleIr): NonNullable<ReturnType<typeof loadOf>>[] {
  const { origin } = module.functions[0]!;
  return (origin.type === 'Program' ? origin.body : []).map(loadOf).filter((load) => load !== null);
}
