import type { RecordedFunction } from './recording';

const letters = {
  module: 'b',
  function: 'f',
  arrow: 'a',
  method: 'm',
  getter: 'g',
  setter: 's',
  constructor: 'c',
  fields: 'i',
  static: 't',
  namespace: 'n',
} as const satisfies Record<RecordedFunction['kind'], string>;

const kinds = new Map(Object.entries(letters).map(([kind, letter]) => [letter, kind as RecordedFunction['kind']]));

/** Functions of a module as a short text, for the module's own registration: `b0f12a40`. */
export function encodeFunctions(functions: readonly RecordedFunction[]): string {
  return functions.map(({ start, kind }) => letters[kind] + start.toString()).join('');
}

/** Throws on a text that `encodeFunctions` did not make. */
export function decodeFunctions(table: string): RecordedFunction[] {
  const functions = [...table.matchAll(/([a-z])(\d+)/g)].map(([, letter = '', start = '']): RecordedFunction => {
    const kind = kinds.get(letter as (typeof letters)[RecordedFunction['kind']]);
    if (kind === undefined) throw new Error(`no kind of function is written ${letter}`);
    return { start: Number(start), kind };
  });
  if (encodeFunctions(functions) !== table) throw new Error('not a table of functions');
  return functions;
}
