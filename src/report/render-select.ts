import { displayPath } from '#core/display-path';
import type { SelectedCallResult, SelectResult } from '#result/select-result';
import { codeSpan, plainText } from './markdown-text';
import { cutText, oneLine } from './source-text';
import { paintFor, type TextOptions } from './text-style';
import { count } from './words';

/** Which calls take a path that the change affects, and which paths none takes. */
export function renderSelectText(result: SelectResult, options: TextOptions): string {
  const paint = paintFor(options.colour);
  const marks = { selected: paint.green('run '), unsure: paint.yellow('run?'), unaffected: paint.dim('skip') } as const;
  const lines = [
    paint.bold(selectHeadline(result)),
    paint.dim(`${oneLine(result.base.description)} → ${oneLine(result.head.description)}`),
    ...(result.calls.length === 0 ? [] : ['']),
    ...result.calls.map((call) =>
      cutText(`  ${marks[call.judgement]}  ${oneLine(call.call)}${reasonOf(call, paint.dim)}`, options.width),
    ),
  ];
  if (result.added.length > 0) {
    lines.push('', 'No call takes these affected paths');
    for (const { call, condition } of result.added) {
      lines.push(cutText(`  when  ${oneLine(condition)}`, options.width));
      lines.push(cutText(`  add   ${call === null ? 'no input is known' : oneLine(call)}`, options.width));
    }
  }
  if (!result.complete)
    lines.push('', paint.dim('There may be more affected paths: a bound or the budget cut the search off.'));
  return `${lines.join('\n')}\n`;
}

export function selectHeadline({ function: id, calls, added, affected }: SelectResult): string {
  const chosen = calls.filter(({ judgement }) => judgement !== 'unaffected').length;
  const missing = added.length === 0 ? 'none is left out' : `${added.length} taken by no call`;
  return `${displayPath(id)}: ${chosen} of ${count(calls.length, 'call')} to run; ${count(affected, 'affected path')}, ${missing}`;
}

function reasonOf({ judgement, reason }: SelectedCallResult, dim: (text: string) => string): string {
  return judgement === 'unsure' && reason !== null ? dim(`  (${reason})`) : '';
}

export function renderSelectMarkdown(result: SelectResult): string {
  const lines = [
    `### ${plainText(selectHeadline(result))}`,
    '',
    ...result.calls.map(
      ({ call, judgement }) => `- ${judgement === 'unaffected' ? 'skip' : 'run'} ${codeSpan(oneLine(call))}`,
    ),
    ...result.added.map(({ call, condition }) => {
      const add = call === null ? 'no input is known' : codeSpan(oneLine(call));
      return `- add ${add} for ${codeSpan(oneLine(condition))}`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}
