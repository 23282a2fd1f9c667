import type { TestCase } from '../recording';
import type { Runner } from '../runner';
import { preloadPlan } from './preload-plan';

/** Mocha tells its runs itself, once it is loaded (`runtime/mocha`): nothing but the preload is needed. */
export const mochaRunner: Runner = {
  name: 'mocha',
  plan: (request) => preloadPlan(request, 'mocha', ['mocha'], (words) => [...words, ...filesOf(request.only ?? [])]),
};

/** Files that are named are added to those of the configuration; the runtime keeps other tests from running. */
function filesOf(only: readonly TestCase[]): string[] {
  return [...new Set(only.map(({ file }) => file))];
}
