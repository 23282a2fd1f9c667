import type { SelectedTestResult, TestsResult } from '#result/tests-result';
import { codeSpan, folded, plainText } from './markdown-text';
import { reasonWords, testLabel, testsHeadline } from './tests-words';
import { count } from './words';

/** The selected tests as a comment for a pull request. */
export function renderTestsMarkdown(result: TestsResult, options: { readonly all: boolean }): string {
  const files = new Map<string, SelectedTestResult[]>();
  for (const test of result.selected) files.set(test.file, [...(files.get(test.file) ?? []), test]);
  const lines = [`### ${plainText(testsHeadline(result))}`, ''];
  for (const [file, tests] of files) {
    const shown = options.all ? tests : tests.slice(0, mostTests);
    const items = shown.map(({ name, because: [first] }) => {
      return `- ${plainText(testLabel(name))}${first === undefined ? '' : `: ${plainText(reasonWords(first))}`}`;
    });
    if (shown.length < tests.length) items.push(`- and ${count(tests.length - shown.length, 'more test')}`);
    lines.push(...folded(`${codeSpan(file)}: ${count(tests.length, 'test')}`, items), '');
  }
  for (const { file, name, why } of result.fresh) {
    lines.push(`- new: ${codeSpan(file)}${name === null ? '' : ` ${plainText(name)}`} (${plainText(why)})`);
  }
  for (const { id } of result.run?.failed ?? []) lines.push(`- **failed**: ${plainText(id)}`);
  for (const { id } of result.run?.missed ?? []) lines.push(`- **failed without being selected**: ${plainText(id)}`);
  return `${lines.join('\n').trimEnd()}\n`;
}

const mostTests = 30;
