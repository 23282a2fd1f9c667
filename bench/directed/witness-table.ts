import { markdownTable } from '../markdown-table';
import { medianBy } from '../median';
import { timesToWitness, type WitnessTimes } from './first-witness';
import { randomTimes, type RandomOptions, type RandomTimes } from './random-table';
import type { Subject } from './subjects';

export interface WitnessTables {
  readonly table: string;
  /** Over all versions that have a difference. */
  readonly summary: string;
}

interface Row {
  readonly id: string;
  readonly own: WitnessTimes;
  readonly drawn: readonly RandomTimes[];
}

/** Seconds to the first difference that was run on both versions: by comparing their paths, and by drawing inputs. */
export async function witnessTables(subjects: readonly Subject[], random: RandomOptions): Promise<WitnessTables> {
  const rows: Row[] = [];
  const differing = subjects.filter(({ verdict }) => verdict === 'differs');
  const [first] = differing;
  // The engine compiles what is run often, of fast-check as of our own code: whoever came first would pay for all.
  if (first !== undefined) await rowOf(first, { ...random, capMs: Math.min(random.capMs, warmUpMs) });
  for (const subject of differing) rows.push(await rowOf(subject, random));
  const sources = ['declared types', '−100…10,000'];
  const columns = [
    'version',
    'first witness, s#',
    'all compared, s#',
    'behaviours#',
    'settled',
    ...sources.flatMap((source) => [`fast-check, ${source}, s#`, 'found#', 'times ours#']),
  ];
  const cells = rows.map((row) => cellsOf(row, random));
  const medians = sources.map((source, index) => {
    const ratio = medianBy(
      rows.map((row) => ratioOf(row, index)),
      (each) => each,
    );
    const found = rows.filter(({ drawn }) => drawn[index]?.isFound === true).length;
    return `fast-check, ${source}: finds ${found} of ${rows.length}, median ${ratio.toPrecision(2)} times ours.`;
  });
  return { table: markdownTable(columns, cells), summary: [ownSummary(rows), ...medians].join(' ') };
}

const warmUpMs = 200;

async function rowOf(subject: Subject, random: RandomOptions): Promise<Row> {
  const own = await timesToWitness(subject);
  return { id: `${subject.program} ${subject.id}`, own, drawn: randomTimes(subject, random) };
}

function cellsOf(row: Row, { capMs, seeds }: RandomOptions): string[] {
  const { firstMs, totalMs, behaviours, isSettled } = row.own;
  return [
    row.id,
    firstMs === null ? '—' : inSeconds(firstMs),
    inSeconds(totalMs),
    String(behaviours),
    isSettled ? 'yes' : 'no',
    ...row.drawn.flatMap(({ milliseconds, isFound, found }, index) => {
      const ratio = ratioOf(row, index).toPrecision(2);
      return [
        isFound ? inSeconds(milliseconds) : `> ${capMs / 1000}`,
        `${found}/${seeds}`,
        isFound ? ratio : `> ${ratio}`,
      ];
    }),
  ];
}

/** How many times as long drawing takes. What is not found counts as the cap: it takes longer than that. */
function ratioOf({ own, drawn }: Row, index: number): number {
  return (drawn[index]?.milliseconds ?? 0) / (own.firstMs ?? Infinity);
}

function ownSummary(rows: readonly Row[]): string {
  const known = rows.flatMap(({ id, own }) => (own.firstMs === null ? [] : [{ id, firstMs: own.firstMs }]));
  if (known.length === 0) return 'No difference was found.';
  const slowest = known.reduce((a, b) => (b.firstMs > a.firstMs ? b : a));
  const { firstMs: median } = medianBy(known, ({ firstMs }) => firstMs);
  const soon = known.filter(({ firstMs }) => firstMs < 2_000).length;
  return (
    `Found: ${known.length} of ${rows.length}, ${soon} in less than 2 s; ` +
    `median ${inSeconds(median)} s, at most ${inSeconds(slowest.firstMs)} s (${slowest.id}).`
  );
}

function inSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
