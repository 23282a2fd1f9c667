import type { NodeId } from '#core/ids';
import type { ModuleFacts } from '#ir/facts';
import { asksForModule } from '#ir/pointer-facts';
import type { CfgNode, ModuleIr, Op } from '#ir/cfg';
import type { ImportOrigins } from './import-origins';
import type { ComparedVersions, LoadEffects } from './load-effects';
import { useOf, type Variable } from './object-content';
import { nodesUsing } from './property-reads';
import type { Version } from './versions';

interface Origins {
  readonly before: ImportOrigins;
  readonly after: ImportOrigins;
  readonly sameName: (path: string) => string;
  /** Does a file load its modules in another order? Compiled for CommonJS, it passes their names on in that order. */
  readonly isReordered: boolean;
}

/**
 * Files that export other names than before, or under a name what comes from elsewhere: whoever looks through all of their exports, or asks for one of
 * these. A file that only passes names on has no statement that would have changed.
 */
export function addNamespaceEffects(
  effects: LoadEffects,
  { base, head }: ComparedVersions,
  { before, after, sameName, isReordered }: Origins,
): void {
  const changed = new Map<string, ReadonlySet<string>>();
  for (const { path } of base.loaded.program.modules) {
    const [had, has] = [before.exportsOf(path), after.exportsOf(sameName(path))];
    const names = changedNames(had, has);
    if (isReordered) for (const name of movedNames(had, has)) names.add(name);
    if (names.size > 0) changed.set(sameName(path), names);
  }
  if (changed.size === 0) return;
  head.loaded.program.modules.forEach((module, m) => {
    for (const { binding, source, imported } of module.imports) {
      const file = after.fileOfNamespace(after.of(module.path, source, imported) ?? '');
      const names = changed.get(file ?? '');
      if (file === undefined || names === undefined) continue;
      const nodes = nodesUsing(head.loaded.program, m, new Set([binding]));
      const variable: Variable = { kind: 'var', bindings: new Set([binding]) };
      const seeing = nodes.filter((node) => sees(head, node, variable, names));
      effects.addUses('head', seeing, file, 'looks at all that it exports');
    }
    for (const { node, file } of loadingCalls(head, module, m)) {
      const names = changed.get(file);
      if (names !== undefined) effects.addContent('head', node, names, file, 'looks at all that it exports');
    }
  });
}

/** Names under which the two have something else. */
function changedNames(
  before: ReadonlyMap<string, string | null> | null,
  after: ReadonlyMap<string, string | null> | null,
): Set<string> {
  if (before === null || after === null) return new Set();
  const names = [...before.keys(), ...after.keys()];
  return new Set(names.filter((name) => before.has(name) !== after.has(name) || before.get(name) !== after.get(name)));
}

/** Names that stand in another place than before. */
function movedNames(
  before: ReadonlyMap<string, string | null> | null,
  after: ReadonlyMap<string, string | null> | null,
): string[] {
  const names = [...(before?.keys() ?? [])];
  return [...(after?.keys() ?? [])].filter((name, i) => name !== names[i]);
}

/** Does a statement look at more than exports of other names? */
function sees(version: Version, node: NodeId, variable: Variable, names: ReadonlySet<string>): boolean {
  const found = nodeAt(version, node);
  return (
    found === null || useOf(found.module, withoutReceiver(found.node.op, variable, names), variable, names) !== 'none'
  );
}

/** `ns.f()` takes `f` by its name: functions of modules make nothing of the `this` that they are called with. */
function withoutReceiver(op: Op, variable: Variable, names: ReadonlySet<string>): Op {
  if (op.kind !== 'call' || op.callee.kind !== 'method' || op.callee.key.kind !== 'name') return op;
  const { object, key } = op.callee;
  if (names.has(key.name) || object.kind !== 'var' || variable.kind !== 'var') return op;
  if (!variable.bindings.has(object.binding)) return op;
  return { ...op, callee: { kind: 'value', value: { kind: 'member', object, key } } };
}

/** Where a module is loaded by a call, `import('./a.js')` or `require('./a.js')`: the statements that get its exports. */
function* loadingCalls(
  { loaded }: Version,
  module: ModuleFacts,
  m: number,
): Generator<{ readonly node: NodeId; readonly file: string }> {
  const { calls, strings, path } = module;
  for (let i = 0; i < calls.count; i++) {
    const specifier = asksForModule(module, i) ? strings[calls.text[i] ?? -1] : undefined;
    const found = specifier === undefined ? null : loaded.snapshot.resolve(path, specifier);
    if (found?.kind === 'file') yield { node: loaded.program.nodeAt(m, calls.returnNode[i] ?? 0), file: found.path };
  }
}

function nodeAt({ loaded }: Version, node: NodeId): { readonly module: ModuleIr; readonly node: CfgNode } | null {
  const { program } = loaded;
  const fn = program.functionOf(node);
  const { module: facts, index } = program.locate(fn);
  const module = loaded.module(facts.path);
  const found = module?.functions[index]?.nodes[node - program.nodesOf(fn).first];
  return module === null || module === undefined || found === undefined ? null : { module, node: found };
}
