import fc from 'fast-check';
import { branchingPrograms } from './branching-program';

/** A program before and after a small change of its text. */
export interface Mutant {
  readonly before: string;
  readonly after: string;
}

/** What a change makes of a piece of text: another number, another operator, another variable, or nothing. */
const replacements: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(?<![\w'])\d(?!\w)/g, ['0', '1', '2', '9']],
  [/ (?:<=|<|>|===|!==) /g, [' < ', ' <= ', ' > ', ' === ', ' !== ']],
  [/ [+-] /g, [' + ', ' - ']],
  [/(?<=[( ])[abcxy](?=[ );])/g, ['a', 'x', 'y']],
  [/^(?:x|y|state) = .*$/gm, ['']],
];

export const mutants: fc.Arbitrary<Mutant> = fc
  .tuple(branchingPrograms, fc.nat(replacements.length - 1), fc.nat(1000), fc.nat(1000))
  .map(([{ text }, kind, at, choice]) => {
    const [pattern, texts] = replacements[kind] ?? [/$^/g, []];
    // What is declared stays: the programs are to go on meaning something.
    const places = [...text.matchAll(pattern)].filter(({ index }) => !text.slice(0, index).endsWith('let '));
    const place = places[at % Math.max(1, places.length)];
    if (place === undefined) return { before: text, after: text };
    const replacement = texts[choice % texts.length] ?? '';
    const after = `${text.slice(0, place.index)}${replacement}${text.slice(place.index + place[0].length)}`;
    return { before: text, after };
  });

/** `f` of a program, for the engine: its result and what it leaves in `state`; null when it turns too often. */
export function runnable(text: string): (a: number, b: number, c: number) => unknown {
  const script = text
    .replace(/^import.*$/m, '')
    .replaceAll(': int', '')
    .replace('export ', '')
    .replaceAll(/^while .*\{$/gm, '$& if (--fuel < 0) throw new Error();');
  const run = `(a, b, c) => {
    state = 0;
    fuel = 200;
    let result;
    try { result = f(a, b, c); } catch (error) { result = String(error); }
    // The program may have caught it.
    return fuel < 0 ? null : [result, state];
  }`;
  return new Function(`'use strict'; let fuel; ${script}; return ${run};`)() as never;
}
