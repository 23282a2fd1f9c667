import { displayPath } from '#core/display-path';
import { isTestPath } from '#project/test-path';
import type { FunctionResult } from '#result/function-result';
import type { SpanResult } from '#result/location';
import type { EntryPointResult, Result } from '#result/result';
import type { Behaviour, Verdict } from '#result/verdict';
import { functionName, lineOf } from './function-label';

/** A function that there is a verdict on. One that is changed and an entry point is one subject. */
export interface Subject {
  readonly id: string;
  /** Without its file, where that is said by `where`. */
  readonly name: string;
  /** `src/cart.ts:12`; empty when it is not known. */
  readonly where: string;
  readonly isChanged: boolean;
  readonly isEntryPoint: boolean;
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

function isInTest(id: string): boolean {
  const [file = ''] = id.split('#');
  return isTestPath(file);
}

type Named = Pick<Subject, 'id' | 'name' | 'where'>;

function changedSubject(
  fn: FunctionResult,
  entryPoint: EntryPointResult | undefined,
  nameOf: (id: string) => Named,
): Subject {
  return {
    ...nameOf(fn.id),
    isChanged: true,
    isEntryPoint: entryPoint !== undefined,
    through: [],
    inside: [],
    ...moreAlarming(fn, entryPoint),
    masked: false,
  };
}

function callerSubject(entryPoint: EntryPointResult, nameOf: (id: string) => Named): Subject {
  const { id, reaches, verdict, behaviours, masked } = entryPoint;
  return {
    ...nameOf(id),
    isChanged: false,
    isEntryPoint: true,
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
    const [file] = subject.id.split('#');
    const key = JSON.stringify([file, subject.verdict, subject.behaviours]);
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
      ? { id, name: displayPath(id), where: '' }
      : { id, name: functionName(id, span.file), where: lineOf(span) };
  };
}

type Judged = Pick<EntryPointResult, 'verdict' | 'behaviours'>;

function moreAlarming(a: Judged, b: Judged | undefined): Judged {
  const { verdict, behaviours } = b !== undefined && alarm[b.verdict.kind] > alarm[a.verdict.kind] ? b : a;
  return { verdict, behaviours };
}

const alarm: Readonly<Record<Verdict['kind'], number>> = { same: 0, unknown: 1, differs: 2 };
