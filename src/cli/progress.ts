import type { Io } from './io';

/** A bar on the terminal for what takes longer than a second. */
export class Progress {
  readonly #io: Io;
  readonly #isShown: boolean;
  readonly #start: number;
  #lastDrawn = Number.NEGATIVE_INFINITY;
  #isOnScreen = false;

  constructor(io: Io, isWanted: boolean) {
    this.#io = io;
    this.#isShown = isWanted && io.stderr.isTerminal && io.env['TERM'] !== 'dumb';
    this.#start = io.now();
  }

  update(stage: string, done: number, total: number): void {
    if (!this.#isShown) return;
    const now = this.#io.now();
    if (now - this.#start < patience || now - this.#lastDrawn < frame) return;
    this.#lastDrawn = now;
    this.#isOnScreen = true;
    void this.#io.stderr.write(`${clearLine}${barLine(stage, done, total, this.#io.stderr.columns)}`);
  }

  async clear(): Promise<void> {
    if (!this.#isOnScreen) return;
    this.#isOnScreen = false;
    await this.#io.stderr.write(clearLine);
  }
}

const patience = 1000;
const frame = 80;
const clearLine = '\r\u001b[K';
const barWidth = 24;

function barLine(stage: string, done: number, total: number, columns: number): string {
  if (total <= 0) return stage.slice(0, columns - 1);
  const filled = Math.round(barWidth * Math.min(1, done / total));
  const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
  return `${bar} ${done}/${total} ${stage}`.slice(0, columns - 1);
}
