import type { FunctionPath, PathsResult } from '#result/paths-result';
import { lineOf } from './function-label';
import {
  againstWords,
  assumptionWords,
  callWords,
  conditionWords,
  effectWords,
  endWords,
  pathsHeadline,
  replayWords,
} from './path-words';
import { cutText, displayWidth, oneLine } from './source-text';
import { paintFor, type Paint, type TextOptions } from './text-style';
import { treeSection } from './tree-section';
import { count } from './words';
import { wrapCode, wrapCondition } from './wrap-code';

/** Paths for a terminal: how many there are, then one short block each, or the tree that they make. */
export function renderPathsText(result: PathsResult, options: TextOptions): string {
  const body = result.tree === undefined ? pathBlocks(result.paths, options) : [treeSection(result, options)];
  const blocks = [opening(result, options), ...body].filter((lines) => lines.length > 0);
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const mostPaths = 20;
const mostConditionLines = 4;
const mostEndLines = 3;
const mostEffects = 6;
const mostAssumptions = 3;

function opening(result: PathsResult, options: TextOptions): string[] {
  const paint = paintFor(options.colour);
  const title = `${paint.bold(oneLine(result.signature))}   ${paint.cyan(lineOf(result.span))}   ${pathsHeadline(result)}`;
  const against = result.against === undefined ? [] : againstWords(result.against);
  const gaps = result.gaps.map((gap) => paint.yellow(cutText(`  not all: ${oneLine(gap)}`, options.width)));
  const all = result.assumptions;
  const shown = options.all ? all : all.slice(0, mostAssumptions);
  const given = shown.map((each) => paint.dim(cutText(`  ${assumptionWords(each)}`, options.width)));
  const rest = all.length - shown.length;
  if (rest > 0) given.push(paint.dim(`  … ${count(rest, 'more assumption')} (--all shows everything)`));
  return [title, ...against.map((line) => paint.dim(cutText(`  ${line}`, options.width))), ...gaps, ...given];
}

function pathBlocks(paths: readonly FunctionPath[], options: TextOptions): string[][] {
  const shown = options.all ? paths : paths.slice(0, mostPaths);
  const gutter = String(shown.length).length + 1;
  const blocks = shown.map((path, index) => pathBlock(path, index + 1, gutter, options));
  const rest = paths.length - shown.length;
  if (rest > 0) blocks.push([paintFor(options.colour).dim(`… ${count(rest, 'more path')} (--all shows everything)`)]);
  return blocks;
}

function pathBlock(path: FunctionPath, number: number, gutter: number, options: TextOptions): string[] {
  const paint = paintFor(options.colour);
  const indent = ' '.repeat(gutter + 2);
  const room = Math.max(24, options.width - indent.length);
  const conditions = wrapCondition(conditionWords(path), room, options.all ? Infinity : mostConditionLines);
  const [first = '', ...more] = conditions;
  const effects = effectWords(path.effects, options.all ? Infinity : mostEffects);
  const end = `${endWords(path)}${effects === '' ? '' : `; ${effects}`}`;
  const brush = path.cut !== null ? paint.yellow : path.result?.kind === 'throws' ? paint.red : (text: string) => text;
  return [
    `${paint.dim(String(number).padStart(gutter))}  ${paint.bold(first)}`,
    ...more.map((line) => `${indent}${paint.bold(line)}`),
    ...wrapCode(end, room, options.all ? Infinity : mostEndLines).map((line) => `${indent}${brush(line)}`),
    ...callLines(path, indent, room, paint, options),
    ...path.notes.map((note) => `${indent}${paint.dim(cutText(`note: ${oneLine(note)}`, room))}`),
  ];
}

/** The verdict stands behind the call where there is room, so that it is found by looking down the page. */
function callLines(path: FunctionPath, indent: string, room: number, paint: Paint, options: TextOptions): string[] {
  const call = callWords(path);
  const words = replayWords(path.replay, path.outcome);
  const brush = { 'as-predicted': paint.green, ran: paint.green, differs: paint.red, unconfirmed: paint.yellow }[
    path.replay.kind
  ];
  const width = displayWidth(call);
  const column = Math.min(verdictColumn, room - displayWidth(words) - 2);
  if (width <= column) return [`${indent}${paint.cyan(call)}${' '.repeat(column - width + 2)}${brush(words)}`];
  // Whole, in as many lines as it takes, because it is there to be copied.
  const lines = wrapCode(call, room, options.all ? Infinity : mostCallLines);
  return [
    ...lines.map((line) => `${indent}${paint.cyan(line)}`),
    ...wrapCode(words, room, mostCallLines).map((line) => `${indent}${brush(line)}`),
  ];
}

const verdictColumn = 50;
const mostCallLines = 8;
