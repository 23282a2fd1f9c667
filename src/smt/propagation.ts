import { invariant } from '#core/diagnostics';
import { forwardRange } from './forward-range';
import { isEmpty, meet, sameRange } from './interval';
import { backwardRange } from './interval-backward';
import { operations } from './operations';
import { inPostOrder } from './post-order';
import { certainlyFalse, certainlyTrue, decided, hasNumbers, join, lengths, pointOf, type Range } from './range';
import { rangeOfScalar } from './ranges';
import type { Scalar } from './sorts';
import type { ChoiceTerm, OperationTerm, Term } from './term';
import { anyText, areApart, endsWith, exactText, meetText, startsWith, type TextFact } from './text-fact';

/** Passes over the terms, there and back, before the rest is left to others. */
const mostPasses = 10;

/**
 * What constraints say of every term in them: ranges and facts about strings, carried from parts to wholes and back
 * until nothing changes (HC4). It never rules out a value that some model of the constraints has.
 */
export class Propagation {
  /** Parts before wholes. */
  readonly #terms: readonly Term[];
  readonly #indexes: ReadonlyMap<Term, number>;
  readonly #ranges: Range[];
  readonly #texts: TextFact[];
  #changed = false;
  #contradiction = false;

  private constructor(terms: readonly Term[], indexes: ReadonlyMap<Term, number>, ranges: Range[], texts: TextFact[]) {
    this.#terms = terms;
    this.#indexes = indexes;
    this.#ranges = ranges;
    this.#texts = texts;
  }

  static of(constraints: readonly Term[], rangeOf: (term: Term) => Range): Propagation {
    const terms: Term[] = [];
    const indexes = new Map<Term, number>();
    for (const constraint of constraints) {
      inPostOrder(
        constraint,
        (term) => indexes.has(term),
        (term) => indexes.set(term, terms.push(term) - 1),
      );
    }
    const texts = terms.map((term) =>
      typeof constantOf(term) === 'string' ? exactText(String(constantOf(term))) : anyText,
    );
    const propagation = new Propagation(terms, indexes, terms.map(rangeOf), texts);
    for (const constraint of constraints) propagation.#narrow(constraint, certainlyTrue);
    return propagation;
  }

  /** The same knowledge, to be changed apart. */
  copy(): Propagation {
    return new Propagation(this.#terms, this.#indexes, [...this.#ranges], [...this.#texts]);
  }

  /** Parts before wholes. */
  get terms(): readonly Term[] {
    return this.#terms;
  }

  /** Number of terms. */
  get size(): number {
    return this.#terms.length;
  }

  /** Adds that a term has a value. */
  assign(term: Term, value: Scalar): void {
    this.#learn(term, value);
  }

  /** Carries everything through; false when the constraints contradict each other. */
  run(): boolean {
    for (let pass = 0; pass < mostPasses && !this.#contradiction; pass++) {
      this.#changed = false;
      for (const term of this.#terms) this.#forward(term);
      for (let index = this.#terms.length - 1; index >= 0 && !this.#contradiction; index--) {
        const term = this.#terms[index];
        if (term !== undefined) this.#backward(term);
      }
      if (!this.#changed) break;
    }
    return !this.#contradiction;
  }

  rangeOf(term: Term): Range {
    const known = this.#ranges[this.#indexOf(term)];
    invariant(known !== undefined, 'a term is part of the constraints');
    return known;
  }

  textOf(term: Term): TextFact {
    return this.#texts[this.#indexOf(term)] ?? anyText;
  }

  /** The one value that a term can have; undefined when there may be others. */
  valueOf(term: Term): Scalar | undefined {
    if (term.kind === 'constant') return term.value;
    switch (term.sort) {
      case 'str':
        return this.textOf(term).value ?? undefined;
      case 'big':
        return undefined;
      case 'bool': {
        const { min, max } = this.rangeOf(term);
        return min === max ? min === 1 : undefined;
      }
      case 'num': {
        const range = this.rangeOf(term);
        return hasNumbers(range) ? (pointOf(range) ?? undefined) : Number.NaN;
      }
    }
  }

  #indexOf(term: Term): number {
    return this.#indexes.get(term) ?? -1;
  }

  #narrow(term: Term, known: Range): void {
    const index = this.#indexOf(term);
    const before = this.#ranges[index];
    if (before === undefined) return;
    const after = meet(before, known);
    if (sameRange(before, after)) return;
    this.#ranges[index] = after;
    this.#changed = true;
    if (isEmpty(after)) this.#contradiction = true;
  }

  #narrowText(term: Term, known: TextFact): void {
    const index = this.#indexOf(term);
    const before = this.#texts[index];
    if (before === undefined) return;
    const after = meetText(before, known);
    if (after === before) return;
    if (after === null) {
      this.#contradiction = true;
      return;
    }
    this.#texts[index] = after;
    this.#changed = true;
    const least = Math.max(after.prefix.length, after.suffix.length, after.excluded.has('') ? 1 : 0);
    this.#narrow(term, after.value === null ? { ...this.rangeOf(term), min: least } : lengths(least, least));
  }

