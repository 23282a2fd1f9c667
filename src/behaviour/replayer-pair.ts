import { Replayer } from '#replay/replay';

/** Ends the processes when the work is done. */
export async function withReplayers<Result>(work: (replayers: ReplayerPair) => Promise<Result>): Promise<Result> {
  const replayers = new ReplayerPair();
  try {
    return await work(replayers);
  } finally {
    await replayers.dispose();
  }
}

/** The processes that run both versions, one for each. */
export class ReplayerPair {
  readonly base: Replayer;
  readonly head: Replayer;
  /** Milliseconds that are left for everything. */
  timeLeft: () => number = () => Infinity;

  constructor() {
    const limits = { ...replayLimits, timeLeft: () => this.timeLeft() };
    this.base = new Replayer(limits);
    this.head = new Replayer(limits);
  }

  /** Ahead of the first call: a process takes longer to start than most calls take to be found. */
  start(roots: { readonly base: string; readonly head: string }): void {
    this.base.start(roots.base);
    this.head.start(roots.head);
  }

  async dispose(): Promise<void> {
    await this.base.dispose();
    await this.head.dispose();
  }
}

const replayLimits = { timeoutMs: 2_000, memoryMb: 256 };
