import { parseArgs } from 'node:util';
import { bundle } from './bundle';
import { compareCold } from './cold';
import { measureGrowth } from './growth';
import { machineLine } from './machine';
import { measureWarmCache } from './warm-cache';
import { Workspace } from './workspace';

const parts = ['cold', 'growth', 'warm'];

/** Times of the static analysis, next to compilers on the same sources in the same run. Asserts nothing. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      package: { type: 'string', multiple: true, default: ['rxjs', 'zod', 'effect'] },
      repository: { type: 'string', multiple: true, default: [] },
      runs: { type: 'string', default: '3' },
      check: { type: 'boolean', default: false },
    },
  });
  const wanted = new Set<string>(values.only ?? parts);
  const unknown = [...wanted].find((part) => !parts.includes(part));
  if (unknown !== undefined) throw new Error(`--only takes ${parts.join(', ')}; found "${unknown}"`);
  const runs = Math.max(1, Number(values.runs));
  const scripts = await bundle({
    sources: 'bench/sources-process.ts',
    graph: 'bench/graph-process.ts',
    cli: 'src/cli/main.ts',
  });
  const workspace = new Workspace();
  try {
    if (wanted.has('cold')) {
      const sources = { packages: values.package, repositories: values.repository };
      const compared = compareCold(workspace, scripts.sources, sources, runs);
      print('Cold: sources to dependence graph against a type check', compared);
    }
    if (wanted.has('growth')) print('Growth', measureGrowth(workspace, scripts.sources, runs));
    if (wanted.has('warm'))
      print('Warm cache', measureWarmCache(workspace, scripts, values.package, { runs, check: values.check }));
  } finally {
    workspace.dispose();
  }
}

function print(title: string, text: string): void {
  process.stdout.write(`## ${title}\n\n${machineLine()}\n\n${text}\n\n`);
}

await main();
