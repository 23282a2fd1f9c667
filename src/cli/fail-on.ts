import { assertNever } from '#core/diagnostics';
import { subjectsOf } from '#report/subjects';
import type { Result } from '#result/result';
import type { Verdict } from '#result/verdict';
import type { FailOn } from './request';

/** Whether a result has one of the findings that the user wants to fail on. */
export function hasFinding(result: Result, findings: readonly FailOn[]): boolean {
  return findings.some((finding) => isFound(result, finding));
}

function isFound(result: Result, finding: FailOn): boolean {
  switch (finding) {
    case 'none':
      return false;
    case 'differs':
      return verdictsOf(result).some(({ kind }) => kind === 'differs');
    case 'bug':
      return (result.bugs ?? []).some(({ isNew }) => isNew);
    case 'changed':
      return result.functions.length > 0;
    case 'impact':
      return result.impact.statements.length > 0;
    case 'unknown':
      return !result.complete || verdictsOf(result).some(isOpen) || result.files.some(({ unread }) => unread === true);
    case 'error':
      return result.diagnostics.some(({ severity }) => severity === 'error');
    default:
      return assertNever(finding);
  }
}

/** Of what the report judges: not of added and removed functions, nor of tests. */
function verdictsOf(result: Result): Verdict[] {
  return subjectsOf(result).map(({ verdict }) => verdict);
}

function isOpen(verdict: Verdict): boolean {
  return verdict.kind === 'unknown' || (verdict.kind === 'differs' && verdict.elsewhere?.kind === 'unknown');
}
