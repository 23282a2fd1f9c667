import { EXIT, type ExecutionTrace, RETURN } from '#dynamic/events';

/** Traces as the papers print them: capital letters are entries, `r` a return, `x` an exit. */
export function events(text: string): Int32Array {
  return Int32Array.from(text.replaceAll(/\s/g, ''), codeOf);
}

export function trace(key: string, text: string): ExecutionTrace {
  return { key, events: events(text) };
}

export function codeOf(letter: string): number {
  if (letter === 'r') return RETURN;
  return letter === 'x' ? EXIT : letter.charCodeAt(0) - 65;
}

export function letterOf(event: number): string {
  if (event === RETURN) return 'r';
  return event === EXIT ? 'x' : String.fromCharCode(event + 65);
}

export function functions(names: string): number[] {
  return [...names].map(codeOf);
}

export function letters(impact: Iterable<number>): string {
  return [...impact].map(letterOf).toSorted().join('');
}

/** Figure 4 of Evolve. */
export const evolveTraces = [
  trace('[a', 'M B r A C D r E r r r r x'),
  trace('[b', 'M B G r r r x'),
  trace('[c', 'M B C F r r r r x'),
];

/** Figure 2 of EAT, as entries and returns; B exits, which ends the program. */
export const eatTrace = trace('t', 'M A r A r B C r r B x');
