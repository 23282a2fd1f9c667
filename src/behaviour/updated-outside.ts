import type { LoadedProgram } from '#ir/load-program';
import { ChangedOutside } from '#project/changed-outside';
import { loadableModules } from './loadable-modules';

/** Packages and other files that the change updates: what they do in each version is not compared. */
export class UpdatedOutside {
  readonly #head: LoadedProgram;
  readonly #changed: ChangedOutside;
  readonly #reasons = new Map<string, string | null>();
  readonly #updates = new Map<string, string | null>();

  constructor(base: LoadedProgram, head: LoadedProgram) {
    this.#head = head;
    this.#changed = new ChangedOutside(base.snapshot, head.snapshot);
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
      const updated = this.#updateIn(each);
      if (updated !== null) return `the change updates ${updated}, and what that does is not compared`;
    }
    return null;
  }

  #updateIn(path: string): string | null {
    let found = this.#updates.get(path);
    if (found === undefined) {
      const index = this.#head.program.moduleIndex(path);
      const specifiers = index === undefined ? [] : (this.#head.program.modules[index]?.specifiers ?? []);
      found = specifiers.map((specifier) => this.#changed.of(path, specifier)).find((name) => name !== null) ?? null;
      this.#updates.set(path, found);
    }
    return found;
  }
}
