import { lemma } from './lemma';
import { Evaluation, type Model } from './model';
import { operations } from './operations';
import { satisfies } from './satisfies';
import { resetCommand, type ScriptRunner } from './script-runner';
import type { Code } from './smt-lib-code';
import { all } from './smt-lib-text';
import { Translation } from './smt-lib-translation';
import { isList, readPrinted, type Printed } from './smt-lib-values';
import { sat, unknown, type Answer } from './solver';
import type { Scalar } from './sorts';
import type { Domain, Term, Unknown } from './term';
import type { Theory } from './theory';

export interface SessionOptions {
  readonly theory: Theory;
  readonly runner: ScriptRunner;
  readonly rangeOf: (term: Term) => Domain;
  /** Commands before all others. */
  readonly preamble: string;
  /** Work that a check of some constraints may do. */
  readonly budget: (constraints: readonly Term[]) => number;
  /** The command that says so. */
  readonly limitWork: (work: number) => string;
  readonly limitMs: () => number;
  /** Whether each query meets an empty solver and is told in one frame. */
  readonly fresh: boolean;
}

type Verdict =
  | { readonly kind: 'unsat' }
  | { readonly kind: 'unknown'; readonly reason: string }
  | { readonly kind: 'candidate'; readonly model: Model };

/** How often a wrong model is answered with what it got wrong. */
const mostRounds = 6;

/**
 * Asks one solver by one theory. Every model is checked by the engine; a wrong one is refined by the true values of the
 * operations which the theory only approximates, until the rounds are over.
 */
export class TheorySession {
  readonly #options: SessionOptions;
  #translation: Translation | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  check(constraints: readonly Term[]): Answer {
    if (this.#options.fresh) this.#translation = null;
    const translation = (this.#translation ??= this.#begin());
    const { budget, limitWork } = this.#options;
    const work = budget(constraints);
    translation.align(constraints);
    translation.script.command(limitWork(work));
    const verdict = this.#ask(translation);
    if (verdict.kind !== 'candidate') return verdict;
    if (satisfies(constraints, verdict.model)) return sat(verdict.model);
    translation.script.command(limitWork(Math.ceil(work / mostRounds)));
    translation.hold();
    const answer = this.#suppose(translation, constraints) ?? this.#learn(translation, constraints, verdict.model);
    translation.release();
    return answer;
  }

  /** What the solver was told is gone, or is to be: the next query starts with an empty one. */
  forget(): void {
    this.#translation = null;
  }

  #begin(): Translation {
    const translation = new Translation(this.#options.theory, this.#options.rangeOf, this.#options.fresh);
    translation.script.command(resetCommand);
    translation.script.command(this.#options.preamble);
    return translation;
  }

  /** Looks for a model where what is approximated happens to be exact. Finding none means nothing. */
  #suppose(translation: Translation, constraints: readonly Term[]): Answer | null {
    if (translation.suppositions.length === 0 || this.#options.fresh) return null;
    translation.hold();
    translation.script.assert(all(...translation.suppositions));
    const verdict = this.#ask(translation);
    translation.release();
    return verdict.kind === 'candidate' && satisfies(constraints, verdict.model) ? sat(verdict.model) : null;
  }

  #learn(translation: Translation, constraints: readonly Term[], wrong: Model): Answer {
    let model = wrong;
    for (let round = 0; round < mostRounds && this.#translation === translation; round++) {
      const evaluation = new Evaluation(model);
      const lemmas = translation.approximated.map(({ term }) => lemma(term, evaluation, translation) ?? 'true');
      const learnt = all(...lemmas);
      if (learnt === 'true') break;
      translation.script.assert(learnt);
      const verdict = this.#ask(translation);
      if (verdict.kind === 'unsat' && translation.approximated.some(({ term }) => operations[term.operation].ofPlace))
        return unknown('what is learnt of one place says nothing of others');
      if (verdict.kind !== 'candidate') return verdict;
      if (satisfies(constraints, verdict.model)) return sat(verdict.model);
      model = verdict.model;
    }
    return unknown(this.#whyWrong(translation));
  }

  #whyWrong({ approximated }: Translation): string {
    const reasons = new Set(approximated.map(({ term, reason }) => reason ?? `${term.operation} is rounded`));
    const { name } = this.#options.theory;
    return reasons.size === 0 ? `no model of ${name} holds` : `no model of ${name} holds: ${[...reasons].join('; ')}`;
  }

  #ask(translation: Translation): Verdict {
    const output = this.#run(`${translation.script.take()}\n(check-sat)`);
    if (typeof output === 'string') return { kind: 'unknown', reason: output };
    switch (output.at(-1)) {
      case 'unsat':
        return { kind: 'unsat' };
      case 'sat': {
        const model = this.#model(translation);
        return model === null ? { kind: 'unknown', reason: 'the solver gave no model' } : { kind: 'candidate', model };
      }
      default:
        return { kind: 'unknown', reason: this.#whyUnknown() };
    }
  }

  #whyUnknown(): string {
    const output = this.#run('(get-info :reason-unknown)');
    const [info] = typeof output === 'string' ? [] : output;
    const reason = info !== undefined && isList(info) ? info[1] : undefined;
    const text = typeof reason === 'object' && 'string' in reason ? reason.string : String(reason ?? 'unknown');
    if (!/cancel|resource|timeout/i.test(text)) return `the solver gave up: ${text}`;
    // Some solvers are not themselves after that.
    this.forget();
    return 'the budget ran out';
  }

  #model(translation: Translation): Model | null {
    const wanted = [...translation.unknowns()].map(([unknown_, code]) => {
      return { unknown: unknown_, code, parts: translation.theory.parts(code) };
    });
    const expressions = wanted.flatMap(({ parts }) => parts).filter((part) => !isLiteral(part));
    const output = expressions.length === 0 ? [[]] : this.#run(`(get-value (${expressions.join(' ')}))`);
    const [pairs] = typeof output === 'string' ? [] : output;
    if (pairs === undefined || !isList(pairs) || pairs.length !== expressions.length) return null;
    const printed = new Map<string, Printed>();
    for (const [index, expression] of expressions.entries()) {
      const pair = pairs[index];
      const value = pair !== undefined && isList(pair) ? pair[1] : undefined;
      if (value !== undefined) printed.set(expression, value);
    }
    return modelOf(wanted, printed, translation.theory);
  }

  /** What the solver printed, or why it did not. */
  #run(script: string): readonly Printed[] | string {
    const result = this.#options.runner.run(script, this.#options.limitMs());
    if (result.kind === 'lost') {
      this.forget();
      return result.reason;
    }
    const printed = readPrinted(result.text);
    const error = printed === null ? 'unreadable' : printed.find((part) => isList(part) && part[0] === 'error');
    if (printed !== null && error === undefined) return printed;
    this.forget();
    return `the solver failed: ${result.text.slice(0, 200).trim()}`;
  }
}

interface Wanted {
  readonly unknown: Unknown;
  readonly code: Code;
  readonly parts: readonly string[];
}

function modelOf(wanted: readonly Wanted[], printed: ReadonlyMap<string, Printed>, theory: Theory): Model {
  const model = new Map<Unknown, Scalar>();
  for (const { unknown: term, code, parts } of wanted) {
    const value = theory.read(
      code,
      parts.map((part) => printed.get(part) ?? part),
    );
    if (value !== null) model.set(term, value);
  }
  return model;
}

function isLiteral(expression: string): boolean {
  return expression === 'true' || expression === 'false';
}
