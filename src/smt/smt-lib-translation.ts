import { operations } from './operations';
import { inPostOrder } from './post-order';
import type { Code } from './smt-lib-code';
import { Script } from './smt-lib-script';
import { all, implies, no, yes } from './smt-lib-text';
import type { ApplicationTerm, Domain, OperationTerm, Term, Unknown } from './term';
import type { Theory } from './theory';
import { isUnknown } from './terms';

/** An operation whose code says less than is true of it. */
export interface Approximated {
  readonly term: OperationTerm;
  /** Named where the theory leaves something out that it could not say. */
  readonly reason: string | null;
}

/** What one constraint added, to be taken back with it. */
interface Frame {
  readonly constraint: Term;
  readonly terms: Term[];
  approximated: number;
  suppositions: number;
  applications: number;
}

/**
 * Terms in the language of a solver, by one theory. Constraints are stacked in frames: the solver and this record of
 * what it was told are pushed and popped together.
 */
export class Translation {
  readonly script = new Script();
  readonly approximated: Approximated[] = [];
  /** Assumptions under which what is approximated would be exact. */
  readonly suppositions: string[] = [];
  readonly #theory: Theory;
  readonly #flat: boolean;
  readonly #rangeOf: (term: Term) => Domain;
  readonly #codes = new Map<Term, Code | null>();
  /** Functions of their arguments of which little more is known. */
  readonly #applications: (ApplicationTerm | OperationTerm)[] = [];
  readonly #frames: Frame[] = [];

  /** With `flat`, the solver is told all in one frame that is never taken back: some theories are slow otherwise. */
  constructor(theory: Theory, rangeOf: (term: Term) => Domain, flat: boolean) {
    this.#flat = flat;
    this.#theory = theory;
    this.#rangeOf = rangeOf;
  }

  /** Makes the frames those of some constraints, keeping the longest common beginning. */
  align(constraints: readonly Term[]): void {
    let kept = 0;
    while (kept < this.#frames.length && this.#frames[kept]?.constraint === constraints[kept]) kept++;
    const surplus = this.#frames.splice(kept).toReversed();
    for (const frame of surplus) this.#forget(frame);
    if (surplus.length > 0) this.script.command(`(pop ${surplus.length})`);
    for (const constraint of constraints.slice(kept)) this.#push(constraint);
  }

  /** What is said from here on holds until `release`, or for good where all is one frame. */
  hold(): void {
    if (!this.#flat) this.script.command('(push 1)');
  }

  release(): void {
    if (!this.#flat) this.script.command('(pop 1)');
  }

  get theory(): Theory {
    return this.#theory;
  }

  /** The code of a term that was translated; null where the theory has none. */
  codeOf(term: Term): Code | null {
    return this.#codes.get(term) ?? null;
  }

  /** Unknowns that the solver has values for, with their codes. */
  *unknowns(): IterableIterator<readonly [Unknown, Code]> {
    for (const [term, code] of this.#codes) if (code !== null && isUnknown(term)) yield [term, code];
  }

  #push(constraint: Term): void {
    this.#frames.push({
      constraint,
      terms: [],
      approximated: this.approximated.length,
      suppositions: this.suppositions.length,
      applications: this.#applications.length,
    });
    if (!this.#flat) this.script.command('(push 1)');
    const code = this.#translate(constraint);
    if (code?.form === 'bool') this.script.assert(code.text);
  }

  #forget({ terms, approximated, suppositions, applications }: Frame): void {
    for (const term of terms) this.#codes.delete(term);
    this.approximated.length = approximated;
    this.suppositions.length = suppositions;
    this.#applications.length = applications;
  }

  #translate(root: Term): Code | null {
    inPostOrder(
      root,
      (term) => this.#codes.has(term),
      (term) => {
        const before = this.approximated.length;
        this.#codes.set(term, this.#make(term));
        this.#frames.at(-1)?.terms.push(term);
        if (term.kind === 'application') this.#agreeWithOthers(term);
        if (term.kind === 'operation' && this.approximated.length > before && isOfTexts(term)) {
          this.#agreeWithOthers(term);
        }
      },
    );
    return this.#codes.get(root) ?? null;
  }

  #make(term: Term): Code | null {
    switch (term.kind) {
      case 'constant':
        return this.#theory.constant(term.value);
      case 'symbol':
      case 'application': {
        const code = this.#theory.unknown(term.sort, this.#rangeOf(term), this.script);
        const plain = code === null ? null : this.#theory.plain(code);
        if (plain !== null) this.suppositions.push(plain);
        return code;
      }
      case 'choice': {
        const condition = this.#codes.get(term.condition);
        const then = this.#codes.get(term.yes);
        const otherwise = this.#codes.get(term.no);
        if (condition?.form !== 'bool' || !then || !otherwise) return null;
        return this.#theory.choice(condition.text, then, otherwise, this.script, this.#rangeOf(term));
      }
      case 'operation':
        return this.#operation(term);
    }
  }

  #operation(term: OperationTerm): Code | null {
    const range = this.#rangeOf(term);
    const args = term.args.map((arg) => this.#codes.get(arg) ?? null);
    const translate = this.#theory.operations[term.operation];
    if (translate === undefined || !args.every((arg) => arg !== null)) {
      this.approximated.push({ term, reason: `${term.operation} is no part of the theory ${this.#theory.name}` });
      return this.#theory.unknown(operations[term.operation].result, range, this.script);
    }
    return translate(args, {
      script: this.script,
      term,
      range,
      approximate: (reason) => this.approximated.push({ term, reason: reason ?? null }),
      suppose: (expression) => this.suppositions.push(expression),
    });
  }

  /** Equal arguments, equal results. */
  #agreeWithOthers(term: ApplicationTerm | OperationTerm): void {
    const code = this.#codes.get(term) ?? null;
    const others = this.#applications.filter((other) => isSameFunction(other, term));
    for (const other of term.kind === 'operation' ? others.slice(-mostAgreeing) : others) {
      const otherCode = this.#codes.get(other) ?? null;
      if (code === null || otherCode === null) continue;
      const same = term.args.map((arg, index) => this.#sameCodes(arg, other.args[index]));
      this.script.assert(implies(all(...same), this.#theory.same(code, otherCode)));
    }
    this.#applications.push(term);
  }

  /** Whether two terms have the same value; `false` where nobody knows, so that nothing follows from it. */
  #sameCodes(left: Term, right: Term | undefined): string {
    const a = this.#codes.get(left) ?? null;
    const b = right === undefined ? null : (this.#codes.get(right) ?? null);
    if (left === right) return yes;
    if (a === null || b === null || left.sort !== right?.sort) return no;
    return this.#theory.same(a, b);
  }
}

/** Of an operation that is only approximated, so many earlier ones are looked at. */
const mostAgreeing = 8;

function isSameFunction(left: ApplicationTerm | OperationTerm, right: ApplicationTerm | OperationTerm): boolean {
  return nameOf(left) === nameOf(right) && left.sort === right.sort && left.args.length === right.args.length;
}

function nameOf(term: ApplicationTerm | OperationTerm): string {
  return term.kind === 'application' ? `@${term.name}` : `${term.operation} ${term.data}`;
}

/** Sums are only rounded, and there may be many. */
function isOfTexts({ sort, args }: OperationTerm): boolean {
  return sort === 'str' || args.some((arg) => arg.sort === 'str');
}
