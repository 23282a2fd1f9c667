/** Gives back first what came last. */
export class Stack {
  #items: number[] = [];

  push(item: number): void {
    this.#items.push(item);
  }

  pop(): number | undefined {
    return this.#items.pop();
  }

  peek(): number | undefined {
    return this.#items[this.#items.length - 1];
  }
}
