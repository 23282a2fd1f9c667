import { transformSync } from 'oxc-transform';
import { Observer } from '#replay/child/observe';
import type { Observed } from '#replay/observed';
import { printObserved } from '#replay/print-observed';
import { sameObserved } from '#replay/same-observed';

/** What one call of `f` did, as far as it can be seen from outside. */
export interface Seen {
  readonly completion: 'returns' | 'throws';
  readonly value: Observed;
  readonly args: readonly Observed[];
  readonly calls: readonly Observed[];
  /** Variables of the module, before the call and after it. */
  readonly state: readonly { readonly before: Observed; readonly after: Observed }[];
}

export interface Call {
  readonly setup: readonly string[];
  readonly args: readonly string[];
}

/** Calls `f` of a version, on a fresh module each time. */
export type Runner = (call: Call) => Seen;

/** Names that inputs of generated programs may use. */
const helpers = `
const box = (v) => new Box(v);
const callback = (name, results, throwsAt) => {
  let turn = 0;
  const made = (v) => {
    const at = turn++;
    if (at === throwsAt) throw new Error('thrown by ' + name + '(#' + at + ')');
    return results[at % results.length];
  };
  return Object.assign(made, {
    results: Array.from({ length: 32 }, (_, at) => results[at % results.length]),
    returns: Array.from({ length: 32 }, (_, at) => at !== throwsAt),
  });
};`;

export function runnerOf(text: string, state: readonly string[]): Runner {
  const { code } = transformSync('a.ts', text, { lang: 'ts' });
  const body = code.replaceAll(/^export \{.*$/gm, '').replaceAll('export ', '');
  const load = new Function(
    'console',
    `'use strict'; ${body}\n${helpers}\nreturn { f, read: () => [${state.join(', ')}], make: (text) => eval(text) };`,
  ) as (console: unknown) => Loaded;
  return (call) => run(load, call);
}

interface Loaded {
  readonly f: (...args: readonly unknown[]) => unknown;
  readonly read: () => readonly unknown[];
  readonly make: (text: string) => readonly unknown[];
}

function run(load: (console: unknown) => Loaded, { setup, args }: Call): Seen {
  const calls: Observed[] = [];
  const logged =
    (name: string, does: (...given: readonly unknown[]) => unknown) =>
    (...given: readonly unknown[]): unknown => {
      calls.push(observe([name, ...given]));
      return does(...given);
    };
  const { f, read, make } = load({ log: logged('console.log', () => undefined) });
  const given = make(`${setup.join(' ')} [${args.join(', ')}]`);
  const inputs = given.map((value, index) =>
    typeof value === 'function' ? logged(`args[${index}]`, value as () => unknown) : value,
  );
  const before = read().map(observe);
  const ended = completionOf(() => f(...inputs));
  const after = read().map(observe);
  const state = before.map((value, index) => ({ before: value, after: after[index] ?? value }));
  return { ...ended, args: given.map(observe), calls, state };
}

function completionOf(call: () => unknown): Pick<Seen, 'completion' | 'value'> {
  try {
    return { completion: 'returns', value: observe(call()) };
  } catch (error) {
    return { completion: 'throws', value: observe(error) };
  }
}

function observe(value: unknown): Observed {
  return new Observer().observe(value);
}

/** Equal in everything that counts. */
export function isAlike(a: Seen, b: Seen): boolean {
  return (
    a.completion === b.completion &&
    sameObserved(a.value, b.value) &&
    areAlike(a.args, b.args) &&
    areAlike(a.calls, b.calls) &&
    a.state.every((variable, index) => isKeptAlike(variable, b.state[index] ?? variable))
  );
}

/** What a variable holds counts where a call has changed it: before, it is what loading has left. */
function isKeptAlike(a: Seen['state'][number], b: Seen['state'][number]): boolean {
  const isChanged = !sameObserved(a.before, a.after) || !sameObserved(b.before, b.after);
  return !isChanged || sameObserved(a.after, b.after);
}

function areAlike(a: readonly Observed[], b: readonly Observed[]): boolean {
  return a.length === b.length && a.every((value, i) => sameObserved(value, b[i] ?? value));
}

export function shown({ completion, value, args, calls, state }: Seen): string {
  return `${completion} ${printObserved(value)}; args ${texts(args)}; calls ${texts(calls)}; state ${texts(state.map(({ after }) => after))}`;
}

function texts(list: readonly Observed[]): string {
  return list.map((each) => printObserved(each)).join(', ');
}
