import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { machineLine } from '../machine';
import { affectedTables, impactTables, type CostTables } from './cost-tables';
import type { Subject } from './subjects';
import { witnessTables } from './witness-table';

/** The process that measures, bundled: the subjects come as a file. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      subjects: { type: 'string', default: '' },
      /** Seconds for drawing inputs at random, for each version and seed. */
      cap: { type: 'string', default: '60' },
      seeds: { type: 'string', default: '3' },
      /** How often each search is timed. */
      rounds: { type: 'string', default: '5' },
      /** `tcas`, `wbs`, or one version: `tcas-v1`. */
      only: { type: 'string', multiple: true, default: [] },
      tables: { type: 'string', multiple: true, default: ['tcas', 'wbs', 'witness'] },
    },
  });
  const subjects = JSON.parse(readFileSync(values.subjects, 'utf8')) as Subject[];
  const wanted = subjects.filter(({ program, id }) => {
    return values.only.length === 0 || values.only.includes(program) || values.only.includes(`${program}-${id}`);
  });
  const random = { capMs: Number(values.cap) * 1000, seeds: Number(values.seeds) };
  const rounds = Number(values.rounds);
  process.stdout.write(`## Directed search\n\n${machineLine()}\n\n`);
  const of = (name: 'tcas' | 'wbs'): readonly Subject[] => wanted.filter(({ program }) => program === name);
  if (values.tables.includes('tcas')) printCosts('tcas', impactTables(of('tcas'), rounds));
  if (values.tables.includes('wbs')) printCosts('Wheel brake system', affectedTables(of('wbs'), rounds));
  if (!values.tables.includes('witness')) return;
  const { table, summary } = await witnessTables(wanted, random);
  print('Seconds to the first difference', `${table}\n\n${summary}`);
}

function printCosts(name: string, { counts, milliseconds, ratios }: CostTables): void {
  print(`${name}: states and path conditions`, counts);
  print(`${name}: milliseconds`, milliseconds);
  process.stdout.write(`${ratios}\n\n`);
}

function print(title: string, table: string): void {
  process.stdout.write(`### ${title}\n\n${table}\n\n`);
}

await main();
