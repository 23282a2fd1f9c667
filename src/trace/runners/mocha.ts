import type { TestCase } from '../recording';
import type { Runner } from '../runner';
import { escapeRegExp, preloadPlan } from './preload-plan';

/** Mocha tells its runs itself, once it is loaded (`runtime/mocha`): nothing but the preload is needed. */
export const mochaRunner: Runner = {
  name: 'mocha',
  plan: (request) => preloadPlan(request, 'mocha', ['mocha'], (words) => [...words, ...selected(request.only ?? [])]),
};

/** Files that are named are added to those of the configuration; the pattern keeps the others from running. */
function selected(only: readonly TestCase[]): string[] {
  const files = [...new Set(only.map(({ file }) => file))];
  const titles = [...new Set(only.map(({ titles: parts }) => escapeRegExp(parts.join(' '))))];
  const isWhole = only.every(({ titles: parts }) => parts.length === 0);
  return isWhole ? files : ['--grep', `^(?:${titles.join('|')})$`, ...files];
}
