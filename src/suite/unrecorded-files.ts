import type { Snapshot } from '#project/snapshot';
import type { Recording } from '#trace/recording';
import { mayHoldTests } from './new-tests';

/** Files that seem to hold tests, and that nothing which was recorded ran or loaded. */
export function unrecordedFiles({ executions, modules }: Recording, snapshot: Snapshot): string[] {
  const known = new Set([...executions.map(({ test }) => test.file), ...modules.map(({ path }) => path)]);
  return snapshot.paths.filter(
    (path) => !known.has(path) && mayHoldTests(path) && registers.test(snapshot.read(path)?.text ?? ''),
  );
}

const registers = /(?<![.\w$])(?:describe|it|suite|test)\s*(?:\.\s*\w+\s*)?\(/;
