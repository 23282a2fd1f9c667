import { functionInputs } from '#symbolic/inputs/function-inputs';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import { medianBy } from '../median';
import { loadVersion } from './load-subject';
import { searchAtRandom, type RandomFinding, type RandomSearch } from './search-at-random';
import { observe, type Subject } from './subjects';

export interface RandomOptions {
  /** For one subject and one seed. */
  readonly capMs: number;
  readonly seeds: number;
}

/** Cells for drawing inputs at random: from the declared types, then from what the tests of tcas hold. */
export function randomCells(subject: Subject, { capMs, seeds }: RandomOptions): readonly string[] {
  const { loaded, fn, module } = loadVersion(subject, subject.now);
  const inputs = functionInputs(typeSourceOf(loaded), fn, module);
  const [before, now] = [observe(subject, subject.before), observe(subject, subject.now)];
  return [null, rangeOfTests].flatMap((within: RandomSearch['within']) => {
    const findings = Array.from({ length: seeds }, (_, index) =>
      searchAtRandom({ inputs, before, now, seed: index + 1, capMs, within }),
    );
    return [medianCell(findings, capMs), `${findings.filter(({ witness }) => witness !== null).length}/${seeds}`];
  });
}

/** The integers in the 1,545 tests of tcas lie in it. */
const rangeOfTests = { min: -100, max: 10_000 };

function medianCell(findings: readonly RandomFinding[], capMs: number): string {
  const { milliseconds, witness } = medianBy(findings, (finding) =>
    finding.witness === null ? Number.MAX_VALUE : finding.milliseconds,
  );
  return witness === null ? `> ${capMs / 1000}` : (milliseconds / 1000).toFixed(3);
}
