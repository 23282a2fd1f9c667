import { resolve } from 'node:path';

/** `<folder> [count] [--log file] [--build command] [-- test command]`. */
export interface BenchArguments {
  readonly root: string;
  readonly count: number;
  /** Where what was seen is kept; null: nowhere. */
  readonly log: string | null;
  /** What makes the code that tests load, for a shell; null where they load the source. */
  readonly build: string | null;
  /** Null: what the project's scripts say. */
  readonly command: readonly string[] | null;
  readonly flags: ReadonlySet<string>;
}

const valued: ReadonlySet<string> = new Set(['--log', '--build']);

export function benchArguments(argv: readonly string[], count: number): BenchArguments {
  const dashes = argv.indexOf('--');
  const own = dashes < 0 ? argv : argv.slice(0, dashes);
  const command = dashes < 0 ? null : argv.slice(dashes + 1);
  const valueOf = (name: string): string | null => (own.includes(name) ? (own[own.indexOf(name) + 1] ?? null) : null);
  const rest = own.filter((word, i) => !valued.has(word) && !valued.has(own[i - 1] ?? ''));
  const [folder = '.', wanted = String(count)] = rest.filter((word) => !word.startsWith('--'));
  return {
    root: resolve(folder),
    count: Number(wanted),
    log: valueOf('--log'),
    build: valueOf('--build'),
    command,
    flags: new Set(rest.filter((word) => word.startsWith('--'))),
  };
}
