import type { TestCase } from '../recording';
import type { Runner } from '../runner';
import { escapeRegExp, preloadPlan } from './preload-plan';

/** `node:test` is watched from inside its processes (`runtime/node-test`). */
export const nodeTestRunner: Runner = {
  name: 'node:test',
  plan: (request) =>
    preloadPlan(request, 'node:test', ['node', '--test'], (words) => selected(words, request.only ?? [])),
};

/**
 * Names are matched one by one, without those around them, and groups are always gone through. A test that others are a part
 * of has run what they run, so it is among the selected ones itself.
 */
function selected(words: readonly string[], only: readonly TestCase[]): string[] {
  const files = [...new Set(only.map(({ file }) => file))];
  if (isBorp(words[0] ?? '')) return [...borpOptions(words), ...files];
  const titles = [...new Set(only.flatMap(({ titles: parts }) => parts.at(-1) ?? []))];
  const options = words.filter((word, i) => i === 0 || word.startsWith('-') || isValue(words[i - 1] ?? ''));
  const patterns = titles.map((title) => `--test-name-pattern=/^${escapeRegExp(title)}$/`);
  // Node takes one file, unless it is told that they are tests.
  const together = files.length > 1 && !options.includes('--test') ? ['--test'] : [];
  return [...options, ...together, ...patterns, ...files];
}

/** Options of Node that take their value as the next word. */
function isValue(option: string): boolean {
  return /^(?:--import|--require|-r|--loader|--experimental-loader|--conditions|-C|--test-reporter|--test-reporter-destination|--test-concurrency|--test-timeout|--env-file)$/.test(
    option,
  );
}

function isBorp(program: string): boolean {
  return /(?:^|[\\/])borp(?:\.js|\.cmd)?$/.test(program);
}

/** It runs whole files. What only some tests cover is not held against them. */
function borpOptions([program = '', ...rest]: readonly string[]): string[] {
  const options = rest.filter(
    (word, i) =>
      word.startsWith('-') || /^(?:-[cirt]|--(?:concurrency|ignore|reporter|timeout))$/.test(rest[i - 1] ?? ''),
  );
  return [program, ...options.filter((word) => !/^(?:-C|--coverage|--check-coverage|--coverage-html)$/.test(word))];
}
