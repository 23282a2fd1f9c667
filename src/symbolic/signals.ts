import type { Frame, Progress } from './frame';
import type { CutReason } from './state';
import type { Value } from './value';

/** Thrown on the host's stack for what the program throws. */
export class ThrowSignal {
  readonly value: Value;
  /** The frame after what was done before the error, where that matters. */
  readonly frame: Frame | null;

  constructor(value: Value, frame: Frame | null = null) {
    this.value = value;
    this.frame = frame;
  }
}

/** A node needs the outcome of a frame of the program before it can go on. */
export class CallRequest {
  readonly frame: Frame;
  readonly progress: Progress;

  constructor(frame: Frame, progress: Progress) {
    this.frame = frame;
    this.progress = progress;
  }
}

/** The path ends here. */
export class Cut {
  readonly reason: CutReason;

  constructor(reason: CutReason) {
    this.reason = reason;
  }
}
