import type { ChangeSet, FunctionChange, ModuleChange } from '#change/change-set';
import { labels, type CfgNode, type ModuleIr, type Op } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import type { LoadedProgram } from '#ir/load-program';
import { eachExpr } from '#ir/operands';

/**
 * A change without the imports that came or went of modules which only define things: whether these are loaded, nobody can tell. A type that is
 * imported as one now (`import type`) is no change then.
 */
export function withoutQuietLoads(changes: ChangeSet, base: LoadedProgram, head: LoadedProgram): ChangeSet {
  const moduleChanges = changes.moduleChanges.filter((change) => !isQuietLoad(change, { base, head }));
  if (moduleChanges.length === changes.moduleChanges.length) return changes;
  const others = new Set(moduleChanges.map(({ head: path }) => path));
  const freed = new Set(changes.moduleChanges.map(({ head: path }) => path).filter((path) => !others.has(path)));
  return new Fewer(
    changes,
    changes.functions.map((each) => (isOnlyMarked(each, freed) ? unmarked(each) : each)),
    moduleChanges,
  );
}

class Fewer implements ChangeSet {
  readonly modules: ChangeSet['modules'];
  readonly #all: ChangeSet;

  constructor(
    all: ChangeSet,
    readonly functions: ChangeSet['functions'],
    readonly moduleChanges: ChangeSet['moduleChanges'],
  ) {
    this.#all = all;
    this.modules = all.modules;
  }

  get edits(): ChangeSet['edits'] {
    return this.#all.edits;
  }

  get described(): ChangeSet['described'] {
    return this.#all.described;
  }
}

/** A module body of which nothing but its imports has changed: then its entry stands for these. */
function isOnlyMarked(
  change: FunctionChange,
  paths: ReadonlySet<string>,
): change is FunctionChange & { status: 'changed' } {
  if (change.status !== 'changed' || change.head.fn.kind !== 'module' || !paths.has(change.head.module.path))
    return false;
  const { nodes, base, head, headerChanges, notices } = change;
  return (
    headerChanges.length + notices.length === 0 &&
    nodes.baseStatus.every((status, node) => status === 'unchanged' || node === base.fn.entry) &&
    nodes.headStatus.every((status, node) => status === 'unchanged' || node === head.fn.entry)
  );
}

function unmarked(change: FunctionChange & { status: 'changed' }): FunctionChange {
  const { nodes } = change;
  const baseStatus = nodes.baseStatus.map(() => 'unchanged' as const);
  const headStatus = nodes.headStatus.map(() => 'unchanged' as const);
  return { ...change, status: 'unchanged', nodes: { ...nodes, baseStatus, headStatus } };
}

function isQuietLoad(change: ModuleChange, versions: Readonly<Record<'base' | 'head', LoadedProgram>>): boolean {
  const { loads } = change;
  if (loads?.kind !== 'other') return false;
  return loads.specifiers.every((specifier) => onlyDefines(versions[loads.side], change[loads.side], specifier));
}

/** Whether loading what a specifier means, and all that this imports, defines things and does nothing else. */
function onlyDefines(version: LoadedProgram, from: string, specifier: string): boolean {
  const { program, snapshot } = version;
  const waiting = [[from, specifier] as const];
  const met = new Set<string>();
  for (const [path, source] of waiting) {
    const target = snapshot.resolve(path, source);
    const index = target.kind === 'file' ? program.moduleIndex(target.path) : undefined;
    if (target.kind !== 'file' || index === undefined) return false;
    if (met.has(target.path)) continue;
    met.add(target.path);
    const found = version.module(target.path);
    if (found === null || !isQuietBody(found)) return false;
    for (const next of program.modules[index]?.specifiers ?? []) waiting.push([target.path, next]);
  }
  return true;
}

function isQuietBody(module: ModuleIr): boolean {
  return (module.functions[0]?.nodes ?? []).every((node) => isQuietNode(module, node));
}

function isQuietNode(module: ModuleIr, { op, edges }: CfgNode): boolean {
  switch (op.kind) {
    case 'entry':
    case 'exit':
    case 'scope':
    case 'nop':
      return true;
    case 'assign': {
      if (op.target.kind === 'member' || op.target.kind === 'super-member' || op.target.kind === 'global') return false;
      // Of modules that import one another, what one has may not be there yet.
      if (usesImports(module, op)) return false;
      const isDeclared = op.target.kind === 'var' && op.target.declare;
      if (op.value.kind !== 'class')
        return (isDeclared && isLiteral(op.value)) || edges.every(({ label }) => label !== labels.error);
      const klass = module.classes[op.value.index];
      const hasNames = op.value.keys.every(({ kind }) => kind !== 'computed');
      return op.value.superClass === null && hasNames && klass?.staticFn === null;
    }
    default:
      return false;
  }
}

function isLiteral(expr: Expr): boolean {
  switch (expr.kind) {
    case 'const':
    case 'regexp':
    case 'closure':
      return true;
    case 'array':
      return expr.elements.every((each) => each.kind === 'hole' || (each.kind === 'value' && isLiteral(each.value)));
    case 'object':
      return expr.properties.every((each) => {
        if (each.kind === 'proto' || each.kind === 'spread' || each.key.kind === 'computed') return false;
        return each.kind !== 'value' || isLiteral(each.value);
      });
    default:
      return false;
  }
}

function usesImports({ imports }: ModuleIr, op: Op): boolean {
  let isUsed = false;
  eachExpr(op, (expr) => {
    isUsed ||= expr.kind === 'var' && imports.some(({ binding }) => binding === expr.binding);
  });
  return isUsed;
}
