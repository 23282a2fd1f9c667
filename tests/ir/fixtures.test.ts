import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ExportRecord, ModuleIr } from '#ir/cfg';
import { namesOf } from '#ir/names';
import { printFunction } from '#ir/print';
import { lowered } from './lowered';

/**
 * One file per construct: its source, then its graphs as comments, which only a person who has read them may accept
 * (`UPDATE_FIXTURES=1`). A file that says `// show weak edges` shows where unhandled errors go, too.
 */
const folder = join(import.meta.dirname, '../fixtures/ir');
const marker = '\n// graphs\n';
const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());

test.each(files.map((file) => file.name))('%s is lowered as it says', (name) => {
  const path = join(folder, name);
  const content = readFileSync(path, 'utf8');
  const [source = '', expected = ''] = content.split(marker);
  const actual = commented(describeModule(lowered(name, source), source.includes('// show weak edges')));
  if (process.env['UPDATE_FIXTURES'] === '1') writeFileSync(path, `${source}${marker}${actual}`);
  else expect(actual).toBe(expected);
});

test('there are fixtures to compare', () => expect(files.length).toBeGreaterThan(40));

function describeModule(module: ModuleIr, weakEdges: boolean): string {
  const names = namesOf(module);
  const graphs = module.functions.map((fn) => printFunction(module, fn, { weakEdges, names }));
  const records = [
    ...module.imports.map(
      (record) => `import ${record.imported} of ${record.source} as ${names.binding(record.binding)}`,
    ),
    ...module.exports.map((record) => describeExport(record, (binding) => names.binding(binding))),
    ...module.unsupported.map(({ construct }) => `unsupported ${construct}`),
    ...(module.specifiers.length === 0 ? [] : [`specifiers ${module.specifiers.join(', ')}`]),
  ];
  return [...graphs, ...records].join('\n');
}

function describeExport(record: ExportRecord, bindingName: (binding: number) => string): string {
  if (record.kind === 'star') return `export * of ${record.source}`;
  if (record.kind === 'local') return `export ${bindingName(record.binding)} as ${record.exported}`;
  return `export ${record.imported} of ${record.source} as ${record.exported}`;
}

function commented(text: string): string {
  return text.replace(/^/gm, '// ').concat('\n');
}
