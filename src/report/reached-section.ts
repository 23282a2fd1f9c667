import { isTestPath } from '#project/test-path';
import type { Impact } from '#result/result';
import type { ImpactedStatement } from '#result/impact-result';
import { because, type ChainPart } from './because';
import { functionName, lineOf } from './function-label';
import { groupByFunction, type FunctionGroup } from './group-by-function';
import { cutText, displayWidth, oneLine } from './source-text';
import { guessedThrough, splitImpact } from './split-impact';
import { paintFor, type Paint, type TextOptions } from './text-style';
import { count } from './words';

/** What is reached, and then what is perhaps: statements by function, each with the chain of dependences that explains it. */
export function reachedSections(
  title: string,
  impact: Impact,
  options: TextOptions,
  most: ReachedLimits = defaultLimits,
): string[][] {
  const { known, guessed } = splitImpact(impact);
  return [
    reachedSection(title, known, options, most),
    reachedSection(`Perhaps, ${guessedThrough}`, guessed, options, known.statements.length > 0 ? fewGuesses : most),
  ];
}

function reachedSection(title: string, impact: Impact, options: TextOptions, most: ReachedLimits): string[] {
  const all = groupByFunction(impact);
  const groups = [...all.filter((group) => !isTest(group)), ...all.filter(isTest)];
  if (groups.length === 0) return [];
  const paint = paintFor(options.colour);
  const shown = options.all ? groups : groups.slice(0, most.functions);
  const lines = [paint.bold(title)];
  shown.forEach((group, index) => {
    if (index > 0) lines.push('');
    lines.push(...groupLines(group, most.statements, options));
  });
  if (shown.length < groups.length) {
    const rest = groups.slice(shown.length);
    const statements = rest.reduce((sum, group) => sum + group.statements.length, 0);
    const text = `${count(rest.length, 'more function')} with ${count(statements, 'statement')}`;
    lines.push('', paint.dim(`  … ${text} (--all shows everything)`));
  }
  return lines;
}

function isTest({ span }: FunctionGroup): boolean {
  return isTestPath(span.file);
}

/** How many are shown unless everything is. */
export interface ReachedLimits {
  readonly functions: number;
  readonly statements: number;
}

const defaultLimits: ReachedLimits = { functions: 8, statements: 5 };
const fewGuesses: ReachedLimits = { functions: 2, statements: 1 };

function groupLines(group: FunctionGroup, mostStatements: number, options: TextOptions): string[] {
  const paint = paintFor(options.colour);
  const { statements } = group;
  const shown = options.all ? statements : statements.slice(0, mostStatements);
  const gutter = Math.max(0, ...shown.map(({ line }) => line)).toString().length;
  const name = functionName(group.id, group.span.file);
  const lines = [
    `  ${paint.bold(name)}  ${paint.cyan(lineOf(group.span))}  ${paint.dim(count(statements.length, 'statement'))}`,
  ];
  for (const statement of shown) lines.push(...statementLines(statement, group.span.file, gutter, options));
  if (shown.length < statements.length) {
    const rest = count(statements.length - shown.length, 'more statement');
    lines.push(paint.dim(`    … ${rest} (--all shows everything)`));
  }
  return lines;
}

function statementLines(statement: ImpactedStatement, file: string, gutter: number, options: TextOptions): string[] {
  const paint = paintFor(options.colour);
  const indent = ' '.repeat(4 + gutter + 2);
  const text = cutText(oneLine(statement.text), options.width - indent.length);
  const first = `    ${paint.cyan(String(statement.line).padStart(gutter))}  ${text}`;
  const parts = because(statement.because, { file, explained: statement.id, all: options.all });
  return parts.length === 0 ? [first] : [first, ...chainLines(parts, indent, paint, options.width)];
}

/** Broken before an arrow when the chain is wider than the terminal. */
function chainLines(parts: readonly ChainPart[], indent: string, paint: Paint, width: number): string[] {
  const label = 'because ';
  const lines: string[] = [];
  let line = `${indent}${label}`;
  let used = displayWidth(line);
  let isFresh = true;
  for (const unit of chainUnits(parts)) {
    const size = displayWidth(unit) + (isFresh ? 0 : 1);
    if (!isFresh && used + size > width) {
      lines.push(line);
      line = `${indent}${' '.repeat(label.length)}${unit}`;
      used = displayWidth(line);
    } else {
      line += isFresh ? unit : ` ${unit}`;
      used += size;
    }
    isFresh = false;
  }
  return [...lines, line].map(paint.dim);
}

/** A link stays on one line with the node that it leads to. */
function chainUnits(parts: readonly ChainPart[]): string[] {
  const units: string[] = [];
  let pending = '';
  for (const part of parts) {
    if (part.kind === 'link') {
      pending += `${part.text} `;
      continue;
    }
    units.push(`${pending}${part.where}${part.text === '' ? '' : ` \`${part.text}\``}`);
    pending = '';
  }
  return units;
}
