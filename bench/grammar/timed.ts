export interface Timed<T> {
  readonly value: T;
  /** Of the processor, of all threads: other work on the machine counts less than on the clock. */
  readonly ms: number;
}

export function timed<T>(work: () => T): Timed<T> {
  const before = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return { value, ms: (user + system) / 1000 };
}
