import type { RecordingOrigin } from './kept-recording';

/**
 * The order in which recordings are worth keeping: that of the branch of now, then those of commits that this state goes back to,
 * then the rest; among each other the newest first.
 */
export function rankRecordings(
  recordings: readonly RecordingOrigin[],
  branch: string | null,
  isReachable: (commit: string) => boolean,
): RecordingOrigin[] {
  const rank = (recording: RecordingOrigin): number => {
    if (recording.branch === branch) return 0;
    return recording.commit !== null && isReachable(recording.commit) ? 1 : 2;
  };
  return recordings
    .map((recording) => ({ recording, rank: rank(recording) }))
    .toSorted((a, b) => a.rank - b.rank || b.recording.madeAt - a.recording.madeAt)
    .map(({ recording }) => recording);
}
