import type { ChangeSet, Edit } from '#change/change-set';
import { revert } from '#change/revert';
import { withTexts } from '#project/replaced-texts';
import type { Snapshot } from '#project/snapshot';
import type { ReplayOutcome } from '#replay/outcome';
import type { Replayer, ReplayTarget } from '#replay/replay';
import type { ReplayInput } from '#replay/write-input';
import { agree } from './explain-outcome';

/** What taking an edit back does to the call. */
export interface RevertedEdit {
  readonly edit: Edit;
  /** `restores`: without the edit the head does what the base does. */
  readonly effect: 'restores' | 'changes-nothing' | 'changes' | 'not-run';
  /** Edits that had to be taken back with it. */
  readonly together: readonly string[];
}

/** Versions that one explanation is worth. */
const mostEdits = 12;

/** The head without each of some edits (P′∖C of Effects 4.1.3), run on the call. */
export async function revertEdits(
  changes: ChangeSet,
  edits: readonly Edit[],
  target: ReplayTarget,
  input: ReplayInput,
  before: { readonly base: ReplayOutcome; readonly head: ReplayOutcome },
  { replayer, expired }: { readonly replayer: Replayer; readonly expired: () => boolean },
): Promise<readonly RevertedEdit[]> {
  const results: RevertedEdit[] = [];
  for (const edit of edits.slice(0, mostEdits)) {
    if (expired()) break;
    const { files, edits: taken } = revert(changes, [edit.id]);
    const without: Snapshot = withTexts(target.files, new Map(files.map(({ path, text }) => [path, text])));
    const [outcome] = await replayer.run({ ...target, files: without }, [input]);
    results.push({
      edit,
      effect: outcome === undefined ? 'not-run' : effectOf(outcome, before),
      together: taken.filter((id) => id !== edit.id),
    });
  }
  return results;
}

function effectOf(
  outcome: ReplayOutcome,
  { base, head }: { readonly base: ReplayOutcome; readonly head: ReplayOutcome },
): RevertedEdit['effect'] {
  if (outcome.completion.kind === 'not-callable') return 'not-run';
  if (agree(base, outcome)) return 'restores';
  return agree(head, outcome) ? 'changes-nothing' : 'changes';
}
