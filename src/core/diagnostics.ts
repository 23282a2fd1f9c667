import { displayPath } from './display-path';
import type { Position, Span } from './span';

/** What is said to the user about their code, their repository or their command; data, printed by the command line only. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly span?: Span;
  /** What to do next. */
  readonly remedy?: string;
}

/** Codes are part of the result's schema: they are added, never renamed. */
export type DiagnosticCode =
  | 'ambiguous-export'
  | 'ambiguous-function'
  | 'assumption-not-met'
  | 'call-not-run'
  | 'cannot-write'
  | 'command-not-started'
  | 'empty-diff'
  | 'file-not-found'
  | 'file-too-large'
  | 'function-not-found'
  | 'git-failed'
  | 'git-missing'
  | 'input-differs'
  | 'internal-error'
  | 'invalid-configuration'
  | 'invalid-location'
  | 'line-out-of-range'
  | 'link-not-followed'
  | 'no-call-in-test'
  | 'no-commits'
  | 'no-difference'
  | 'no-merge-base'
  | 'no-recording'
  | 'no-test-command'
  | 'no-working-tree'
  | 'not-a-call'
  | 'not-a-file-or-folder'
  | 'not-a-function'
  | 'not-a-repository'
  | 'not-a-source-file'
  | 'not-in-base'
  | 'mixed-pair'
  | 'not-text'
  | 'command-without-tests'
  | 'built-code-stale'
  | 'nothing-recorded'
  | 'out-of-time'
  | 'part-recorded'
  | 'compiled-without-map'
  | 'chains-left-out'
  | 'recording-damaged'
  | 'recording-note'
  | 'recording-too-new'
  | 'replay-mismatch'
  | 'shallow-clone'
  | 'skipped-test-failed'
  | 'solver-missing'
  | 'store-above-limit'
  | 'store-unusable'
  | 'syntax-error'
  | 'syntax-error-in-base'
  | 'test-not-found'
  | 'too-deeply-nested'
  | 'unknown-ancestor'
  | 'unknown-revision'
  | 'unmerged-file'
  | 'unreadable-file'
  | 'unresolved-import'
  | 'unsupported'
  | 'unusable-tsconfig'
  | 'updated-entries'
  | 'updated-files'
  | 'updated-imports'
  | 'updated-options';

/** 1: the analysis found what the user asked to fail on; 2: the command cannot be carried out as given; 3: our bug. */
export type FailureExitCode = 1 | 2 | 3;

/** Carries a diagnostic out of the depth of a computation that cannot go on without what is missing. */
export class WingbeatError extends Error {
  readonly diagnostic: Diagnostic;
  readonly exitCode: FailureExitCode;

  constructor(diagnostic: Diagnostic, exitCode: FailureExitCode = 2, options?: ErrorOptions) {
    super(diagnostic.message, options);
    this.name = 'WingbeatError';
    this.diagnostic = diagnostic;
    this.exitCode = exitCode;
  }
}

/** `name` states what should have held, e.g. `every node reaches the exit`; it is how a bug report is recognised. */
export function invariant(condition: boolean, name: string): asserts condition {
  if (!condition) throw new WingbeatError(internalError(name), 3);
}

/** Closes a switch over a union: a new member breaks the build here. */
export function assertNever(value: never): never {
  throw new WingbeatError(internalError(`a value of a closed union is one of its members, not ${describe(value)}`), 3);
}

export function notARepository(directory: string): Diagnostic {
  return {
    code: 'not-a-repository',
    severity: 'error',
    message: `no git repository at ${displayPath(directory)} or in a folder above it`,
    remedy: 'Run inside a repository, or compare two files or folders with "wingbeat compare <old> <new>".',
  };
}

export function unknownRevision(revision: string, suggestions: readonly string[]): Diagnostic {
  return {
    code: 'unknown-revision',
    severity: 'error',
    message: `git knows no revision ${displayPath(revision)}`,
    remedy: didYouMean(suggestions) ?? 'Name a branch, a tag or a commit; "git branch --all" and "git tag" list them.',
  };
}

/** The name is known, and what is asked for behind it is not there: `HEAD~1000`. */
export function unknownAncestor(revision: string, name: string, commits: number): Diagnostic {
  return {
    code: 'unknown-ancestor',
    severity: 'error',
    message: `git knows no revision ${displayPath(revision)}`,
    remedy: `${displayPath(name)} is there, with ${commits === 1 ? '1 commit' : `${commits} commits`} in its history; "git log --oneline" lists them.`,
  };
}

export function gitMissing(): Diagnostic {
  return {
    code: 'git-missing',
    severity: 'error',
    message: 'the command "git" was not found on the PATH',
    remedy: 'Install git, or compare two files or folders with "wingbeat compare <old> <new>".',
  };
}

