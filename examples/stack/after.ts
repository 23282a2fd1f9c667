/** Gives back first what came last. */
export class Stack {
  #list: number[] = [];

  push(item: number): void {
    this.#list.push(item);
  }

  pop(): number | undefined {
    return this.#list.shift();
  }

  peek(): number | undefined {
    return this.#list.at(-1);
  }
}
