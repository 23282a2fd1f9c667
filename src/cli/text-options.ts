import type { TextOptions } from '#report/text-style';
import type { Io, Output } from './io';

/** Colour only on a terminal, and never under NO_COLOR. */
export function textOptions(output: Output, env: Io['env'], all: boolean): TextOptions {
  const refusesColour = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return { colour: output.isTerminal && !refusesColour, width: Math.max(narrowest, output.columns), all };
}

const narrowest = 40;
