import type { BehaviourTests } from '#result/verdict';
import { count } from './words';

/** Which recorded tests have such an input: `2 of the 5 that run it: a.test.ts > adds, …`. */
export function behaviourTestsWords({ running, reaching, open }: BehaviourTests, all: boolean): string {
  const may = open.length === 0 ? '' : `${count(open.length, 'test')} may, but what they call it with is not known`;
  if (reaching.length === 0) {
    if (may !== '') return `not known: ${may}`;
    return running === 0 ? 'no recorded test runs it' : `none: ${othersWords(running)}`;
  }
  const shown = all ? reaching : reaching.slice(0, mostNames);
  const left = reaching.length - shown.length;
  const names = `${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
  return `${reaching.length} of the ${running} that run it: ${names}${may === '' ? '' : `; ${may}`}`;
}

const mostNames = 2;

function othersWords(running: number): string {
  return running === 1 ? 'the test that runs it calls it otherwise' : `the ${running} that run it call it otherwise`;
}

/** A behaviour that is known to be in no test. */
export function isUntested({ reaching, open }: BehaviourTests): boolean {
  return reaching.length === 0 && open.length === 0;
}
