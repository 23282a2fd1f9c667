import { describe, expect, it } from 'vitest';
import { listed } from '#symbolic/state';
import { exploreSource } from './explore-source';

/** What is assumed on some path of a function with one parameter of a type. */
function assumed(type: string, ofClass: string): string[] {
  const source = `interface Payload { value: number }
    export function f(v: ${type}): number { return v instanceof ${ofClass} ? 1 : 2; }`;
  const notes = exploreSource(source, 'f').ends.flatMap((state) => listed(state.notes));
  return notes.flatMap(({ note }) => (note.kind === 'assumed' ? [note.what] : []));
}

describe('an object of an interface', () => {
  it.each(['Promise', 'Map', 'Date', 'Error', 'RegExp', 'Uint8Array'])('may be a %s', (name) => {
    expect(assumed('Payload', name)).toContain(`that v is no ${name}`);
  });

  it.each([
    ['Promise<Payload>', 'Promise'],
    ['Map<string, Payload>', 'Map'],
    ['Set<Payload>', 'Set'],
    ['Date', 'Date'],
    ['RegExp', 'RegExp'],
    ['Uint8Array', 'Uint8Array'],
    ['RangeError', 'RangeError'],
  ])('is none where the type says that it is that or a %s', (other, name) => {
    expect(assumed(`Payload | ${other}`, name)).toEqual([]);
  });

  it('may be one of another class than the type says', () => {
    expect(assumed('Payload | Promise<Payload>', 'Map')).toContain('that v is no Map');
    expect(assumed('Payload | RangeError', 'TypeError')).toContain('that v is no TypeError');
    expect(assumed('Payload | RangeError', 'Error')).toContain('that v is no Error');
  });
});
