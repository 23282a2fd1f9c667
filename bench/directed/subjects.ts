import { moduleMaker } from '../../tests/fixtures/module-maker';
import * as tcas from '../../tests/fixtures/tcas/versions';
import * as wbs from '../../tests/fixtures/wbs/versions';

/** Two versions of a function. */
export interface Subject {
  readonly program: 'tcas' | 'wbs';
  readonly id: string;
  readonly functionName: string;
  readonly before: string;
  readonly now: string;
  readonly verdict: 'differs' | 'same';
}

/** What can be seen of one call, on a module that nothing was called of before. */
export type Observe = (args: readonly unknown[]) => string;

export function subjects(): readonly Subject[] {
  const beforeTcas = tcas.sourceOf({ edits: [] });
  const beforeWbs = wbs.sourceOf({ edits: [] });
  return [
    ...tcas.tcasVersions.map((version): Subject => {
      const verdict = version.id === 'v38' ? 'same' : 'differs';
      const now = tcas.sourceOf(version);
      return { program: 'tcas', id: version.id, functionName: 'altSepTest', before: beforeTcas, now, verdict };
    }),
    ...wbs.wbsVersions.map((version): Subject => {
      const { id, verdict } = version;
      return { program: 'wbs', id, functionName: 'update', before: beforeWbs, now: wbs.sourceOf(version), verdict };
    }),
  ];
}

/** The function of tcas gives what it finds, that of the brakes leaves it to be read. */
export function observe({ program, functionName }: Subject, text: string): Observe {
  const make = moduleMaker(`${program}.ts`, text);
  if (program === 'wbs') {
    return (args) => {
      const module = make();
      module(functionName)(...args);
      return JSON.stringify(module('reading')());
    };
  }
  // It sets all variables before it reads one: one module will do.
  const call = make()(functionName);
  return (args) => String(call(...args));
}
