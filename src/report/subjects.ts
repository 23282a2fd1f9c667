import { displayPath } from '#core/display-path';
import type { FileRole } from '#ir/file-role';
import { isTestPath } from '#project/test-path';
import type { FunctionResult } from '#result/function-result';
import type { SpanResult } from '#result/location';
import type { EntryPointResult, Result } from '#result/result';
import type { Behaviour, Verdict } from '#result/verdict';
import { functionName, lineOf } from './function-label';

/** A function that there is a verdict on. One that is changed and an entry point is one subject. */
export interface Subject {
  readonly id: string;
  readonly file: string;
  /** What its file is, where that is no part of the program. */
  readonly role: FileRole | null;
  /** Without its file, where that is said by `where`. */
  readonly name: string;
  /** `src/cart.ts:12`; empty when it is not known. */
  readonly where: string;
  readonly isChanged: boolean;
  readonly isEntryPoint: boolean;
  /** How importers call it, where that is another name. */
  readonly exportedAs: string | null;
  /** Ids of the changed functions that it reaches, for one that is not changed itself. */
  readonly through: readonly string[];
  readonly verdict: Verdict;
  readonly behaviours: readonly Behaviour[];
  /** Ids of functions inside of it that are seen through it alone, and so have the same verdict. */
  readonly inside: readonly string[];
  /** A changed function behaves differently, but not as seen from here. */
  readonly masked: boolean;
}

/**
 * Changed functions, then entry points that are not changed themselves. Added and removed functions have no other version, and
 * what tests do is no behaviour of the program.
 */
export function subjectsOf(result: Result): Subject[] {
  const nameOf = namesIn(result);
  const added = new Set(result.functions.filter(({ status }) => status === 'added').map(({ id }) => id));
  const entryPoints = new Map(
    result.entryPoints
      .filter(({ id }) => !added.has(id) && !isInTest(id))
      .map((entryPoint) => [entryPoint.id, entryPoint]),
  );
  const changed = result.functions.filter(({ id, status }) => status === 'changed' && !isInTest(id));
  const changedIds = new Set(changed.map(({ id }) => id));
  const callers = [...entryPoints.values()].filter(({ id }) => !changedIds.has(id));
  return [
    ...changed.map((fn) => changedSubject(fn, entryPoints.get(fn.id), nameOf)),
    ...callers.map((entryPoint) => callerSubject(entryPoint, nameOf)),
  ];
}

/** Subjects of the program, and those of bundles, examples and the like, which are told after it. */
export function splitSubjects(result: Result): {
  readonly program: readonly Subject[];
  readonly beside: readonly Subject[];
} {
  const subjects = subjectsOf(result);
  const program = subjects.filter(({ role }) => role === null);
  // Where nothing else changed, they are what the change is about.
  if (program.length === 0) return { program: subjects, beside: [] };
  return { program, beside: subjects.filter(({ role }) => role !== null) };
}

function isInTest(id: string): boolean {
  return isTestPath(fileOf(id));
}

function fileOf(id: string): string {
  const [file = ''] = id.split('#');
  return file;
}

type Named = Pick<Subject, 'id' | 'name' | 'where' | 'file'>;

function changedSubject(
  fn: FunctionResult,
  entryPoint: EntryPointResult | undefined,
  nameOf: (id: string) => Named,
): Subject {
  return {
    ...nameOf(fn.id),
    role: fn.role ?? null,
    isChanged: true,
    isEntryPoint: entryPoint !== undefined,
    exportedAs: entryPoint?.exportedAs ?? null,
    through: [],
    inside: [],
    ...moreAlarming(fn, entryPoint),
    masked: false,
  };
}

function callerSubject(entryPoint: EntryPointResult, nameOf: (id: string) => Named): Subject {
  const { id, role = null, exportedAs = null, reaches, verdict, behaviours, masked } = entryPoint;
  return {
    ...nameOf(id),
    role,
    isChanged: false,
    isEntryPoint: true,
    exportedAs,
    through: reaches.filter((reached) => reached !== id),
    inside: [],
    verdict,
    behaviours,
    masked: masked && verdict.kind === 'same',
  };
}

/** One subject for all that were compared as one: a function and the functions inside of it. */
export function seenTogether(subjects: readonly Subject[]): Subject[] {
  const groups = new Map<string, Subject[]>();
  for (const subject of subjects) {
    const key = JSON.stringify([subject.file, subject.verdict, subject.behaviours]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [subject]);
    else known.push(subject);
  }
  return [...groups.values()].flatMap(outermost);
}

function outermost(group: readonly Subject[]): Subject[] {
  const [outer, ...inner] = group.toSorted((a, b) => a.id.length - b.id.length);
  if (outer === undefined) return [];
  return [{ ...outer, inside: inner.map(({ id }) => id).filter((id) => !outer.through.includes(id)) }];
}

/** A name for every id of a result. */
export function namesIn(result: Result): (id: string) => Named {
  const spans = new Map<string, SpanResult>();
  for (const { id, span } of [...result.impact.functions, ...result.entryPoints, ...result.functions]) {
    if (span !== undefined) spans.set(id, span);
  }
  return (id) => {
    const span = spans.get(id);
    return span === undefined
      ? { id, file: fileOf(id), name: displayPath(id), where: '' }
      : { id, file: span.file, name: functionName(id, span.file), where: lineOf(span) };
  };
}

type Judged = Pick<EntryPointResult, 'verdict' | 'behaviours'>;

function moreAlarming(a: Judged, b: Judged | undefined): Judged {
  const { verdict, behaviours } = b !== undefined && alarm[b.verdict.kind] > alarm[a.verdict.kind] ? b : a;
  return { verdict, behaviours };
}

const alarm: Readonly<Record<Verdict['kind'], number>> = { same: 0, unknown: 1, differs: 2 };
