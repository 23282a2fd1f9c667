import type { Result } from '#result/result';
import type { Verdict } from '#result/verdict';

/** What was said of a change, and what the tests say of it. */
export interface Judged {
  readonly key: string;
  /** The strongest of all functions and entry points. */
  readonly verdict: Verdict['kind'];
  readonly doTestsFail: boolean;
  /** Tests fail, and nothing is said to differ or to be unknown. */
  readonly isWrong: boolean;
  readonly reasons: readonly string[];
}

export function judge(key: string, result: Result, doTestsFail: boolean): Judged {
  const verdicts = [...result.functions, ...result.entryPoints].map(({ verdict }) => verdict);
  const has = (kind: Verdict['kind']): boolean => verdicts.some((verdict) => verdict.kind === kind);
  const verdict = has('differs') ? 'differs' : has('unknown') ? 'unknown' : 'same';
  const reasons = verdicts.flatMap((each) => (each.kind === 'unknown' ? [each.reason] : []));
  return { key, verdict, doTestsFail, isWrong: doTestsFail && verdict === 'same', reasons: [...new Set(reasons)] };
}
