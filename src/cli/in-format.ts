import type { Diagnostic } from '#core/diagnostics';
import type { ReportFormat } from './request';

export interface Answer {
  readonly text: string;
  /** What is to be said beside the text; empty when the text says it already. */
  readonly diagnostics: readonly Diagnostic[];
  readonly isFailure: boolean;
  /** The result itself shows that we were wrong. */
  readonly isOurBug?: boolean;
}

/** A result in the form that was asked for; remarks are part of every form but text. */
export function inFormat(
  format: ReportFormat,
  diagnostics: readonly Diagnostic[],
  isFailure: boolean,
  renderers: Readonly<Record<ReportFormat, () => string>>,
): Answer {
  return { text: renderers[format](), diagnostics: format === 'text' ? diagnostics : [], isFailure };
}
