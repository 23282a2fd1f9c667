import type { LoadedProgram } from '#ir/load-program';
import { LostExports } from '#ir/lost-exports';
import { ChangedOutside, isFileSystem } from '#project/changed-outside';
import { loadableModules } from './loadable-modules';

/** Packages, files and options that the change updates, and names that it takes from importers: what comes of them is not compared. */
export class UpdatedOutside {
  readonly #head: LoadedProgram;
  readonly #changed: ChangedOutside;
  readonly #lost: LostExports;
  readonly #reasons = new Map<string, string | null>();
  readonly #updates = new Map<string, string | null>();

  constructor(base: LoadedProgram, head: LoadedProgram) {
    this.#head = head;
    this.#changed = new ChangedOutside(base.snapshot, head.snapshot);
    this.#lost = new LostExports(base, head);
  }

  /** Why what functions of a module do is not known to be the same; null when nothing stands against it. */
  reasonFor(path: string): string | null {
    let reason = this.#reasons.get(path);
    if (reason === undefined) this.#reasons.set(path, (reason = this.#reasonFor(path)));
    return reason;
  }

  #reasonFor(path: string): string | null {
    const { program } = this.#head;
    for (const each of loadableModules(this.#head, [path]) ?? program.modules.map((module) => module.path)) {
      let reason = this.#updates.get(each);
      if (reason === undefined) this.#updates.set(each, (reason = this.#updateIn(each)));
      if (reason !== null) return reason;
    }
    return null;
  }

  #updateIn(path: string): string | null {
    // Who imports such a name is not loaded at all; a namespace does without.
    const [lost] = [...this.#lost.toStarsIn(path), ...this.#lost.importedBy(path)];
    if (lost !== undefined) return `${lost.path} no longer exports ${lost.name}, which others import`;
    const { program } = this.#head;
    const index = program.moduleIndex(path);
    const specifiers = index === undefined ? [] : (program.modules[index]?.specifiers ?? []);
    for (const specifier of specifiers) {
      const imported = this.#changed.of(path, specifier);
      if (imported !== null) return `the change updates ${imported}, and what that does is not compared`;
    }
    const read = specifiers.some(isFileSystem) ? this.#changed.readBy(this.#head.textOf(path)) : null;
    if (read !== null) return `the change updates ${read}, which ${path} may read`;
    const options = this.#changed.optionsOf(path);
    return options === null ? null : `the change sets other options in ${options}, and what they do is not compared`;
  }
}
