import { Evaluation, plainValue, type Model } from '#smt/model';
import type { OperationName } from '#smt/operations';
import type { Solver } from '#smt/solver';
import { sameScalar, type Scalar, type Sort } from '#smt/sorts';
import type { Term, Unknown } from '#smt/term';
import type { Terms } from '#smt/terms';
import { unknownsOf } from '#smt/unknowns';
import { inDomain } from '#symbolic/inputs/intersect';

export interface NearestRequest {
  readonly terms: Terms;
  readonly solver: Solver;
  readonly constraints: readonly Term[];
  /** To be kept as far as the constraints allow. */
  readonly given: Model;
  /** Satisfies the constraints. */
  readonly found: Model;
}

/**
 * A model of the constraints that changes few values of the given one, and those by little. What is tried is judged by
 * computing the constraints; the solver is asked where two values must change together.
 */
export function nearestModel(request: NearestRequest): Model {
  const { constraints, given } = request;
  const unknowns = unknownsIn(constraints);
  const model = new Map(wholeModel(request));
  keepGiven(request, unknowns, model);
  askToKeep(request, unknowns, model);
  for (const unknown of changed(unknowns, given, model)) approach(constraints, unknown, given, model);
  return model;
}

/** What was found, for every unknown; what it does not mention is as given, where that will do, else plain. */
export function wholeModel({ constraints, given, found }: NearestRequest): Model {
  const model = new Map([...given, ...found]);
  if (holds(constraints, model)) return model;
  for (const unknown of unknownsIn(constraints)) model.set(unknown, found.get(unknown) ?? plainValue(unknown));
  return model;
}

function unknownsIn(constraints: readonly Term[]): readonly Unknown[] {
  return [...new Set(constraints.flatMap((constraint) => unknownsOf(constraint)))];
}

function holds(constraints: readonly Term[], model: Model): boolean {
  const evaluation = new Evaluation(model);
  return constraints.every((constraint) => evaluation.holds(constraint));
}

function changed(unknowns: readonly Unknown[], given: Model, model: Model): Unknown[] {
  return unknowns.filter((unknown) => {
    const [before, now] = [given.get(unknown), model.get(unknown)];
    return before !== undefined && now !== undefined && !sameScalar(before, now);
  });
}

function keepGiven(
  { constraints, given }: NearestRequest,
  unknowns: readonly Unknown[],
  model: Map<Unknown, Scalar>,
): void {
  for (const unknown of changed(unknowns, given, model)) {
    const before = given.get(unknown);
    if (before !== undefined) tryValue(constraints, model, unknown, before);
  }
}

/** Questions that one input is worth. */
const mostQuestions = 12;

function askToKeep(request: NearestRequest, unknowns: readonly Unknown[], model: Map<Unknown, Scalar>): void {
  const { terms, solver, constraints, given } = request;
  const candidates = changed(unknowns, given, model);
  if (candidates.length < 2) return;
  const kept: Term[] = [];
  for (const unknown of candidates.slice(0, mostQuestions)) {
    const before = given.get(unknown);
    if (before === undefined) continue;
    const same = terms.apply(equality[unknown.sort], [unknown, terms.constant(before)]);
    const answer = solver.check({ constraints: [...constraints, ...kept, same] });
    if (answer.kind !== 'sat') continue;
    const next = new Map(wholeModel({ ...request, constraints: [...constraints, ...kept, same], found: answer.model }));
    if (!holds(constraints, next)) continue;
    kept.push(same);
    for (const [each, value] of next) model.set(each, value);
    keepGiven(request, unknowns, model);
  }
}

const equality: Readonly<Record<Sort, OperationName>> = {
  bool: 'bool.eq',
  num: 'num.same',
  str: 'str.eq',
  big: 'big.eq',
};

/** A value that must change need not go far, and should be one that a person would try. */
function approach(constraints: readonly Term[], unknown: Unknown, given: Model, model: Map<Unknown, Scalar>): void {
  const [before, now] = [given.get(unknown), model.get(unknown)];
  if (typeof before === 'string') {
    const near = [`${before}a`, before.slice(0, -1), before.slice(1), ''];
    near.some((text) => tryValue(constraints, model, unknown, text));
  } else if (typeof before === 'number' && typeof now === 'number' && Number.isFinite(before)) {
    approachNumber((value) => tryValue(constraints, model, unknown, value), before, now);
  }
}

const distances = [1, ...Array.from({ length: 40 }, (_, power) => 2 ** (power + 1))];

/** Whole numbers first; then by halves, not so far that nobody would write them. */
function approachNumber(holdsFor: (value: number) => boolean, before: number, now: number): void {
  const from = Math.trunc(before);
  const whole = [from, Math.floor(now), Math.ceil(now), ...distances.flatMap((by) => [from - by, from + by])];
  const near = whole
    .filter((value) => value !== before && Number.isInteger(value))
    .toSorted((a, b) => Math.abs(a - before) - Math.abs(b - before));
  const found = near.find((value) => holdsFor(value));
  if (found === undefined && !Number.isFinite(now)) return;
  let [refused, held] = [found === undefined ? before : from, found ?? now];
  const rounds = found === undefined ? 8 : 64;
  for (let round = 0; round < rounds; round++) {
    const middle = refused + (held - refused) / 2;
    const next = found === undefined ? middle : Math.trunc(middle);
    if (next === refused || next === held) return;
    if (holdsFor(next)) held = next;
    else refused = next;
  }
}

function tryValue(constraints: readonly Term[], model: Map<Unknown, Scalar>, unknown: Unknown, value: Scalar): boolean {
  const before = model.get(unknown);
  if (unknown.kind === 'symbol' && typeof value === 'number' && !inDomain(value, unknown.domain)) return false;
  model.set(unknown, value);
  const about = constraints.filter((constraint) => unknownsOf(constraint).includes(unknown));
  if (holds(about, model)) return true;
  if (before === undefined) model.delete(unknown);
  else model.set(unknown, before);
  return false;
}
