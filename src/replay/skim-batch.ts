import type { Child } from './child-process';
import type { ToChild } from './protocol';

/** A first look at some inputs. */
export interface Skimmed {
  /** What each input did, as a text that is the same where it is; null where nothing could be said. */
  readonly digests: readonly (string | null)[];
  /** The child can be given more. */
  readonly isUsable: boolean;
}

/** Has a child look at inputs; of all of them nothing can be said when they do not end in time together. */
export function skimBatch(
  child: Child,
  { inputs, names }: Omit<Extract<ToChild, { kind: 'skim' }>, 'kind'>,
  limitMs: number,
): Promise<Skimmed> {
  return new Promise((resolve) => {
    const finish = (digests: readonly (string | null)[] | null, isUsable: boolean): void => {
      clearTimeout(timer);
      child.onMessage = () => {};
      child.onEnd = () => {};
      resolve({ digests: digests ?? inputs.map(() => null), isUsable });
    };
    const timer = setTimeout(() => finish(null, false), Math.max(0, limitMs));
    child.onMessage = (message) => {
      if (message.kind === 'skimmed') finish(message.digests, !message.tainted);
    };
    child.onEnd = () => finish(null, false);
    child.send({ kind: 'skim', inputs, names });
  });
}
