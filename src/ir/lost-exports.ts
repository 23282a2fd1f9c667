import type { LoadedProgram } from './load-program';
import { StarExports } from './star-exports';

/** A name that a module had for its importers, and has not any more. */
export interface LostExport {
  readonly path: string;
  readonly name: string;
}

/** What modules export in two versions of a program. */
export class LostExports {
  readonly #head: LoadedProgram;
  readonly #before: StarExports;
  readonly #now: StarExports;

  constructor(base: LoadedProgram, head: LoadedProgram) {
    this.#head = head;
    [this.#before, this.#now] = [base, head].map(
      ({ program, snapshot }) =>
        new StarExports(program.modules, (from, specifier) => {
          const target = snapshot.resolve(from, specifier);
          return target.kind === 'file' ? target.path : null;
        }),
    ) as [StarExports, StarExports];
  }

  /** Names that modules had from one module by `export *` and have from two now: then nobody gets either. */
  toStars(): LostExport[] {
    return this.#head.program.modules.flatMap(({ path, exports }) =>
      exports.some(({ kind }) => kind === 'star') ? this.toStarsIn(path) : [],
    );
  }

  toStarsIn(path: string): LostExport[] {
    return this.#now.ambiguousIn(path).flatMap((name) => (this.#before.has(path, name) ? [{ path, name }] : []));
  }

  /** Names that a module of the head asks others for by `import`, and that these had before. */
  importedBy(path: string): LostExport[] {
    const { program, snapshot } = this.#head;
    const module = program.modules[program.moduleIndex(path) ?? -1];
    return (module?.imports ?? []).flatMap(({ source, imported }) => {
      const target = imported === '*' || imported === 'default' ? null : snapshot.resolve(path, source);
      if (target?.kind !== 'file' || this.#now.has(target.path, imported)) return [];
      return this.#before.has(target.path, imported) ? [{ path: target.path, name: imported }] : [];
    });
  }
}
