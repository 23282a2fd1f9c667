import type { Runner, RunnerName } from '../runner';
import { mochaRunner } from './mocha';
import { nodeTestRunner } from './node-test';

const runners: Readonly<Partial<Record<RunnerName, Runner>>> = {
  mocha: mochaRunner,
  'node:test': nodeTestRunner,
};

export function runnerNamed(name: RunnerName): Runner {
  const runner = runners[name];
  if (runner === undefined) throw new Error(`no runner ${name}`);
  return runner;
}
