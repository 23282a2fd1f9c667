import { assertNever } from '#core/diagnostics';
import type { Result } from '#result/result';
import type { FailOn } from './request';

/** Whether a result has one of the findings that the user wants to fail on. */
export function hasFinding(result: Result, findings: readonly FailOn[]): boolean {
  return findings.some((finding) => isFound(result, finding));
}

function isFound(result: Result, finding: FailOn): boolean {
  switch (finding) {
    case 'none':
      return false;
    case 'changed':
      return result.functions.length > 0;
    case 'impact':
      return result.impact.statements.length > 0;
    case 'unknown':
      return !result.complete || result.functions.some(({ verdict }) => verdict.kind === 'unknown');
    case 'error':
      return result.diagnostics.some(({ severity }) => severity === 'error');
    default:
      return assertNever(finding);
  }
}
