import { invariant } from '#core/diagnostics';
import { operations, type OperationName } from './operations';
import { simplify } from './simplify';
import { sortOf, type Scalar, type Sort } from './sorts';
import { anyDouble, type Domain, type Term, type Unknown } from './term';

/**
 * Makes terms, each once, in canonical form: constants are folded, and `simplify` rewrites the rest.
 *
 * Every term of one analysis comes from one `Terms`, so that equality is identity.
 */
export class Terms {
  readonly true: Term;
  readonly false: Term;
  readonly #interned = new Map<string, Term>();
  #count = 0;

  constructor() {
    this.true = this.constant(true);
    this.false = this.constant(false);
  }

  constant(value: Scalar): Term {
    const sort = sortOf(value);
    const text = Object.is(value, -0) ? '-0' : String(value);
    return this.#intern(`${sort}=${text}`, (id) => ({ kind: 'constant', id, sort, value }));
  }

  /** The same name always means the same symbol; its sort and domain are those of the first time. */
  symbol(name: string, sort: Sort, domain: Domain = anyDouble): Term {
    return this.#intern(`?${sort} ${name}`, (id) => ({ kind: 'symbol', id, sort, name, domain }));
  }

  application(name: string, sort: Sort, args: readonly Term[]): Term {
    const key = `@${sort} ${name}(${idsOf(args)})`;
    return this.#intern(key, (id) => ({ kind: 'application', id, sort, name, args }));
  }

  apply(operation: OperationName, args: readonly Term[], data = ''): Term {
    const { evaluate, params, variadic } = operations[operation];
    invariant(variadic || args.length === params.length, 'an operation has its arguments');
    if (args.every((arg) => arg.kind === 'constant')) {
      return this.constant(
        evaluate(
          args.map((arg) => arg.value),
          data,
        ),
      );
    }
    return simplify(this, operation, args, data) ?? this.operation(operation, args, data);
  }

  /** The term as it is, without rewriting: for the simplifier itself. */
  operation(operation: OperationName, args: readonly Term[], data = ''): Term {
    const { result: sort } = operations[operation];
    const key = data === '' ? `${operation}(${idsOf(args)})` : `${operation}[${data}](${idsOf(args)})`;
    return this.#intern(key, (id) => ({ kind: 'operation', id, sort, operation, args, data }));
  }

  choice(condition: Term, yes: Term, no: Term): Term {
    invariant(yes.sort === no.sort && condition.sort === 'bool', 'both sides of a choice have one sort');
    if (condition.kind === 'constant') return condition.value === true ? yes : no;
    if (yes === no) return yes;
    if (condition.kind === 'operation' && condition.operation === 'not') {
      return this.choice(condition.args[0] ?? condition, no, yes);
    }
    if (yes.sort === 'bool') {
      if (yes === this.true) return this.or([condition, no]);
      if (yes === this.false) return this.and([this.not(condition), no]);
      if (no === this.true) return this.or([this.not(condition), yes]);
      if (no === this.false) return this.and([condition, yes]);
    }
    const key = `ite(${condition.id},${yes.id},${no.id})`;
    return this.#intern(key, (id) => ({ kind: 'choice', id, sort: yes.sort, condition, yes, no }));
  }

  not(term: Term): Term {
    return this.apply('not', [term]);
  }

  and(parts: readonly Term[]): Term {
    return this.apply('and', parts);
  }

  or(parts: readonly Term[]): Term {
    return this.apply('or', parts);
  }

  #intern(key: string, make: (id: number) => Term): Term {
    const known = this.#interned.get(key);
    if (known !== undefined) return known;
    const term = make(this.#count++);
    this.#interned.set(key, term);
    return term;
  }
}

export function isUnknown(term: Term): term is Unknown {
  return term.kind === 'symbol' || term.kind === 'application';
}

function idsOf(args: readonly Term[]): string {
  return args.map((arg) => arg.id).join(',');
}
