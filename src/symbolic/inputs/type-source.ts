import type { ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import { isHard } from '#ir/renamed-members';
import { isDataPath } from '#project/source-path';
import { isTestPath } from '#project/test-path';
import type { ClassReference } from '../input-type';

/** Where declarations are found: the modules of one version of the program, read when a type names them. */
export interface TypeSource {
  moduleAt(path: string): ModuleIr | null;
  /** The path of a module of the program; null for what lies outside. */
  resolve(fromPath: string, specifier: string): string | null;
  /** Modules that may declare global names: scripts, and modules with `declare global`. */
  ambientModules(): readonly ModuleIr[];
  /** Modules with classes that may extend one of this name, but for those of tests. */
  modulesExtending?(name: string): readonly ModuleIr[];
  /** Whether the other version has other names for fields of a class, or keeps members private that this one does not: nobody can put its instances together for both. */
  isRenamed?(reference: ClassReference): boolean;
}

const known = new WeakMap<LoadedProgram, TypeSource>();

/** One for each program: what is found by looking through all of it is kept. */
export function typeSourceOf(program: LoadedProgram): TypeSource {
  let source = known.get(program);
  if (source === undefined) known.set(program, (source = makeSource(program)));
  return source;
}

function makeSource(program: LoadedProgram): TypeSource {
  let ambient: readonly ModuleIr[] | null = null;
  let extending: readonly Extending[] | null = null;
  return {
    moduleAt: (path) => program.module(path),
    resolve(fromPath, specifier) {
      const resolution = program.snapshot.resolve(fromPath, specifier);
      return resolution.kind === 'file' ? resolution.path : null;
    },
    ambientModules: () => (ambient ??= ambientPaths(program).flatMap((path) => program.module(path) ?? [])),
    isRenamed: ({ path, index }) =>
      program.renamed
        ?.of(path, index)
        .some(({ kind, isStatic, base, head }) => !isStatic && (kind === 'field' || isHard(base) || isHard(head))) ===
      true,
    modulesExtending(name) {
      extending ??= extendingModules(program);
      const isFew = extending.length <= mostParsed;
      return extending.flatMap(({ path, words }) => (isFew || words.has(name) ? (program.module(path) ?? []) : []));
    },
  };
}

interface Extending {
  readonly path: string;
  readonly words: ReadonlySet<string>;
}

/** Of more modules with classes that extend others, those are parsed that mention the class. */
const mostParsed = 60;

function extendingModules({ snapshot }: LoadedProgram): readonly Extending[] {
  const paths = snapshot.paths.filter((path) => !isTestPath(path) && !isDataPath(path));
  return snapshot.readMany(paths).flatMap(({ path, text }) => {
    if (!/\bclass\b[^{]*\bextends\b/.test(text)) return [];
    return [{ path, words: new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) }];
  });
}

/** By their text, so that only files with global declarations are parsed for this. */
function ambientPaths({ snapshot }: LoadedProgram): readonly string[] {
  const typed = snapshot.paths.filter(isTyped);
  return snapshot.readMany(typed).flatMap(({ path, text }) => (declaresGlobals(path, text) ? [path] : []));
}

function isTyped(path: string): boolean {
  return /\.[cm]?tsx?$/.test(path);
}

/** Whether other modules may see declarations of this one without importing it. */
export function declaresGlobals(path: string, text: string): boolean {
  if (!isTyped(path)) return false;
  if (/\bdeclare\s+global\b/.test(text)) return true;
  return !/^\s*(?:import|export)\b/m.test(text) && /^\s*(?:declare|interface|type|class|enum|namespace)\b/m.test(text);
}
