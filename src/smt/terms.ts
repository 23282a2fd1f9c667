import { invariant } from '#core/diagnostics';
import { LinearForms, type Linear } from './linear';
import { operations, type OperationName } from './operations';
import type { Range } from './range';
import { Ranges } from './ranges';
import type { TermFactory } from './rule';
import { simplify } from './simplify';
import { sortOf, type Scalar, type Sort } from './sorts';
import { anyDouble, type Domain, type Term, type Unknown } from './term';

/**
 * Makes terms, each once, in canonical form: constants are folded, and `simplify` rewrites the rest.
 *
 * Every term of one analysis comes from one `Terms`, so that equality is identity.
 */
export class Terms implements TermFactory {
  readonly true: Term;
  readonly false: Term;
  /** By value, so that a long text is hashed once by the engine and never copied into a key. */
  readonly #constants = new Map<Scalar, Term>();
  /** Other terms: by what they are, then by their arguments. */
  readonly #interned = new Map<string, Map<number | string, Term>>();
  /** Negations that were asked for, both ways. */
  readonly #negations = new Map<Term, Term>();
  /** By number: terms that no rule rewrites. */
  readonly #canonical: boolean[] = [];
  readonly #ranges = new Ranges();
  readonly #linearForms = new LinearForms((term) => this.#ranges.of(term));
  #negativeZero: Term | null = null;
  #count = 0;

  constructor() {
    this.true = this.constant(true);
    this.false = this.constant(false);
  }

  constant(value: Scalar): Term {
    if (Object.is(value, -0)) return (this.#negativeZero ??= this.#newConstant(value));
    const known = this.#constants.get(value);
    if (known !== undefined) return known;
    const term = this.#newConstant(value);
    this.#constants.set(value, term);
    return term;
  }

  /** The same name always means the same symbol of a sort and domain. */
  symbol(name: string, sort: Sort, domain: Domain = anyDouble): Term {
    // What is called the same may be of other values: of another member of a union.
    const { integer, min, max, nan, negativeZero } = domain;
    const among = domain === anyDouble ? '' : `\n${integer} ${min} ${max} ${nan} ${negativeZero}`;
    return this.#intern(`?${sort}`, `${name}${among}`, (id) => ({ kind: 'symbol', id, sort, name, domain }));
  }

  application(name: string, sort: Sort, args: readonly Term[]): Term {
    return this.#intern(`@${sort} ${name}`, keyOf(args), (id) => ({ kind: 'application', id, sort, name, args }));
  }

  apply(operation: OperationName, args: readonly Term[], data = ''): Term {
    const { evaluate, params, variadic, ofPlace } = operations[operation];
    invariant(variadic || args.length === params.length, 'an operation has its arguments');
    const values = ofPlace ? null : valuesOf(args);
    if (values !== null) return this.constant(evaluate(values, data));
    const known = this.#interned.get(headOf(operation, data))?.get(keyOf(args));
    if (known !== undefined && this.#canonical[known.id] === true) return known;
    const rewritten = simplify(this, operation, args, data);
    if (rewritten !== null) return rewritten;
    const term = this.operation(operation, args, data);
    this.#canonical[term.id] = true;
    return term;
  }

  /** The term as it is, without rewriting: for the simplifier itself. */
  operation(operation: OperationName, args: readonly Term[], data = ''): Term {
    const { result: sort } = operations[operation];
    const make = (id: number): Term => ({ kind: 'operation', id, sort, operation, args, data });
    return this.#intern(headOf(operation, data), keyOf(args), make);
  }

  choice(condition: Term, yes: Term, no: Term): Term {
    invariant(yes.sort === no.sort && condition.sort === 'bool', 'both sides of a choice have one sort');
    const parts = [condition, yes, no];
    const known = this.#interned.get('choice')?.get(keyOf(parts));
    if (known !== undefined) return known;
    return (
      simplify(this, 'choice', parts, '') ??
      this.#intern('choice', keyOf(parts), (id) => ({ kind: 'choice', id, sort: yes.sort, condition, yes, no }))
    );
  }

  not(term: Term): Term {
    const known = this.#negations.get(term);
    if (known !== undefined) return known;
    const negation = this.apply('not', [term]);
    this.#negations.set(term, negation);
    if (!this.#negations.has(negation)) this.#negations.set(negation, term);
    return negation;
  }

  and(parts: readonly Term[]): Term {
    return this.apply('and', parts);
  }

  or(parts: readonly Term[]): Term {
    return this.apply('or', parts);
  }

  /** What is known of the term's value under every model. */
  rangeOf(term: Term): Range {
    return this.#ranges.of(term);
  }

  /** The term as a sum that doubles count exactly. */
  linearOf(term: Term): Linear | null {
    return this.#linearForms.of(term);
  }

  /** An operation as such a sum, without making its term. */
  sumOf(operation: OperationName, args: readonly Term[]): Linear | null {
    return this.#linearForms.ofOperation(operation, args);
  }

  #newConstant(value: Scalar): Term {
    return { kind: 'constant', id: this.#count++, sort: sortOf(value), value };
  }

  #intern(head: string, key: number | string, make: (id: number) => Term): Term {
    let table = this.#interned.get(head);
    if (table === undefined) {
      table = new Map();
      this.#interned.set(head, table);
    }
    const known = table.get(key);
    if (known !== undefined) return known;
    const term = make(this.#count++);
    table.set(key, term);
    return term;
  }
}

export function isUnknown(term: Term): term is Unknown {
  return term.kind === 'symbol' || term.kind === 'application';
}

function headOf(operation: OperationName, data: string): string {
  return data === '' ? operation : `${operation} ${data}`;
}

/** Two numbers below this fit into one double. */
const mostTerms = 2 ** 26;

/** Equal for equal arguments only. */
function keyOf(args: readonly Term[]): number | string {
  const [a, b] = args;
  if (args.length === 1 && a !== undefined && a.id < mostTerms) return a.id;
  if (args.length === 2 && a !== undefined && b !== undefined && a.id < mostTerms && b.id < mostTerms) {
    return (a.id + 1) * mostTerms + b.id;
  }
  let key = '';
  for (const { id } of args) key += `${id},`;
  return key;
}

/** Values of arguments that are all constant. */
function valuesOf(args: readonly Term[]): readonly Scalar[] | null {
  const values: Scalar[] = [];
  for (const arg of args) {
    if (arg.kind !== 'constant') return null;
    values.push(arg.value);
  }
  return values;
}
