/** Which thing of one version is which of the other. */
export class Partners<Thing = number> {
  readonly #seconds = new Map<Thing, Thing>();
  readonly #firsts = new Map<Thing, Thing>();

  /** False when one of them is known as something else. */
  join(first: Thing, second: Thing): boolean {
    const [known, other] = [this.#seconds.get(first), this.#firsts.get(second)];
    if (known === undefined) this.#seconds.set(first, second);
    if (other === undefined) this.#firsts.set(second, first);
    return (known ?? second) === second && (other ?? first) === first;
  }
}
