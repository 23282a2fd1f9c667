import { cpus, loadavg, totalmem } from 'node:os';

/** Where and under which load figures were taken. */
export function machineLine(): string {
  const load = loadavg().map((value) => value.toFixed(1));
  const memory = Math.round(totalmem() / 2 ** 30);
  return `Node ${process.version}, ${cpus().length} cores, ${memory} GB, load average ${load.join(' ')}, ${new Date().toISOString().slice(0, 10)}`;
}
