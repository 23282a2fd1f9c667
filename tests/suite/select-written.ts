import { openTexts } from '#project/text-snapshot';
import { selectFromRecording } from '#suite-job';
import { writtenJob } from './written-job';
import { writtenRecording, type WrittenTestRun } from './written-recording';

export type Edit = (texts: Record<string, string>) => void;

/** Titles of tests, and why each was selected. */
export interface WrittenSelection {
  readonly selected: readonly (string | undefined)[];
  readonly fresh: readonly (string | undefined)[];
  readonly gone: readonly (string | undefined)[];
  readonly reasons: readonly string[];
}

/** What is selected when the sources are edited after a recording that is written down by hand. */
export function selectWritten(
  edit: Edit,
  runs: readonly WrittenTestRun[],
  sources: Readonly<Record<string, string>>,
  atLoad: Readonly<Record<string, readonly string[]>> = {},
  textsAtLoad: Readonly<Record<string, readonly string[]>> = {},
): WrittenSelection {
  const kept = writtenRecording(sources, runs, atLoad, textsAtLoad);
  const texts: Record<string, string> = { ...sources };
  edit(texts);
  const { selection } = selectFromRecording('/project', kept, null, openTexts('/project', texts), writtenJob);
  const titleOf = (test: number): string | undefined => kept.recording.executions[test]?.test.titles.at(-1);
  return {
    selected: selection.selected.map(({ test }) => titleOf(test)),
    fresh: selection.fresh.map(({ file, titles }) => titles?.at(-1) ?? file),
    gone: selection.gone.map(titleOf),
    reasons: selection.selected.map(({ because: [first] }) => `${first.cause.subject}: ${first.cause.effect}`),
  };
}

export function replace(path: string, from: string, to: string): Edit {
  return (texts) => {
    if (texts[path]?.includes(from) !== true) throw new Error(`${path} has no ${from}`);
    texts[path] = texts[path].replace(from, to);
  };
}
