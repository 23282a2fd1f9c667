import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { analyzeInProcess } from './analyze-in-process';
import { bundle } from './bundle';
import { corpusPackages, packageNamed, versionOf, type CorpusPackage } from './corpus-packages';
import { count, markdownTable, seconds } from './markdown-table';
import { machineLine } from './machine';
import { repositoryRoot } from './repository-root';

const begin = '<!-- corpus:begin -->';
const end = '<!-- corpus:end -->';

/** Analyses real packages, each as one program, and prints what was found; a bug of ours fails the run. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
  const chosen = positionals.length === 0 ? corpusPackages : positionals.map(packageNamed);
  const { sources } = await bundle({ sources: 'bench/sources-process.ts' });
  const rows: string[][] = [];
  let failed = false;
  for (const subject of chosen) {
    process.stderr.write(`${subject.name} …\n`);
    const { row, isSound } = measure(sources, subject);
    rows.push(row);
    failed ||= !isSound;
  }
  const table = markdownTable(
    ['package', 'version', 'files#', 'lines#', 'functions#', 'nodes#', 'edges#', 'CPU seconds#', 'MB#', 'problems#'],
    rows,
  );
  process.stdout.write(`${machineLine()}\n\n${table}\n`);
  if (values.write === true && !failed) writeBetweenMarkers(join(repositoryRoot, 'README.md'), table);
  process.exitCode = failed ? 1 : 0;
}

function measure(script: string, subject: CorpusPackage): { row: string[]; isSound: boolean } {
  const version = versionOf(subject.folder);
  const found = analyzeInProcess(script, subject.folder, { verify: true, dependences: true });
  if (found.kind === 'crashed') {
    process.stderr.write(`CRASH ${subject.name}\n${found.stderr}\n`);
    return { row: [subject.name, version, '', '', '', '', '', '', '', 'crashed'], isSound: false };
  }
  const { analysis, cpuMs } = found;
  for (const { file, message } of analysis.failures) {
    process.stderr.write(`FAILURE ${relative(repositoryRoot, join(subject.folder, file))}\n${message}\n`);
  }
  for (const { code, message } of analysis.problems) process.stderr.write(`  ${code}: ${message}\n`);
  const row = [
    subject.name,
    version,
    ...[analysis.files, analysis.lines, analysis.functions, analysis.nodes, analysis.edges].map(count),
    seconds(cpuMs),
    count(analysis.peakMegabytes),
    analysis.failures.length > 0 ? `${analysis.failures.length} failures` : count(analysis.problems.length),
  ];
  return { row, isSound: analysis.failures.length === 0 };
}

function writeBetweenMarkers(file: string, table: string): void {
  const text = readFileSync(file, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${file} has no lines "${begin}" and "${end}" to write between`);
  writeFileSync(file, `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`);
}

await main();
