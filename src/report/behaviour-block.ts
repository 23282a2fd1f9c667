import { displayPath } from '#core/display-path';
import type { Behaviour, BehaviourTests, Witness } from '#result/verdict';
import { behaviourTestsWords, isUntested } from './behaviour-tests';
import { placeList } from './place-list';
import { cutAroundDifference, displayWidth } from './source-text';
import { paintFor, type TextOptions } from './text-style';
import { isSaid, witnessWords } from './witness-words';
import { count } from './words';
import { wrapCode, wrapCondition } from './wrap-code';

/**
 * One way in which versions differ, for a terminal:
 *
 *     when    quantity < 0  (4 path pairs)
 *     before  returns quantity * price
 *     now     throws new RangeError('quantity')
 *     call    total(-1, 2)
 *     with    TZ=America/St_Johns
 *           - returns -2
 *           + throws new RangeError("quantity")
 *     tests   none: the 2 that run it call it otherwise
 *     due to  src/cart.ts:14
 */
export function behaviourBlock(behaviour: Behaviour, options: TextOptions): string[] {
  const { before, now, witness, locations, inputs = [], tests } = behaviour;
  const paint = paintFor(options.colour);
  const wrapped = (text: string): string[] => wrapCode(text, room(options), options.all ? Infinity : mostLines);
  return [
    ...labelled('when', conditionLines(behaviour, options), options),
    ...labelled('before', wrapped(before).map(paint.red), options),
    ...labelled('now', wrapped(now).map(paint.green), options),
    ...witnessLines(witness, isSaid(witness, before, now), options),
    ...(inputs.length === 0 ? [] : labelled('also', wrapped(inputs.join(', ')).map(paint.cyan), options)),
    ...(tests === undefined ? [] : labelled('tests', testLines(tests, options), options)),
    ...(locations.length === 0
      ? []
      : labelled('due to', wrapped(placesOf(locations, options)).map(paint.dim), options)),
  ];
}

function testLines(tests: BehaviourTests, options: TextOptions): string[] {
  const paint = paintFor(options.colour);
  const words = displayPath(behaviourTestsWords(tests, options.all));
  const lines = wrapCode(words, room(options), options.all ? Infinity : mostLines);
  return lines.map(isUntested(tests) ? paint.yellow : paint.dim);
}

/** How much it stands for, in brackets; empty for all inputs of one pair of paths. */
export function extentOf({ certain, count: pairs = 1 }: Behaviour): string {
  if (certain === false) return '(seen for one call)';
  return pairs > 1 ? `(${count(pairs, 'path pair')})` : '';
}

/** A call that shows a difference, and what both versions do then unless that is said already. */
export function witnessLines(witness: Witness, isKnown: boolean, options: TextOptions): string[] {
  const paint = paintFor(options.colour);
  // Whole, in as many lines as it takes, because it is there to be copied.
  const call = wrapCode(witness.call, room(options), options.all ? Infinity : mostCallLines).map(paint.cyan);
  const { timeZone } = witness;
  const zone = timeZone === undefined ? [] : labelled('with', [paint.cyan(`TZ=${timeZone}`)], options);
  return [...labelled('call', call, options), ...zone, ...(isKnown ? [] : outcomeLines(witness, options))];
}

const indent = '    ';
const labelWidth = 8;
const blank = ' '.repeat(indent.length + labelWidth);
const mostLines = 4;
const mostCallLines = 8;
const mostPlaces = 4;

function conditionLines(behaviour: Behaviour, options: TextOptions): string[] {
  const paint = paintFor(options.colour);
  const { when } = behaviour;
  const lines = wrapCondition(when === 'true' ? 'always' : when, room(options), options.all ? Infinity : mostLines);
  const last = lines.at(-1) ?? '';
  const painted = lines.map(paint.bold);
  const remark = extentOf(behaviour);
  if (remark === '') return painted;
  const fits = displayWidth(last) + 2 + remark.length <= room(options);
  return fits
    ? [...painted.slice(0, -1), `${paint.bold(last)}  ${paint.dim(remark)}`]
    : [...painted, paint.dim(remark)];
}

function placesOf(locations: Behaviour['locations'], options: TextOptions): string {
  return placeList(locations, options.all ? Infinity : mostPlaces);
}

function outcomeLines(witness: Witness, options: TextOptions): string[] {
  const paint = paintFor(options.colour);
  const words = witnessWords(witness);
  const [before, now] = options.all ? words : cutAroundDifference(...words, room(options));
  const signed = (sign: string, text: string): string[] =>
    wrapCode(text, room(options), options.all ? Infinity : 1).map(
      (line, index) => `${' '.repeat(blank.length - 2)}${index === 0 ? sign : ' '} ${line}`,
    );
  return [...signed('-', before).map(paint.red), ...signed('+', now).map(paint.green)];
}

function room({ width }: TextOptions): number {
  return Math.max(24, width - blank.length);
}

function labelled(name: string, lines: readonly string[], options: TextOptions): string[] {
  return lines.map((line, index) => `${index === 0 ? label(name, options) : blank}${line}`);
}

function label(name: string, options: TextOptions): string {
  return `${indent}${paintFor(options.colour).dim(name.padEnd(labelWidth))}`;
}
