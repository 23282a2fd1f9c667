import { parseSync, Visitor } from 'oxc-parser';
import type { Snapshot } from '#project/snapshot';

/** Files that are changed, or that lead to a changed one by imports that their source names. */
export function importClosure(snapshot: Snapshot, changed: readonly string[]): string[] {
  const importers = new Map<string, string[]>();
  for (const { path, text } of snapshot.readMany(snapshot.paths)) {
    for (const specifier of specifiersOf(path, text)) {
      const target = snapshot.resolve(path, specifier);
      if (target.kind !== 'file') continue;
      const known = importers.get(target.path);
      if (known === undefined) importers.set(target.path, [path]);
      else known.push(path);
    }
  }
  const found = new Set(changed);
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer);
  return [...found].toSorted();
}

function specifiersOf(path: string, text: string): Set<string> {
  const { program, module } = parseSync(path, text);
  const found = new Set(module.staticImports.map(({ moduleRequest }) => moduleRequest.value));
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest } of entries) if (moduleRequest !== null) found.add(moduleRequest.value);
  }
  const add = (node: { type: string; value?: unknown } | undefined): void => {
    if (node?.type === 'Literal' && typeof node.value === 'string') found.add(node.value);
  };
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Identifier' && callee.name === 'require') add(first);
    },
    ImportExpression: ({ source }) => add(source),
  }).visit(program);
  return found;
}
