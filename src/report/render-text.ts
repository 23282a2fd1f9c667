import { displayPath } from '#core/display-path';
import type { ImpactResult } from '#result/impact-result';
import type { Result } from '#result/result';
import { besideSection } from './beside-section';
import { bugsSection } from './bugs-section';
import { changedSection } from './changed-section';
import { comparisonOf } from './comparison';
import { differsSection } from './differs-section';
import { editsSection } from './edits-section';
import { entryPointsSection } from './entry-points-section';
import { headline, impactHeadline, incompleteRemark, remarks } from './headline';
import { reachedSections } from './reached-section';
import { cutText, displayWidth, oneLine } from './source-text';
import { splitSubjects } from './subjects';
import { testsSection } from './tests-section';
import { paintFor, type TextOptions } from './text-style';
import { programFirst } from './program-first';
import { verdictGroups } from './verdict-groups';
import { verdictSections } from './verdict-sections';

/**
 * A result for a terminal: the answer first, then what behaves differently, most surprising first, then what does not, then
 * what changed and what that can reach.
 */
export function renderText(result: Result, options: TextOptions): string {
  const paint = paintFor(options.colour);
  const opening = [
    // One line even in a narrow terminal: scripts look for it.
    paint.bold(headline(result)),
    paint.dim(`${oneLine(result.base.description)} → ${oneLine(result.head.description)}`),
    ...remarks(result).flatMap((remark) => wrap(remark, options.width).map(paint.dim)),
  ];
  const isCompared = comparisonOf(result).kind === 'compared';
  return layOut([
    opening,
    ...(isCompared ? behaviourSections(result, options) : []),
    testsSection(result.tests, options),
    changedSection(programFirst(result.functions), options),
    editsSection(result.edits, options),
    ...reachedSections(reachedTitle, result.impact, options, isCompared ? fewReached : undefined),
    // Where behaviour is compared, there is a verdict on each above.
    isCompared ? [] : entryPointsSection(programFirst(result.entryPoints), options),
  ]);
}

const reachedTitle = 'Reached, most directly affected first';
/** What behaves differently says more than what could. */
const fewReached = { functions: 3, statements: 3 };

function behaviourSections(result: Result, options: TextOptions): string[][] {
  const { program, beside } = splitSubjects(result);
  const groups = verdictGroups(result, program);
  const others = options.all ? verdictGroups(result, beside) : null;
  return [
    differsSection(groups.differing, groups.nameOf, options),
    bugsSection(result.bugs ?? [], options),
    ...verdictSections(groups, result.functions, options),
    besideSection(beside, options),
    ...(others === null
      ? []
      : [
          differsSection(others.differing, others.nameOf, options),
          ...verdictSections(others, result.functions, options),
        ]),
  ];
}

export function renderImpactText(result: ImpactResult, options: TextOptions): string {
  const paint = paintFor(options.colour);
  const opening = [
    paint.bold(impactHeadline(result)),
    ...(result.complete ? [] : wrap(incompleteRemark, options.width).map(paint.dim)),
  ];
  const title = result.direction === 'forward' ? reachedTitle : 'Depends on, nearest first';
  return layOut([opening, targetLines(result, options), ...reachedSections(title, result, options)]);
}

const mostTargetNodes = 5;

/** The code that was asked about, unless it is a whole function, whose name says enough. */
function targetLines({ target }: ImpactResult, options: TextOptions): string[] {
  const paint = paintFor(options.colour);
  const lines = target.nodes.map((node) => {
    const where = `${displayPath(node.file)}:${node.line}`;
    return `  ${paint.cyan(where)}  ${cutText(oneLine(node.text), Math.max(24, options.width - where.length - 4))}`;
  });
  return target.nodes.length > mostTargetNodes ? [] : [...new Set(lines)];
}

function layOut(sections: readonly (readonly string[])[]): string {
  const shown = sections.filter((lines) => lines.length > 0);
  return `${shown.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function wrap(sentence: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of sentence.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}
