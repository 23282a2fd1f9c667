import type { Diagnostic } from './diagnostics';
import { displayPath } from './display-path';

/** Remarks about a change as a whole. */

/** `isPair`: two files or folders were named, and not revisions. */
export function emptyDiff(base: string, head: string, isPair: boolean, hasMore: boolean): Diagnostic {
  return {
    code: 'empty-diff',
    severity: 'info',
    message:
      base === head
        ? `${displayPath(base)} was compared with itself`
        : `no TypeScript or JavaScript file differs between ${displayPath(base)} and ${displayPath(head)}`,
    // What else has changed says itself what to do.
    remedy: hasMore
      ? 'Other files differ: see below.'
      : isPair
        ? 'Name two versions that differ: wingbeat compare <old> <new>.'
        : 'Name another base: wingbeat <base> [head].',
  };
}

/** A file of the base that cannot be read is no new file. */
export function syntaxErrorInBase({ message }: Diagnostic, base: string): Diagnostic {
  return {
    code: 'syntax-error-in-base',
    severity: 'warning',
    message: `${message}, in ${displayPath(base)}`,
    remedy: 'What the file did before is not known, and so is what changed in it.',
  };
}

/** Packages, style sheets and the like. */
export function updatedImports(names: readonly string[]): Diagnostic {
  return {
    code: 'updated-imports',
    severity: 'warning',
    message: `${some(names)} changed, and what that does is not analysed: source imports it, but it is no source of the project.`,
    remedy: 'Functions of modules that load it are not called the same; run their tests.',
  };
}

export function updatedOptions(files: readonly string[]): Diagnostic {
  return {
    code: 'updated-options',
    severity: 'warning',
    message: `other options in ${some(files)}: the same source may run otherwise, or import something else, and that is not analysed.`,
    remedy: 'Functions whose source they are for are not called the same; run their tests.',
  };
}

/** `files`: of packages, each their package.json. */
export function updatedEntries(files: readonly string[]): Diagnostic {
  return {
    code: 'updated-entries',
    severity: 'warning',
    message: `${some(files)} leads importers of the package to other files than before (main, module, browser or exports), and what they get now is not compared.`,
    remedy: 'Compare the files that it leads to: wingbeat compare <old file> <new file>.',
  };
}

/** Files that are no source, each with a module that names it. */
export function updatedFiles(files: readonly { readonly file: string; readonly by: string }[]): Diagnostic {
  const named = files.map(({ file, by }) => `${displayPath(file)} (named in ${displayPath(by)})`);
  return {
    code: 'updated-files',
    severity: 'warning',
    message: `${listed(named)} changed, and what that does is not analysed: the program may read it.`,
    remedy: 'Functions of modules that may read it are not called the same; run their tests.',
  };
}

/** Names that a module passes on from two others by `export *`, and so from none. */
export function ambiguousExports(lost: readonly { readonly path: string; readonly name: string }[]): Diagnostic {
  const shown = lost.map(({ path, name }) => `${displayPath(name)} of ${displayPath(path)}`);
  return {
    code: 'ambiguous-export',
    severity: 'warning',
    message: `no longer exported: ${listed(shown)}. Two modules that are passed on by "export *" have that name now, and so neither is.`,
    remedy: 'Who imports it breaks; export one of them by its name.',
  };
}

function some(paths: readonly string[]): string {
  return listed(paths.map(displayPath));
}

function listed(all: readonly string[]): string {
  const more = all.length - 3;
  return `${all.slice(0, 3).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
