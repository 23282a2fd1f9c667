import { Digraph } from '#core/digraph';
import { stronglyConnectedComponents } from '#core/scc';
import type { LoadedProgram } from '#ir/load-program';

/** Modules that import one another, be it through others: what each finds depends on which one is loaded first. */
export class ImportCycles {
  readonly #cycles = new Map<string, readonly string[]>();

  constructor({ program, snapshot }: LoadedProgram) {
    const { modules } = program;
    const numbers = new Map(modules.map(({ path }, at) => [path, at]));
    const [sources, targets]: [number[], number[]] = [[], []];
    for (const [from, { path, specifiers }] of modules.entries()) {
      for (const specifier of specifiers) {
        const target = snapshot.resolve(path, specifier);
        const to = target.kind === 'file' ? numbers.get(target.path) : undefined;
        if (to === undefined) continue;
        sources.push(from);
        targets.push(to);
      }
    }
    const components = stronglyConnectedComponents(Digraph.fromEdges(modules.length, sources, targets));
    for (let component = 0; component < components.count; component++) {
      const members = components.members(component);
      if (members.length < 2) continue;
      const paths = [...members].flatMap((member) => modules[member]?.path ?? []);
      for (const path of paths) this.#cycles.set(path, paths);
    }
  }

  /** All modules of its cycle, the module too; none where it is in no cycle. */
  around(path: string): readonly string[] {
    return this.#cycles.get(path) ?? [];
  }
}
