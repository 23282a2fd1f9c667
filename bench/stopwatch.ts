export interface Stage {
  readonly name: string;
  readonly wallMs: number;
  /** Of all threads of the process, the garbage collector's among them. */
  readonly cpuMs: number;
}

/** Time by stage; laps of the same name add up. */
export class Stopwatch {
  readonly #totals = new Map<string, { wallMs: number; cpuMs: number }>();
  #wall = performance.now();
  #cpu = processorMs();

  /** The time since the last lap was spent on this stage. */
  lap(name: string): void {
    const wall = performance.now();
    const cpu = processorMs();
    const total = this.#totals.get(name) ?? { wallMs: 0, cpuMs: 0 };
    total.wallMs += wall - this.#wall;
    total.cpuMs += cpu - this.#cpu;
    this.#totals.set(name, total);
    this.#wall = wall;
    this.#cpu = cpu;
  }

  get stages(): Stage[] {
    return [...this.#totals].map(([name, { wallMs, cpuMs }]) => ({ name, wallMs, cpuMs }));
  }
}

/** What this process has used so far, all of its threads. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
