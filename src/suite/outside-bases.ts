import type { ModuleIr } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import type { Version } from './versions';

/**
 * Does a class extend, by however many others, one that is not of the program, or not known? Code outside may then ask its instances for members of any
 * name, as streams do for `_construct` and React for `componentDidMount`.
 */
export function extendsOutside(version: Version, module: ModuleIr, index: number): boolean {
  const seen = new Set<string>();
  let current: ClassAt | null = { module, index };
  while (current !== null && !seen.has(keyOf(current))) {
    seen.add(keyOf(current));
    const extended = superClassOf(current);
    if (extended === null) return false;
    current = extended.kind === 'var' ? classNamed(version, current.module, extended.binding) : null;
  }
  return current === null;
}

interface ClassAt {
  readonly module: ModuleIr;
  readonly index: number;
}

function keyOf({ module, index }: ClassAt): string {
  return `${index} ${module.path}`;
}

/** What a class extends; null for none. */
function superClassOf({ module, index }: ClassAt): Expr | null {
  for (const { nodes } of module.functions) {
    const made = nodes.find(
      ({ op }) => op.kind === 'assign' && op.value.kind === 'class' && op.value.index === index,
    )?.op;
    if (made?.kind !== 'assign' || made.value.kind !== 'class') continue;
    const { superClass } = made.value;
    if (superClass?.kind !== 'temp') return superClass;
    const sources = nodes.flatMap(({ op }) =>
      op.kind === 'assign' && op.target.kind === 'temp' && op.target.temp === superClass.temp ? [op.value] : [],
    );
    return sources.length === 1 ? (sources[0] ?? superClass) : superClass;
  }
  return { kind: 'global', name: '' };
}

/** The class of the program that a variable of a module is declared as, or imports. */
function classNamed({ loaded, graph }: Version, module: ModuleIr, binding: number): ClassAt | null {
  const { program } = loaded;
  const m = program.moduleIndex(module.path);
  const isImported = module.imports.some((each) => each.binding === binding);
  const linked = m === undefined || !isImported ? undefined : graph().pointers.importOf(m, binding);
  if (isImported && linked?.kind !== 'binding') return null;
  const home = linked?.kind === 'binding' ? loaded.module(program.modules[linked.module]?.path ?? '') : module;
  const name = linked?.kind === 'binding' ? linked.binding : binding;
  const found = home?.classes.find((each) => each.binding === name);
  return home === null || found === undefined ? null : { module: home, index: found.index };
}
