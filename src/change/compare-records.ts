import type { Node } from 'oxc-parser';
import type { ExportRecord, ModuleIr } from '#ir/cfg';
import type { ChangedLoads, ModuleChange } from './change-set';
import type { Comparison } from './comparison';
import { sameEntity, type Entities, type Entity } from './entities';
import { isErased } from './erasure';

/** What two partners among the modules load, in which order, and what they offer: all that runs without a node. */
export function compareRecords(comparison: Comparison, i: number, j: number): readonly ModuleChange[] {
  const base = comparison.base.modules[i]!;
  const head = comparison.head.modules[j]!;
  const changes: ModuleChange[] = [];
  const report: Report = (kind, description, more = {}) => {
    changes.push({ kind, base: base.path, head: head.path, description, ...more });
  };
  if (base.format !== head.format) report('format', `the file was ${base.format}, is ${head.format}`);
  compareLoads(comparison, i, j, report);
  compareExports(comparison, i, j, report);
  return changes;
}

type Report = (
  kind: ModuleChange['kind'],
  description: string,
  more?: Pick<ModuleChange, 'exported' | 'loads'>,
) => void;

interface Load {
  readonly key: string;
  readonly source: string;
  readonly shown: string;
}

function compareLoads({ base, head, entities }: Comparison, i: number, j: number, report: Report): void {
  const before = loads(base.modules[i]!, i, entities.base);
  const after = loads(head.modules[j]!, j, entities.head);
  const gone = before.filter((load) => !after.some((other) => other.key === load.key));
  const fresh = after.filter((load) => !before.some((other) => other.key === load.key));
  for (const { shown, source } of gone) report('import', `no longer loads ${shown}`, { loads: one('base', source) });
  for (const { shown, source } of fresh) report('import', `now loads ${shown}`, { loads: one('head', source) });
  // What came or went leaves the others in their order, or not.
  const kept = before.filter((load) => !gone.includes(load));
  const now = after.filter((load) => !fresh.includes(load));
  const isMoved = now.map((load, k) => load.key !== kept[k]?.key);
  const first = isMoved.indexOf(true);
  if (first < 0) return;
  const sources = now.map(({ source }) => source);
  const moved: ChangedLoads = {
    kind: 'order',
    side: 'head',
    specifiers: sources.slice(first, isMoved.lastIndexOf(true) + 1),
    before: sources.slice(0, first),
  };
  report('evaluation-order', 'loads its modules in another order', { loads: moved });
}

function one(side: 'base' | 'head', specifier: string): ChangedLoads {
  return { kind: 'other', side, specifiers: [specifier], before: [] };
}

/** The modules that a module runs before itself, each once, in order. */
function loads(module: ModuleIr, index: number, entities: Entities): Load[] {
  const { origin } = module.functions[0]!;
  const found = new Map<string, Load>();
  for (const statement of origin.type === 'Program' ? origin.body : []) {
    if (isErased(statement)) continue;
    const source = sourceOf(statement);
    if (source === null) continue;
    const details = detailsOf(statement);
    const key = `${entities.sourceKey(index, source)}${details}`;
    if (!found.has(key)) found.set(key, { key, source, shown: `'${source}'${details}` });
  }
  return [...found.values()];
}

function sourceOf(statement: Node): string | null {
  switch (statement.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return statement.source.value;
    case 'ExportNamedDeclaration':
      return statement.source?.value ?? null;
    case 'TSImportEqualsDeclaration':
      return statement.moduleReference.type === 'TSExternalModuleReference'
        ? statement.moduleReference.expression.value
        : null;
    default:
      return null;
  }
}

function detailsOf(statement: Node): string {
  const phase = 'phase' in statement && typeof statement.phase === 'string' ? ` ${statement.phase}` : '';
  if (!('attributes' in statement) || !Array.isArray(statement.attributes)) return phase;
  const attributes = statement.attributes as readonly Extract<Node, { type: 'ImportAttribute' }>[];
  const shown = attributes.map(
    ({ key, value }) => `${key.type === 'Identifier' ? key.name : key.value}: '${value.value}'`,
  );
  return shown.length === 0 ? phase : `${phase} with { ${shown.toSorted().join(', ')} }`;
}

function compareExports({ base, head, entities, bindings }: Comparison, i: number, j: number, report: Report): void {
  const before = exportsOf(base.modules[i]!, i, entities.base);
  const after = exportsOf(head.modules[j]!, j, entities.head);
  for (const [name, entity] of before) {
    const other = after.get(name);
    const exported = name.startsWith('*') ? '*' : name;
    if (other === undefined) report('export', `no longer exports ${name}: who imports it breaks`, { exported });
    else if (!sameEntity(entity, other, bindings)) report('export', `exports something else as ${name}`, { exported });
  }
  for (const name of after.keys()) {
    if (!before.has(name)) report('export', `now exports ${name}`, { exported: name.startsWith('*') ? '*' : name });
  }
}

function exportsOf(module: ModuleIr, index: number, entities: Entities): Map<string, Entity> {
  return new Map(
    module.exports.map((record) => [exportedName(record, index, entities), meaning(record, index, entities)]),
  );
}

function exportedName(record: ExportRecord, index: number, entities: Entities): string {
  return record.kind === 'star' ? `* from ${entities.sourceKey(index, record.source)}` : record.exported;
}

function meaning(record: ExportRecord, index: number, entities: Entities): Entity {
  switch (record.kind) {
    case 'local':
      return entities.of(index, record.binding);
    case 'from':
      return entities.imported(index, record.source, record.imported);
    case 'star':
      return { kind: 'export', source: entities.sourceKey(index, record.source), name: '*' };
  }
}
