import type { ImportedName } from '../protocol';
import type { ModuleGraph } from './module-graph';
import type { Probes } from './probes';

/** What a name of inputs stands for. */
export async function importedValue(
  { specifier, imported, scope }: ImportedName,
  graph: ModuleGraph,
  probes: Probes,
): Promise<unknown> {
  const namespace = await graph.loadFromEntry(specifier);
  if (scope !== undefined) return probes.evaluateIn(scope, imported);
  return imported === '*' ? namespace : namespace[imported];
}
