import { operationWithData } from './operation';

/** The `data` of an operation on a regular expression: its pattern, flags and, for captures, the group. */
export interface RegExpData {
  readonly source: string;
  readonly flags: string;
  /** A capture group by number; 0 is the whole match. */
  readonly group: number;
}

export function regExpData({ source, flags, group }: RegExpData): string {
  return JSON.stringify([source, flags, group]);
}

export function parseRegExpData(data: string): RegExpData {
  const [source, flags, group] = JSON.parse(data) as [string, string, number];
  return { source, flags, group };
}

/** Matching as `exec` does it: the first match that starts at or after a position; with the flag `y`, at it. */
export const regExpOperations = {
  'regexp.test': operationWithData(['str', 'num'], 'bool', (data, s, from) => match(data, s, from) !== null),
  /** Where the match starts, −1 without one. */
  'regexp.index': operationWithData(['str', 'num'], 'num', (data, s, from) => match(data, s, from)?.index ?? -1),
  /** Text of the group; empty where the group took no part. */
  'regexp.capture': operationWithData(['str', 'num'], 'str', (data, s, from) => {
    return match(data, s, from)?.[parseRegExpData(data).group] ?? '';
  }),
  'regexp.participates': operationWithData(['str', 'num'], 'bool', (data, s, from) => {
    return match(data, s, from)?.[parseRegExpData(data).group] !== undefined;
  }),
};

const compiled = new Map<string, RegExp>();

function match(data: string, text: string, from: number): RegExpExecArray | null {
  let expression = compiled.get(data);
  if (expression === undefined) {
    const { source, flags } = parseRegExpData(data);
    expression = new RegExp(source, flags.includes('g') || flags.includes('y') ? flags : `${flags}g`);
    compiled.set(data, expression);
  }
  expression.lastIndex = Number.isNaN(from) ? 0 : Math.max(0, Math.min(from, text.length + 1));
  return expression.exec(text);
}
