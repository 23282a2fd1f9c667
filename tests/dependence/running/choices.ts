import fc from 'fast-check';

/** Decisions read from a tape of numbers, so that every tape, also a shrunk one, is a program. */
export class Choices {
  private at = 0;

  constructor(private readonly tape: readonly number[]) {}

  /** A number below `end`; zero when the tape has run out. */
  below(end: number): number {
    return (this.tape[this.at++] ?? 0) % end;
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[this.below(list.length)];
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  get isOver(): boolean {
    return this.at >= this.tape.length;
  }
}

export const tapes: fc.Arbitrary<readonly number[]> = fc.array(fc.nat(9999), {
  minLength: 200,
  maxLength: 2000,
  size: 'max',
});
