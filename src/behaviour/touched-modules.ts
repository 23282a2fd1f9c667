import type { ChangeSet } from '#change/change-set';
import type { ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import { declaresGlobals } from '#symbolic/inputs/type-source';
import type { FunctionPair } from './function-pair';

/**
 * Modules that have changed, and those that import one of them, for its values or its types, be it through others. What can run
 * in a call of a function of any other module is the same code in both versions, loaded by the same code: all that it can get at
 * comes from the modules that it imports and from its inputs, whose types name no others.
 */
export class TouchedModules {
  readonly #base: ReadonlySet<string>;
  readonly #head: ReadonlySet<string>;
  readonly #isEverywhere: boolean;

  constructor(base: LoadedProgram, head: LoadedProgram, { modules }: ChangeSet) {
    this.#base = importersOf(base, new Set(modules.flatMap((pair) => pair.base?.path ?? [])));
    this.#head = importersOf(head, new Set(modules.flatMap((pair) => pair.head?.path ?? [])));
    this.#isEverywhere = modules.some((pair) =>
      [pair.base, pair.head].some((each) => each !== null && isAmbient(each)),
    );
  }

  /** Those that import what has changed directly come first. */
  nearestFirst<T>(all: Iterable<T>, pairOf: (each: T) => FunctionPair): T[] {
    const order = new Map([...this.#head].map((path, at) => [path, at]));
    const at = (each: T): number => order.get(pairOf(each).head.path) ?? order.size;
    return [...all].toSorted((a, b) => at(a) - at(b));
  }

  has({ base, head }: FunctionPair): boolean {
    return this.#isEverywhere || this.#base.has(base.path) || this.#head.has(head.path);
  }
}

function importersOf({ program, snapshot }: LoadedProgram, changed: ReadonlySet<string>): Set<string> {
  const importers = new Map<string, string[]>();
  const found = new Set(changed);
  for (const { path, specifiers, typeImports } of program.modules) {
    for (const specifier of [...specifiers, ...typeImports.map(({ source }) => source)]) {
      const target = snapshot.resolve(path, specifier);
      // What cannot be found now may be what the change has added or taken away.
      if (target.kind === 'unresolved') found.add(path);
      if (target.kind !== 'file') continue;
      const known = importers.get(target.path);
      if (known === undefined) importers.set(target.path, [path]);
      else known.push(path);
    }
    if (namesModules(snapshot.read(path)?.text ?? '')) found.add(path);
  }
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer);
  return found;
}

/** Modules that are named by what is computed, or in types and comments alone, where no list of imports has them. */
export function namesModules(text: string): boolean {
  return /\bimport\s*\(|\bcreateRequire\b|\bmodule\.require\b|\brequire\b(?!\s*\(\s*(?:'[^'\n]*'|"[^"\n]*")\s*\))|\/\/\/\s*<reference/.test(
    text,
  );
}

/** Declarations that others see without importing them, and what compilers import for elements of JSX. */
function isAmbient({ path, text }: ModuleIr): boolean {
  return path.endsWith('.d.ts') || /(?:^|\/)jsx-(?:dev-)?runtime\.[^/]+$/.test(path) || declaresGlobals(path, text);
}
