import { displayPath } from '#core/display-path';
import type { FileRole } from '#ir/file-role';
import type { Verdict } from '#result/verdict';
import type { Subject } from './subjects';
import { paintFor, type TextOptions } from './text-style';
import { count } from './words';
import { wrapCode } from './wrap-code';

/** A line for each file that is no part of the program: `dist/all.js (a bundle): 93 entry points, 1 differs, 92 are unknown`. */
export function besideSection(subjects: readonly Subject[], options: TextOptions): string[] {
  const found = besideFiles(subjects);
  if (found.length === 0) return [];
  const paint = paintFor(options.colour);
  const shown = options.all ? found : found.slice(0, mostFiles);
  const room = Math.max(24, options.width - 4);
  const rest = found.length - shown.length;
  return [
    paint.bold(besideTitle),
    ...shown.flatMap((file) =>
      wrapCode(`${displayPath(file.path)} (${file.what}): ${file.counts}`, room, Infinity).map(
        (line, index) => `  ${index > 0 ? '  ' : ''}${line}`,
      ),
    ),
    ...(rest > 0 ? [paint.dim(`  … ${count(rest, 'more file')}`)] : []),
    ...(options.all ? [] : [paint.dim('  (--all shows what they do)')]),
  ];
}

export const besideTitle = 'Beside the program';

export const mostFiles = 8;

export interface BesideFile {
  readonly path: string;
  /** `a bundle`. */
  readonly what: string;
  /** `93 entry points, 1 differs, 92 are unknown`. */
  readonly counts: string;
}

/** Files that are no part of the program, those with differences first. */
export function besideFiles(subjects: readonly Subject[]): BesideFile[] {
  const byFile = new Map<string, Subject[]>();
  for (const subject of subjects) {
    const known = byFile.get(subject.file);
    if (known === undefined) byFile.set(subject.file, [subject]);
    else known.push(subject);
  }
  return [...byFile]
    .toSorted(([, a], [, b]) => Number(b.some(differs)) - Number(a.some(differs)))
    .flatMap(([path, of]): BesideFile[] => {
      const role = of[0]?.role ?? null;
      return role === null ? [] : [{ path, what: roleWords[role], counts: countsOf(of) }];
    });
}

function differs({ verdict }: Subject): boolean {
  return verdict.kind === 'differs';
}

const roleWords: Readonly<Record<FileRole, string>> = {
  bundle: 'a bundle',
  example: 'an example',
  benchmark: 'a benchmark',
  documentation: 'documentation',
  script: 'a script',
  settings: 'settings',
};

function countsOf(subjects: readonly Subject[]): string {
  const changed = subjects.filter(({ isChanged }) => isChanged).length;
  const others = subjects.length - changed;
  const of = (kind: Verdict['kind']): number => subjects.filter(({ verdict }) => verdict.kind === kind).length;
  const [differ, same, unknown] = [of('differs'), of('same'), of('unknown')];
  return [
    ...(changed === 0 ? [] : [count(changed, 'changed function')]),
    ...(others === 0 ? [] : [count(others, 'entry point')]),
    ...(differ === 0 ? [] : [`${differ} ${differ === 1 ? 'differs' : 'differ'}`]),
    ...(same === 0 ? [] : [`${same} ${same === 1 ? 'is' : 'are'} the same`]),
    ...(unknown === 0 ? [] : [`${unknown} ${unknown === 1 ? 'is' : 'are'} unknown`]),
  ].join(', ');
}
