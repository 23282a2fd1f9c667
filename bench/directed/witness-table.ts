import { markdownTable } from '../markdown-table';
import { timesToWitness } from './first-witness';
import { randomCells, type RandomOptions } from './random-table';
import type { Subject } from './subjects';

/** Seconds to the first difference that was run on both versions: by comparing their paths, and by drawing inputs. */
export async function witnessTable(subjects: readonly Subject[], random: RandomOptions): Promise<string> {
  const rows: string[][] = [];
  for (const subject of subjects) {
    if (subject.verdict === 'same') continue;
    const { firstMs, totalMs, behaviours, isSettled } = await timesToWitness(subject);
    const own = [firstMs === null ? '—' : inSeconds(firstMs), inSeconds(totalMs), String(behaviours)];
    const drawn = randomCells(subject, random);
    rows.push([`${subject.program} ${subject.id}`, ...own, isSettled ? 'yes' : 'no', ...drawn]);
  }
  const columns = [
    'version',
    'first witness, s#',
    'all compared, s#',
    'behaviours#',
    'settled',
    'fast-check, declared types, s#',
    'found#',
    'fast-check, −100…10,000, s#',
    'found#',
  ];
  return markdownTable(columns, rows);
}

function inSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
