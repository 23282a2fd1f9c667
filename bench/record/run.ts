import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instrument } from '../../src/trace/instrument';
import { machineLine } from '../machine';
import { markdownTable } from '../markdown-table';

/**
 * What recording costs on kernels that do little but call, against no instrumentation, istanbul and V8's block coverage.
 * Each kernel runs in a process of its own, the variants in turns; of each the shortest run counts.
 */
const kernels = join(import.meta.dirname, 'kernels');
const variants = ['none', 'recorded', 'istanbul', 'V8 block coverage'] as const;
type Variant = (typeof variants)[number];
// Comes with jest; it has no types.
const { createInstrumenter } = createRequire(import.meta.url)('istanbul-lib-instrument') as {
  createInstrumenter(options: object): { instrumentSync(code: string, name: string): string };
};
const rounds = Number(process.argv[2] ?? 3);

const folder = mkdtempSync(join(tmpdir(), 'wingbeat-kernels-'));
try {
  const rows: string[][] = [];
  const logs = new Map<Variant, number[]>();
  for (const name of readdirSync(kernels).toSorted()) {
    const times = measure(name);
    const plain = times.get('none') ?? Number.NaN;
    rows.push([
      name.replace(/\.js$/, ''),
      plain.toFixed(2),
      ...variants.slice(1).map((variant) => {
        const ratio = (times.get(variant) ?? Number.NaN) / plain;
        logs.set(variant, [...(logs.get(variant) ?? []), Math.log(ratio)]);
        return `${ratio.toFixed(2)}×`;
      }),
    ]);
  }
  const means = variants.slice(1).map((variant) => {
    const values = logs.get(variant) ?? [];
    return `${Math.exp(values.reduce((a, b) => a + b, 0) / values.length).toFixed(2)}×`;
  });
  rows.push(['geometric mean', '', ...means]);
  process.stdout.write(
    `${machineLine()}\n\n${markdownTable(['kernel', 'none (ms)#', ...variants.slice(1).map((v) => `${v}#`)], rows)}\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function measure(name: string): Map<Variant, number> {
  const code = readFileSync(join(kernels, name), 'utf8');
  const times = new Map<Variant, number>();
  let expected: unknown;
  for (let round = 0; round < rounds; round++) {
    for (const variant of variants) {
      const file = join(folder, `${variants.indexOf(variant)}-${name.replace(/\.js$/, '.mjs')}`);
      writeFileSync(file, written(code, name, variant));
      const script = join(import.meta.dirname, 'kernel-process.ts');
      const output = execFileSync(process.execPath, ['--import', 'tsx', script, file, variant, '0.4'], {
        encoding: 'utf8',
      });
      const { shortest, result } = JSON.parse(output) as { shortest: number; result: unknown };
      expected ??= result;
      if (result !== expected) throw new Error(`${name} computes something else with ${variant}`);
      times.set(variant, Math.min(times.get(variant) ?? Number.POSITIVE_INFINITY, shortest));
    }
  }
  return times;
}

function written(code: string, name: string, variant: Variant): string {
  if (variant === 'istanbul') return createInstrumenter({ esModules: true }).instrumentSync(code, name);
  if (variant !== 'recorded') return code;
  const made = instrument({ code, path: name, mode: 'after', format: 'esm' });
  if (made === null) throw new Error(`${name} cannot be instrumented`);
  return made.code;
}
