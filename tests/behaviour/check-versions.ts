import { expect } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import { pathHolds, type Inputs } from '../symbolic/holds';
import { inputTexts, nameIn, sharedInputs, type Versions } from './arbitrary-versions';
import { isAlike, runnerOf, shown, type Call, type Runner } from './run-version';

const state = ['count', 'total', 'keep', 'counter', 'byName', 'peek()', 'counter.peek()'];

/** Both versions, ready to be called, with the calls that are tried on them. */
export class Judge {
  readonly #base: Runner;
  readonly #head: Runner;
  readonly #versions: Versions;

  constructor(versions: Versions) {
    this.#versions = versions;
    this.#base = runnerOf(versions.base, state);
    this.#head = runnerOf(versions.head, state);
  }

  /** Whatever was said of the versions, the engine agrees. */
  check(found: ComparedFunction, calls: readonly Call[], what: string): void {
    const says = `${what}\n--- base\n${this.#versions.base}\n--- head\n${this.#versions.head}\n`;
    for (const { witness } of found.behaviours) {
      const { setup = [], args } = witness.input;
      const [before, now] = [this.#base({ setup, args }), this.#head({ setup, args })];
      expect(isAlike(before, now), `${says}${witness.call} does not differ: ${shown(now)}`).toBe(false);
    }
    const isAnswered = found.unconfirmed.length === 0 && found.problem === null && found.complete;
    for (const call of calls) {
      const [before, now] = [this.#base(call), this.#head(call)];
      const differs = !isAlike(before, now);
      const values = inputsOf(this.#versions, call);
      const holding = found.behaviours.filter(({ differences }) =>
        differences.some(({ decided }) => pathHolds(decided, values)),
      );
      const told = (): string =>
        `${says}f(${call.args.join(', ')})\n  before ${shown(before)}\n  now ${shown(now)}\n${wordsOf(found)}`;
      if (!differs && holding.length > 0) expect.fail(`${told()} is said to differ`);
      const isOpen = found.gaps.some(({ state: at }) => pathHolds(at, values));
      if (differs && isAnswered && !isOpen && holding.length === 0) expect.fail(`${told()} is not said to differ`);
    }
  }
}

function wordsOf({ behaviours, gaps }: ComparedFunction): string {
  const told = behaviours.map(({ when, before, now }) => {
    const cases = when.map((conditions) => conditions.map(({ text }) => text).join(' && '));
    return `${cases.join(' | ')}: ${before} → ${now}`;
  });
  return [...told, `${gaps.length} gaps`].join('\n');
}

/** The inputs of a call, by the names that the head has for them. */
function inputsOf({ params, head }: Versions, { setup, args }: Call): Inputs {
  const make = new Function(`
    const box = (v) => ({ v });
    const callback = (name, results, throwsAt) => Object.assign(() => 0, {
      results: Array.from({ length: 32 }, (_, at) => results[at % results.length]),
      returns: Array.from({ length: 32 }, (_, at) => at !== throwsAt),
      errors: Array.from({ length: 32 }, (_, at) => new Error('thrown by ' + name + '(#' + at + ')')),
    });
    ${setup.join(' ')} return [${args.join(', ')}];`) as () => readonly unknown[];
  const values = make();
  return Object.fromEntries(
    params.map((name, index) => [nameIn(head, name), name === 'r1' ? values.slice(index) : values[index]]),
  );
}

/** Calls with small inputs of all kinds, different ones for each number. */
export function callsOf({ params }: Versions, number: number): Call[] {
  let next = number >>> 0;
  const choose = (texts: readonly string[]): string => {
    next = (Math.imul(next, 1_664_525) + 1_013_904_223) >>> 0;
    return texts[Math.floor((next / 2 ** 32) * texts.length)] ?? '';
  };
  return Array.from({ length: 80 }, () => ({
    setup: sharedInputs,
    args: params.flatMap((name) => choose(inputTexts[name]) || []),
  }));
}
