/** Commands to be sent, with names that are never used twice. */
export class Script {
  #commands: string[] = [];
  #names = 0;

  declare(sort: string): string {
    const name = `u${this.#names++}`;
    this.#commands.push(`(declare-const ${name} ${sort})`);
    return name;
  }

  /** A name for an expression, so that it is written once; short ones stay as they are. */
  define(sort: string, expression: string): string {
    if (expression.length < 24) return expression;
    const name = `d${this.#names++}`;
    this.#commands.push(`(define-fun ${name} () ${sort} ${expression})`);
    return name;
  }

  assert(expression: string): void {
    if (expression !== 'true') this.#commands.push(`(assert ${expression})`);
  }

  command(text: string): void {
    this.#commands.push(text);
  }

  /** What was written since the last time. */
  take(): string {
    const text = this.#commands.join('\n');
    this.#commands = [];
    return text;
  }
}
