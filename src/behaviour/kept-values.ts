import { eachConstraint } from '#dependence/constraints';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { computedProperty, constraintKinds } from '#ir/facts';
import { namesByCreate } from './names-by-create';

/** Names that lead somewhere though nothing was written to them, and functions that write under names that they are given. */
const unseen: ReadonlySet<string> = new Set(['prototype', 'constructor', '__proto__', 'exports', 'default']);
const writers: ReadonlySet<string> = new Set(
  'fromEntries defineProperty defineProperties __defineGetter__ Reflect Proxy'.split(' '),
);

/** What the program keeps under the names of properties, in whatever object. What was handed in holds nothing of the program. */
export class KeptValues {
  readonly #objects = new Map<string, Set<number>>();
  readonly #accessors = new Set<string>();
  readonly #isOpen: boolean;

  constructor({ program, pointers }: DependenceGraph) {
    this.#isOpen = program.modules.some(
      (module) => module.strings.some((text) => writers.has(text)) || namesByCreate(module),
    );
    program.modules.forEach((module, m) => {
      eachConstraint(module, (kind, words, at) => {
        const word = (offset: number): number => words[at + offset] ?? 0;
        const name = (offset: number): string => module.strings[word(offset)] ?? '';
        if (kind === constraintKinds.member) {
          if (word(4) === 0) this.#add(name(1), [pointers.objects.site(m, word(2))]);
          else this.#accessors.add(name(1));
        } else if (kind === constraintKinds.accessor) this.#accessors.add(name(1));
        else if (kind === constraintKinds.store && word(2) >= 0) {
          this.#add(name(1), pointers.pointsTo.heldBy(m, word(2)));
        }
      });
      for (const record of module.exports) {
        const linked = record.kind === 'star' ? null : pointers.linker.exported(m, record.exported);
        if (record.kind === 'star' || linked?.kind !== 'binding') continue;
        this.#add(record.exported, pointers.pointsTo.heldBy(linked.module, linked.binding));
      }
    });
  }

  /** Null when it cannot be told. */
  under(name: string): readonly number[] | null {
    if (this.#isOpen || unseen.has(name) || this.#accessors.has(name)) return null;
    const objects = [...(this.#objects.get(name) ?? []), ...(this.#objects.get(computedProperty) ?? [])];
    return objects;
  }

  #add(name: string, objects: readonly number[]): void {
    const known = this.#objects.get(name);
    if (known === undefined) this.#objects.set(name, new Set(objects));
    else for (const object of objects) known.add(object);
  }
}
