import { canonicalQuery, type CanonicalQuery } from './canonical-query';
import { satisfies } from './satisfies';
import { sat, unsat, type Answer, type Link, type Solver } from './solver';
import type { Scalar } from './sorts';
import type { Term, Unknown } from './term';

/** Where answers outlive a run. */
export interface AnswerStore {
  get(key: string): Uint8Array | undefined;
  put(entries: readonly (readonly [key: string, blob: Uint8Array])[]): void;
}

/** Part of every key: raised when a theory or an operation changes, so that no older answer is believed. */
const version = 2;
/** Answers are written in batches, and at the end. */
const batchSize = 64;
/** Where they cannot be written. */
const mostRemembered = 20_000;

/**
 * Keeps answers across runs, and within one what the solver could not tell: functions that do the same with inputs of other
 * names ask the same. A model that is read is checked like any other.
 */
export function persistentLink(next: Solver, store: AnswerStore | null): Link {
  const count = { seen: 0, answered: 0 };
  const waiting = new Map<string, Uint8Array>();
  const untold = new Map<string, Answer>();

  function flush(): void {
    store?.put([...waiting]);
    waiting.clear();
  }

  return {
    name: 'persistent',
    count,
    check(query) {
      count.seen++;
      const canonical = canonicalQuery(query.constraints);
      const key = `smt/${version}/${canonical.hash}`;
      const blob = waiting.get(key) ?? store?.get(key);
      const known = untold.get(key) ?? readAnswer(blob, canonical, query.constraints);
      if (known !== null) {
        count.answered++;
        return known;
      }
      const answer = next.check(query);
      if (answer.kind === 'unknown') untold.set(key, answer);
      else waiting.set(key, writeAnswer(answer, canonical));
      if (waiting.size >= (store === null ? mostRemembered : batchSize)) flush();
      return answer;
    },
    close() {
      flush();
      next.close();
    },
  };
}

type Written = readonly [kind: 'unsat'] | readonly [kind: 'sat', values: readonly (string | null)[]];

function writeAnswer(answer: Exclude<Answer, { kind: 'unknown' }>, { unknowns }: CanonicalQuery): Uint8Array {
  const written: Written =
    answer.kind === 'unsat' ? ['unsat'] : ['sat', unknowns.map((term) => writeScalar(answer.model.get(term)))];
  return new TextEncoder().encode(JSON.stringify(written));
}

function readAnswer(
  blob: Uint8Array | undefined,
  { unknowns }: CanonicalQuery,
  constraints: readonly Term[],
): Answer | null {
  if (blob === undefined) return null;
  const [kind, values] = readWritten(blob);
  if (kind === 'unsat') return unsat;
  const model = new Map<Unknown, Scalar>();
  for (const [index, term] of unknowns.entries()) {
    const value = readScalar(values?.[index], term);
    if (value !== null) model.set(term, value);
  }
  return kind === 'sat' && satisfies(constraints, model) ? sat(model) : null;
}

function readWritten(blob: Uint8Array): Written | readonly [null, null] {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(blob));
    return Array.isArray(parsed) ? (parsed as unknown as Written) : [null, null];
  } catch {
    return [null, null]; // a damaged entry is none
  }
}

function writeScalar(value: Scalar | undefined): string | null {
  if (value === undefined) return null;
  return Object.is(value, -0) ? '-0' : String(value);
}

function readScalar(text: string | null | undefined, { sort }: Unknown): Scalar | null {
  if (typeof text !== 'string') return null;
  switch (sort) {
    case 'bool':
      return text === 'true';
    case 'num':
      return Number(text);
    case 'str':
      return text;
    case 'big':
      return /^-?\d+$/.test(text) ? BigInt(text) : null;
  }
}
