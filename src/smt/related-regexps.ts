import { relateRegExps, type RelatedRegExps } from './compare-regexps';
import { inPostOrder } from './post-order';
import { parseRegExpData, regExpData } from './regexp-operations';
import { remade } from './remade';
import { unsat, type Query, type Solver } from './solver';
import { partsOf, type OperationTerm, type Term } from './term';
import type { Terms } from './terms';

/**
 * Asks only what regular expressions that are put to the same text leave open. One that finds something where another does not may
 * be out of the question, and what both find may be the same. Solvers seldom see that in expressions of a page.
 */
export function withRegExpsRelated(terms: Terms, solver: Solver): Solver {
  const relations = new Relations();
  const within = new Map<Term, readonly OperationTerm[]>();
  return {
    check(query) {
      const searches = searchesIn(query, within);
      if (searches.every(({ expressions }) => expressions.length < 2)) return solver.check(query);
      if (searches.some((search) => relations.areContrary(search))) return unsat;
      const same = new Map(searches.flatMap((search) => relations.sameIn(search)));
      return solver.check(same.size === 0 ? query : unified(terms, query, same));
    },
    close: () => solver.close(),
  };
}

/** Expressions, as the data of tests, that are put to one text from one position. */
interface Search {
  /** Tells the text and the position. */
  readonly key: string;
  readonly expressions: readonly string[];
  readonly found: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
}

function searchesIn({ constraints }: Query, within: Map<Term, readonly OperationTerm[]>): Search[] {
  const all = constraints.flatMap((constraint) => operationsIn(constraint, within));
  const stated = constraints.flatMap(statedBy);
  return [...new Set(all.map(keyOf))].map((key) => {
    const outright = (isFound: boolean): ReadonlySet<string> =>
      new Set(
        stated.flatMap((each) =>
          each.isFound === isFound && keyOf(each.operation) === key ? [expressionOf(each.operation)] : [],
        ),
      );
    const expressions = [...new Set(all.filter((each) => keyOf(each) === key).map(expressionOf))];
    return { key, expressions, found: outright(true), missing: outright(false) };
  });
}

function operationsIn(constraint: Term, within: Map<Term, readonly OperationTerm[]>): readonly OperationTerm[] {
  const known = within.get(constraint);
  if (known !== undefined) return known;
  const found: OperationTerm[] = [];
  const seen = new Set<Term>();
  inPostOrder(
    constraint,
    (part) => seen.has(part),
    (part) => {
      seen.add(part);
      if (part.kind === 'operation' && part.operation.startsWith('regexp.')) found.push(part);
    },
    inside,
  );
  within.set(constraint, found);
  return found;
}

/** That there is a match, or none, as far as a constraint says so outright. */
function statedBy(constraint: Term): readonly { readonly operation: OperationTerm; readonly isFound: boolean }[] {
  if (constraint.kind !== 'operation') return [];
  const { operation, args } = constraint;
  if (operation === 'and') return args.flatMap(statedBy);
  if (operation === 'regexp.test' || operation === 'regexp.participates')
    return [{ operation: constraint, isFound: true }];
  const [negated] = args;
  const isNone = operation === 'not' && negated?.kind === 'operation' && negated.operation === 'regexp.test';
  return isNone ? [{ operation: negated, isFound: false }] : [];
}

/** What expressions say of each other, found out once for all questions. */
class Relations {
  readonly #known = new Map<string, RelatedRegExps | null>();
  #left = mostOfAll;

  /** Whether one must find something that is said to find nothing. */
  areContrary({ found, missing }: Search): boolean {
    return [...missing].some((none) => [...found].some((one) => one === none || this.#of(one, none)?.implies === true));
  }

  /** By where an expression is put to a text, another that finds the same there. */
  sameIn({ key, expressions, found }: Search): readonly (readonly [string, string])[] {
    if (found.size === 0) return [];
    const implied = expressions.filter(
      (each) => found.has(each) || [...found].some((one) => this.#of(one, each)?.implies === true),
    );
    const kept: string[] = [];
    return implied.flatMap((each) => {
      const other = kept.find((one) => this.#of(one, each)?.agrees === true);
      if (other === undefined) kept.push(each);
      return other === undefined ? [] : [[`${key} ${each}`, other] as const];
    });
  }

  #of(first: string, second: string): RelatedRegExps | null {
    const key = `${first}\n${second}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#left > 0 ? relateRegExps(parseRegExpData(first), parseRegExpData(second), mostOfOne) : null;
    if (found === null) this.#left--;
    this.#known.set(key, found);
    return found;
  }
}

const mostOfOne = 150_000;
/** So many may be looked at in vain. */
const mostOfAll = 20;

/** Asks what one finds, where it was asked what another finds. */
function unified(terms: Terms, query: Query, same: ReadonlyMap<string, string>): Query {
  const made = new Map<Term, Term>();
  const remake = (term: Term): Term => {
    const again = remade(terms, term, (part) => made.get(part) ?? part);
    if (term.kind !== 'operation' || again.kind !== 'operation' || !finds.has(term.operation)) return again;
    const other = same.get(`${keyOf(term)} ${expressionOf(term)}`);
    if (other === undefined) return again;
    const { group } = parseRegExpData(term.data);
    return terms.apply(term.operation, again.args, regExpData({ ...parseRegExpData(other), group }));
  };
  const constraints = query.constraints.map((constraint) => {
    inPostOrder(
      constraint,
      (part) => made.has(part),
      (part) => made.set(part, remake(part)),
      inside,
    );
    return made.get(constraint) ?? constraint;
  });
  return { ...query, constraints };
}

const finds: ReadonlySet<string> = new Set(['regexp.index', 'regexp.capture', 'regexp.participates']);

function keyOf({ args }: OperationTerm): string {
  return args.map(({ id }) => id).join();
}

function expressionOf({ data }: OperationTerm): string {
  return regExpData({ ...parseRegExpData(data), group: 0 });
}

/** A model gives values to unknowns as they are: those of functions are not looked into. */
function inside(term: Term): readonly Term[] {
  return term.kind === 'application' ? [] : partsOf(term);
}
