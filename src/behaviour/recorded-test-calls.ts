import type { ModuleIr, FunctionIr } from '#ir/cfg';
import type { GivenCall } from '#symbolic/concrete/bind-input';

/** Titles of a test, from the outermost group on, as the runner has them. */
export type FitsTitles = (titles: readonly string[]) => boolean;

/** A call of a function of the head, which a recorded run of a test has made. */
export interface CallInTest {
  readonly module: ModuleIr;
  readonly fn: FunctionIr;
  readonly given: GivenCall;
}

/** What tests were seen to call changed functions with. */
export interface RecordedTestCalls {
  /** Calls of all tests of a file whose titles fit; null where there is no such test. */
  of(file: string, fits: FitsTitles): readonly CallInTest[] | null;
}

/** `cart > adds up`, `cart adds up` or `adds up`. */
export function titlesNamed(name: string): FitsTitles {
  const wanted = name.replace(/^(["'`])(.*)\1$/s, '$2');
  return (titles) => [titles.join(' > '), titles.join(' '), titles.at(-1)].includes(wanted);
}
