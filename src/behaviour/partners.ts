/** Which thing of one version is which of the other. */
export class Partners {
  readonly #seconds = new Map<number, number>();
  readonly #firsts = new Map<number, number>();

  /** False when one of them is known as something else. */
  join(first: number, second: number): boolean {
    const [known, other] = [this.#seconds.get(first), this.#firsts.get(second)];
    if (known === undefined) this.#seconds.set(first, second);
    if (other === undefined) this.#firsts.set(second, first);
    return (known ?? second) === second && (other ?? first) === first;
  }
}
