/** Variables of the environment, as they were when the process began: every input finds them so. */
export class Variables {
  readonly #first: ReadonlyMap<string, string | undefined> = new Map(Object.entries(process.env));

  restore(): void {
    for (const name of Object.keys(process.env)) if (!this.#first.has(name)) delete process.env[name];
    for (const [name, value] of this.#first) if (process.env[name] !== value) process.env[name] = value;
  }
}