  #learn(term: Term, value: Scalar): void {
    if (typeof value === 'string') this.#narrowText(term, exactText(value));
    this.#narrow(term, rangeOfScalar(value));
  }

  #forward(term: Term): void {
    if (term.kind === 'choice') this.#forwardChoice(term);
    if (term.sort === 'str' && this.rangeOf(term).max === 0) this.#narrowText(term, exactText(''));
    if (term.kind !== 'operation') return;
    const values = term.args.map((arg) => this.valueOf(arg));
    const { evaluate, ofPlace } = operations[term.operation];
    if (!ofPlace && values.every((value) => value !== undefined)) {
      this.#learn(term, evaluate(values, term.data));
      return;
    }
    const ranges = term.args.map((arg) => this.rangeOf(arg));
    this.#narrow(term, forwardRange[term.operation](ranges, term.data));
    this.#forwardText(term);
  }

  #forwardChoice(term: ChoiceTerm): void {
    const { min, max } = this.rangeOf(term.condition);
    if (min === 1) this.#copy(term.yes, term);
    else if (max === 0) this.#copy(term.no, term);
    else this.#narrow(term, join(this.rangeOf(term.yes), this.rangeOf(term.no)));
  }

  #copy(from: Term, to: Term): void {
    this.#narrow(to, this.rangeOf(from));
    if (to.sort === 'str') this.#narrowText(to, this.textOf(from));
  }

  #forwardText(term: OperationTerm): void {
    const [first, second] = term.args;
    if (first === undefined || second === undefined || first.sort !== 'str') return;
    switch (term.operation) {
      case 'str.eq':
        if (areApart(this.textOf(first), this.textOf(second))) this.#narrow(term, certainlyFalse);
        break;
      case 'str.startsWith': {
        const part = this.textOf(second).value;
        if (part !== null) this.#narrow(term, decided(startsWith(this.textOf(first), part)));
        break;
      }
      case 'str.endsWith': {
        const part = this.textOf(second).value;
        if (part !== null) this.#narrow(term, decided(endsWith(this.textOf(first), part)));
        break;
      }
      case 'str.concat': {
        const last = term.args.at(-1) ?? second;
        this.#narrowText(term, { ...anyText, prefix: this.textOf(first).prefix, suffix: this.textOf(last).suffix });
        break;
      }
    }
  }

  #backward(term: Term): void {
    if (term.kind === 'choice') this.#backwardChoice(term);
    if (term.kind !== 'operation') return;
    const result = this.rangeOf(term);
    if (term.sort === 'bool') this.#backwardBoolean(term, result);
    if (term.operation === 'str.concat') this.#backwardConcat(term);
    const undo = backwardRange[term.operation];
    if (undo === undefined) return;
    const known = undo(
      result,
      term.args.map((arg) => this.rangeOf(arg)),
    );
    for (const [index, range] of known.entries()) {
      const arg = term.args[index];
      if (arg !== undefined) this.#narrow(arg, range);
    }
  }

  #backwardChoice(term: ChoiceTerm): void {
    const { condition, yes, no } = term;
    const { min, max } = this.rangeOf(condition);
    if (min === 1) this.#copy(term, yes);
    else if (max === 0) this.#copy(term, no);
    else if (!this.#mayAgree(term, yes)) this.#narrow(condition, certainlyFalse);
    else if (!this.#mayAgree(term, no)) this.#narrow(condition, certainlyTrue);
  }

  #mayAgree(left: Term, right: Term): boolean {
    if (isEmpty(meet(this.rangeOf(left), this.rangeOf(right)))) return false;
    return left.sort !== 'str' || meetText(this.textOf(left), this.textOf(right)) !== null;
  }

  #backwardBoolean({ operation, args }: OperationTerm, { min, max }: Range): void {
    if (min !== max) return;
    const truth = min === 1;
    const [first, second] = args;
    if (first === undefined) return;
    switch (operation) {
      case 'not':
        this.#narrow(first, decided(!truth));
        break;
      case 'and':
      case 'or':
        this.#backwardJunction(args, truth, operation === 'and');
        break;
      case 'bool.eq':
        if (second !== undefined) this.#backwardAgreement(first, second, truth);
        break;
      case 'str.eq':
        if (second !== undefined) this.#backwardTextEquality(first, second, truth);
        break;
      case 'str.startsWith':
      case 'str.endsWith': {
        const part = second === undefined ? null : this.textOf(second).value;
        if (part === null) break;
        const end = operation === 'str.endsWith' ? { suffix: part } : { prefix: part };
        if (truth) this.#narrowText(first, { ...anyText, ...end });
        else this.#narrowText(first, { ...anyText, excluded: new Set([part]) });
        break;
      }
    }
  }

  /** All parts have the value that decides nothing; or, when one alone is still open, that one decides. */
  #backwardJunction(args: readonly Term[], truth: boolean, conjunction: boolean): void {
    if (truth === conjunction) {
      for (const arg of args) this.#narrow(arg, decided(truth));
      return;
    }
    const open = args.filter((arg) => this.valueOf(arg) !== conjunction);
    const [only] = open;
    if (only === undefined) this.#contradiction = true;
    else if (open.length === 1) this.#narrow(only, decided(truth));
  }

  #backwardAgreement(first: Term, second: Term, truth: boolean): void {
    const left = this.valueOf(first);
    const right = this.valueOf(second);
    if (typeof left === 'boolean') this.#narrow(second, decided(left === truth));
    if (typeof right === 'boolean') this.#narrow(first, decided(right === truth));
  }

  #backwardTextEquality(first: Term, second: Term, truth: boolean): void {
    if (truth) {
      this.#copy(first, second);
      this.#copy(second, first);
      return;
    }
    const left = this.textOf(first).value;
    const right = this.textOf(second).value;
    if (right !== null) this.#narrowText(first, { ...anyText, excluded: new Set([right]) });
    if (left !== null) this.#narrowText(second, { ...anyText, excluded: new Set([left]) });
  }

  /** Where all parts but one are known, so is that one, when the whole is. */
  #backwardConcat(term: OperationTerm): void {
    const { value } = this.textOf(term);
    if (value === null) return;
    const open = term.args.filter((arg) => this.textOf(arg).value === null);
    const [only] = open;
    if (only === undefined || open.length > 1) return;
    const index = term.args.indexOf(only);
    const known = (args: readonly Term[]): string => args.map((arg) => this.textOf(arg).value ?? '').join('');
    const start = known(term.args.slice(0, index));
    const end = known(term.args.slice(index + 1));
    const fits = value.length >= start.length + end.length && value.startsWith(start) && value.endsWith(end);
    if (fits) this.#narrowText(only, exactText(value.slice(start.length, value.length - end.length)));
    else this.#contradiction = true;
  }
}

function constantOf(term: Term): Scalar | undefined {
  return term.kind === 'constant' ? term.value : undefined;
}
