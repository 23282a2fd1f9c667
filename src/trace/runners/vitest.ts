import type { Runner } from '../runner';
import { preloadPlan } from './preload-plan';

/** Vitest is watched from inside its processes, and told there what to run: its command stays as the user has it. */
export const vitestRunner: Runner = {
  name: 'vitest',
  plan: (request) => preloadPlan(request, 'vitest', ['vitest', 'run'], (words) => words),
};