export function gitFailed(args: readonly string[], stderr: string): Diagnostic {
  const said = stderr
    .trim()
    .split(/\s*\n\s*/)
    .join('; ');
  return {
    code: 'git-failed',
    severity: 'error',
    message: `git ${args.map(displayPath).join(' ')} failed${said === '' ? ' and said nothing' : `: ${said}`}`,
    remedy: 'Run the git command above by hand to see what it needs.',
  };
}

export function noWorkingTree(directory: string): Diagnostic {
  return {
    code: 'no-working-tree',
    severity: 'error',
    message: `${displayPath(directory)} lies in a git repository without a working tree`,
    remedy: 'Run in a checkout: "git worktree add <folder>" makes one from a bare repository.',
  };
}

export function noCommits(): Diagnostic {
  return {
    code: 'no-commits',
    severity: 'error',
    message: 'the current branch has no commits, so there is no HEAD',
    remedy: 'Commit once, or run "wingbeat" without a base to compare with an empty tree.',
  };
}

export function noMergeBase(a: string, b: string): Diagnostic {
  return {
    code: 'no-merge-base',
    severity: 'error',
    message: `${displayPath(a)} and ${displayPath(b)} have no commit in common`,
    remedy: 'Name the base to compare with: wingbeat <base> [head].',
  };
}

export function shallowClone(wanted: string): Diagnostic {
  return {
    code: 'shallow-clone',
    severity: 'error',
    message: `this shallow clone does not have ${displayPath(wanted)}`,
    remedy: `Run "${fetchOf(wanted)}", or "git fetch --unshallow" for the whole history.`,
  };
}

/** A commit or branch comes by its name; how far back something lies that is told by its distance is not known. */
function fetchOf(wanted: string): string {
  if (!/^[\w][\w./-]*$/.test(wanted)) return 'git fetch --deepen=<commits>';
  if (/^[0-9a-f]{7,64}$/.test(wanted)) return `git fetch --depth=1 origin ${wanted}`;
  const remote = /^origin\/(.+)$/.exec(wanted)?.[1];
  const to = remote === undefined ? wanted : `refs/remotes/${wanted}`;
  return `git fetch --depth=1 origin ${remote ?? wanted}:${to}`;
}

export function fileNotFound(path: string, suggestions: readonly string[] = []): Diagnostic {
  return {
    code: 'file-not-found',
    severity: 'error',
    message: `no file ${displayPath(path)}`,
    remedy: didYouMean(suggestions) ?? 'Give the path from the current folder.',
  };
}

export function notAFileOrFolder(path: string): Diagnostic {
  return {
    code: 'not-a-file-or-folder',
    severity: 'error',
    message: `${displayPath(path)} is neither a file nor a folder`,
    remedy: 'Name a source file or a folder of source files.',
  };
}

export function mixedPair(old: string, now: string): Diagnostic {
  return {
    code: 'mixed-pair',
    severity: 'error',
    message: `${displayPath(old)} and ${displayPath(now)} are not two files or two folders`,
    remedy: 'Name two files or two folders: wingbeat compare <old> <new>.',
  };
}

export function chainsLeftOut(statements: number, explained: number): Diagnostic {
  return {
    code: 'chains-left-out',
    severity: 'info',
    message: `${statements} statements are reached; chains are given for the nearest ${explained}`,
    remedy: 'Ask for one place to see its chains: wingbeat impact <file:line> --backward.',
  };
}

export function outOfTime(unread: number, files: number): Diagnostic {
  return {
    code: 'out-of-time',
    severity: 'warning',
    message: `the budget ran out: ${unread} of ${files} files were not read`,
    remedy: 'What is shown is right but not all; give more time with --budget.',
  };
}

export function notText(path: string): Diagnostic {
  return {
    code: 'not-text',
    severity: 'warning',
    message: `${displayPath(path)} is skipped: its content is not UTF-8 or UTF-16 text`,
    span: { file: path, start: 0, end: 0 },
    remedy: 'Save it as UTF-8 if it is source code.',
  };
}

export function fileTooLarge(path: string, size: number, limit: number): Diagnostic {
  return {
    code: 'file-too-large',
    severity: 'warning',
    message: `${displayPath(path)} is skipped: ${megabytes(size)} is over the limit of ${megabytes(limit)}`,
    span: { file: path, start: 0, end: 0 },
    remedy: 'Raise the limit if the file is source code rather than build output.',
  };
}

export function notASourceFile(path: string): Diagnostic {
  return {
    code: 'not-a-source-file',
    severity: 'error',
    message: `${displayPath(path)} is not a TypeScript or JavaScript source file`,
    remedy: 'Name a file that ends in .ts, .tsx, .mts, .cts, .js, .jsx, .mjs or .cjs and is not a declaration file.',
  };
}

