import { parseArgs } from 'node:util';
import { machineLine } from '../machine';
import { compressionTable } from './compression';
import { loadSubject, subjectNames } from './subjects';
import { techniquesTable } from './techniques';
import { driftTable, functionChangesTable, testChangesTable } from './updates';

const parts = ['compression', 'updates', 'techniques'];

/** Whole-path grammars: speed, size, updates against new builds, and the techniques side by side. Asserts nothing. */
function main(): void {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [...subjectNames] },
      part: { type: 'string', multiple: true, default: parts },
      runs: { type: 'string', default: '3' },
    },
  });
  const unknown = values.part.find((part) => !parts.includes(part));
  if (unknown !== undefined) throw new Error(`--part takes ${parts.join(', ')}; found "${unknown}"`);
  const runs = Math.max(1, Number(values.runs));
  const subjects = values.only.map(loadSubject);
  process.stdout.write(`## Whole-path grammars\n\n${machineLine()}\n\n`);
  if (values.part.includes('compression')) print('Speed and size', compressionTable(subjects, runs));
  for (const subject of subjects) {
    if (values.part.includes('updates')) {
      print(`${subject.name}: changed tests`, testChangesTable(subject, runs));
      print(`${subject.name}: changed functions`, functionChangesTable(subject, runs));
      print(`${subject.name}: many updates`, driftTable(subject, 64));
    }
    if (values.part.includes('techniques')) print(`${subject.name}: techniques`, techniquesTable(subject));
  }
}

function print(title: string, table: string): void {
  process.stdout.write(`### ${title}\n\n${table}\n\n`);
}

main();
