import type { Runner } from '../runner';
import { preloadPlan } from './preload-plan';

/** Jest is watched from inside its processes, and told there what to run: its command stays as the user has it. */
export const jestRunner: Runner = {
  name: 'jest',
  plan: (request) => preloadPlan(request, 'jest', ['jest'], (words) => words),
};
