import type { ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';

/** Where declarations are found: the modules of one version of the program, read when a type names them. */
export interface TypeSource {
  moduleAt(path: string): ModuleIr | null;
  /** The path of a module of the program; null for what lies outside. */
  resolve(fromPath: string, specifier: string): string | null;
  /** Modules that may declare global names: scripts, and modules with `declare global`. */
  ambientModules(): readonly ModuleIr[];
}

export function typeSourceOf(program: LoadedProgram): TypeSource {
  let ambient: readonly ModuleIr[] | null = null;
  return {
    moduleAt: (path) => program.module(path),
    resolve(fromPath, specifier) {
      const resolution = program.snapshot.resolve(fromPath, specifier);
      return resolution.kind === 'file' ? resolution.path : null;
    },
    ambientModules: () => (ambient ??= ambientPaths(program).flatMap((path) => program.module(path) ?? [])),
  };
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
