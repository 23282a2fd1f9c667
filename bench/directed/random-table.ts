import { functionInputs } from '#symbolic/inputs/function-inputs';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import { medianBy } from '../median';
import { loadVersion } from './load-subject';
import { searchAtRandom, type RandomSearch } from './search-at-random';
import { observe, type Subject } from './subjects';

export interface RandomOptions {
  /** For one subject and one seed. */
  readonly capMs: number;
  readonly seeds: number;
}

/** What drawing inputs from one kind of values came to, over some seeds. */
export interface RandomTimes {
  /** Median; the cap where no difference was found by then. */
  readonly milliseconds: number;
  readonly isFound: boolean;
  /** Seeds that found a difference. */
  readonly found: number;
}

/** From the declared types, then from what the tests of tcas hold. */
export function randomTimes(subject: Subject, { capMs, seeds }: RandomOptions): readonly RandomTimes[] {
  const { loaded, fn, module } = loadVersion(subject, subject.now);
  const inputs = functionInputs(typeSourceOf(loaded), fn, module);
  const [before, now] = [observe(subject, subject.before), observe(subject, subject.now)];
  return [null, rangeOfTests].map((within: RandomSearch['within']) => {
    const findings = Array.from({ length: seeds }, (_, index) =>
      searchAtRandom({ inputs, before, now, seed: index + 1, capMs, within }),
    );
    const median = medianBy(findings, (finding) => (finding.witness === null ? Infinity : finding.milliseconds));
    const isFound = median.witness !== null;
    const found = findings.filter(({ witness }) => witness !== null).length;
    return { milliseconds: isFound ? median.milliseconds : capMs, isFound, found };
  });
}

/** The integers in the 1,545 tests of tcas lie in it. */
const rangeOfTests = { min: -100, max: 10_000 };
