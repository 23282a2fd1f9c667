import { oneLine } from './source-text';
import { paintFor, type TextOptions } from './text-style';

/** A diagnostic, or what the command line itself has to say. */
export interface Remark {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly remedy?: string;
}

/** What is said beside a result: most severe first, each code a few times at most. Empty when there is nothing to say. */
export function renderDiagnostics(remarks: readonly Remark[], options: TextOptions): string {
  const lines: string[] = [];
  for (const severity of ['error', 'warning', 'info'] as const) {
    for (const group of groupByCode(remarks.filter((entry) => entry.severity === severity))) {
      lines.push(...groupLines(group, options));
    }
  }
  return lines.map((line) => `${line}\n`).join('');
}

const mostOfOneCode = 3;

function groupLines(group: readonly Remark[], options: TextOptions): string[] {
  const paint = paintFor(options.colour);
  const shown = options.all ? group : group.slice(0, mostOfOneCode);
  const lines = shown.flatMap((remark, index) => {
    const { remedy } = remark;
    const isSaidBelow = shown[index + 1]?.remedy === remedy;
    if (remedy === undefined || isSaidBelow) return [title(remark, options)];
    return [title(remark, options), `  ${paint.cyan('help')}: ${oneLine(remedy)}`];
  });
  const [first] = group;
  if (first !== undefined && shown.length < group.length) {
    lines.push(paint.dim(`  … ${group.length - shown.length} more of ${first.code} (--all shows everything)`));
  }
  return lines;
}

function title({ severity, code, message }: Remark, options: TextOptions): string {
  const paint = paintFor(options.colour);
  const brush = { error: paint.red, warning: paint.yellow, info: paint.cyan }[severity];
  const word = severity === 'info' ? 'note' : severity;
  return `${brush(`${word}[${code}]`)}: ${oneLine(message)}`;
}

function groupByCode(remarks: readonly Remark[]): Remark[][] {
  const groups = new Map<string, Remark[]>();
  for (const remark of remarks) {
    const known = groups.get(remark.code);
    if (known === undefined) groups.set(remark.code, [remark]);
    else known.push(remark);
  }
  return [...groups.values()];
}
