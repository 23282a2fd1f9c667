import type { AnalysisOptions, SourceAnalysis } from './analyze-sources';
import { runProcess } from './run-process';

export type ProcessAnalysis =
  | {
      readonly kind: 'done';
      readonly analysis: SourceAnalysis & { readonly peakMegabytes: number };
      readonly wallMs: number;
      readonly cpuMs: number;
    }
  | { readonly kind: 'crashed'; readonly stderr: string };

/** The cold path on a folder in a process of its own, start of the process included. */
export function analyzeInProcess(script: string, folder: string, options: AnalysisOptions): ProcessAnalysis {
  const run = runProcess([process.execPath, '--max-old-space-size=12288', script, folder, JSON.stringify(options)]);
  if (run.exitCode !== 0) return { kind: 'crashed', stderr: run.stderr.slice(-4000) };
  const analysis = JSON.parse(run.stdout) as SourceAnalysis & { peakMegabytes: number };
  return { kind: 'done', analysis, wallMs: run.wallMs, cpuMs: run.cpuMs };
}