export function unreadableFile(path: string, reason: string): Diagnostic {
  return {
    code: 'unreadable-file',
    severity: 'warning',
    message: `${displayPath(path)} is skipped: ${reason}`,
    span: { file: path, start: 0, end: 0 },
  };
}

export function linkNotFollowed(path: string, kind: 'submodule' | 'symbolic link'): Diagnostic {
  return {
    code: 'link-not-followed',
    severity: 'info',
    message: `${displayPath(path)} is skipped: it is a ${kind}`,
  };
}

export function unmergedFile(path: string): Diagnostic {
  return {
    code: 'unmerged-file',
    severity: 'warning',
    message: `${displayPath(path)} has a merge conflict; our side of it is used`,
    remedy: 'Resolve the conflict and stage the file.',
  };
}

export function unusableTsconfig(reason: string): Diagnostic {
  return {
    code: 'unusable-tsconfig',
    severity: 'warning',
    message: `path aliases are unknown, because a tsconfig cannot be used: ${reason}`,
    remedy: 'Install the packages, or correct the file.',
  };
}

export function cannotWrite(path: string, reason: string): Diagnostic {
  return {
    code: 'cannot-write',
    severity: 'error',
    message: `cannot write ${displayPath(path)}: ${reason}`,
    remedy: 'Name another file, or make its folder writable.',
  };
}

export function tooDeeplyNested(file: string): Diagnostic {
  return {
    code: 'too-deeply-nested',
    severity: 'warning',
    message: `${displayPath(file)} nests its code too deeply to be analysed.`,
    span: { file, start: 0, end: 0 },
    remedy: 'It is left out of the analysis; generated files can be excluded for good.',
  };
}

export function syntaxError(path: string, message: string, span?: Span, position?: Position): Diagnostic {
  return {
    code: 'syntax-error',
    severity: 'error',
    message: `syntax error at ${at(path, position)}: ${message}`,
    ...(span === undefined ? {} : { span }),
    remedy: 'The file is left out of the analysis; correct it and run again.',
  };
}

export function unsupportedConstruct(construct: string, span: Span, position: Position): Diagnostic {
  return {
    code: 'unsupported',
    severity: 'warning',
    message: `unsupported: ${construct} at ${displayPath(span.file)}:${position.line}`,
    span,
  };
}

export function unresolvedImport(specifier: string, path: string, span?: Span, position?: Position): Diagnostic {
  return {
    code: 'unresolved-import',
    severity: 'warning',
    message: `${displayPath(specifier)}, imported at ${at(path, position)}, was not found`,
    ...(span === undefined ? {} : { span }),
    remedy: 'Install the packages, or correct the path; until then what it exports is unknown code.',
  };
}

export function functionNotFound(name: string, path: string, suggestions: readonly string[]): Diagnostic {
  return {
    code: 'function-not-found',
    severity: 'error',
    message: `no function ${displayPath(name)} in ${displayPath(path)}`,
    remedy:
      didYouMean(suggestions) ?? 'Name it as file#function or file#Class.method, or by a line inside it as file:line.',
  };
}

export function ambiguousFunction(name: string, path: string, candidates: readonly string[]): Diagnostic {
  return {
    code: 'ambiguous-function',
    severity: 'error',
    message: `${displayPath(path)} has ${candidates.length} functions that ${displayPath(name)} may mean`,
    remedy: `Name one of ${candidates.map(displayPath).join(', ')}.`,
  };
}

export function lineOutOfRange(path: string, line: number, lineCount: number): Diagnostic {
  return {
    code: 'line-out-of-range',
    severity: 'error',
    message: `${displayPath(path)} has no line ${line}; its last line is ${lineCount}`,
    remedy: `Give a line between 1 and ${lineCount}.`,
  };
}

export function invalidLocation(text: string): Diagnostic {
  return {
    code: 'invalid-location',
    severity: 'error',
    message: `${displayPath(text)} names no place in the code`,
    remedy: 'Write file:line or file#function, e.g. src/cart.ts:12 or src/cart.ts#Cart.add.',
  };
}

export function internalError(violatedInvariant: string): Diagnostic {
  return {
    code: 'internal-error',
    severity: 'error',
    message: `internal error: this should hold but does not: ${violatedInvariant}`,
    remedy: 'This is a bug in wingbeat; please report it with the code that shows it.',
  };
}

function at(path: string, position: Position | undefined): string {
  return position === undefined ? displayPath(path) : `${displayPath(path)}:${position.line}:${position.column}`;
}

function didYouMean(suggestions: readonly string[]): string | undefined {
  return suggestions.length === 0 ? undefined : `Did you mean ${suggestions.map(displayPath).join(' or ')}?`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function describe(value: unknown): string {
  const hasKind = typeof value === 'object' && value !== null && 'kind' in value;
  return hasKind ? `one of kind ${String(value.kind)}` : String(value);
}
