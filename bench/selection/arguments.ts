import { resolve } from 'node:path';

/** `<folder> [count] [--log file] [-- test command]`. */
export interface BenchArguments {
  readonly root: string;
  readonly count: number;
  /** Where what was seen is kept; null: nowhere. */
  readonly log: string | null;
  /** Null: what the project's scripts say. */
  readonly command: readonly string[] | null;
  readonly flags: ReadonlySet<string>;
}

export function benchArguments(argv: readonly string[], count: number): BenchArguments {
  const dashes = argv.indexOf('--');
  const own = dashes < 0 ? argv : argv.slice(0, dashes);
  const command = dashes < 0 ? null : argv.slice(dashes + 1);
  const at = own.indexOf('--log');
  const log = at < 0 ? null : (own[at + 1] ?? null);
  const rest = own.filter((_, i) => at < 0 || (i !== at && i !== at + 1));
  const [folder = '.', wanted = String(count)] = rest.filter((word) => !word.startsWith('--'));
  return {
    root: resolve(folder),
    count: Number(wanted),
    log,
    command,
    flags: new Set(rest.filter((word) => word.startsWith('--'))),
  };
}
