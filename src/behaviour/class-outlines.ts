import type { ClassIr, ModuleIr } from '#ir/cfg';
import type { Expr, Key } from '#ir/expression';
import { namesOf, type Names } from '#ir/names';
import { eachOperand, eachPart } from '#ir/operands';
import { printExpr } from '#ir/print-expression';

/** What a class of a module has of its own, and where it gets the rest. */
interface ClassOutline {
  /** As it is written; null where it inherits from no class. */
  readonly heritage: string | null;
  /** The class of the module that it inherits from; null where that is another. */
  readonly parent: string | null;
  readonly members: ReadonlySet<string>;
}

/**
 * Methods are compared one by one, under the class that has them. What an instance gets from another class than before, because the
 * class has another parent, or has its own method now or has lost it, none of these comparisons sees: this says so. Null where there is nothing
 * of the kind.
 */
export function inheritedOtherwise(base: ModuleIr, head: ModuleIr): string | null {
  const [before, now] = [outlinesOf(base), outlinesOf(head)];
  for (const [name, outline] of now) {
    const was = before.get(name);
    if (was === undefined) continue;
    if (was.heritage !== outline.heritage) return `class ${name} inherits from ${outline.heritage ?? 'no class'} now`;
    const own = [...outline.members].find((key) => !was.members.has(key) && mayInherit(was, key, before));
    if (own !== undefined) return `class ${name} has ${own} of its own now, and may have inherited one before`;
    const lost = [...was.members].find((key) => !outline.members.has(key) && mayInherit(outline, key, now));
    if (lost !== undefined) return `class ${name} has no ${lost} of its own any more, and may inherit one`;
  }
  return null;
}

function mayInherit(outline: ClassOutline, key: string, all: ReadonlyMap<string, ClassOutline>): boolean {
  const seen = new Set<ClassOutline>();
  for (let at = outline; at.heritage !== null && !seen.has(at);) {
    seen.add(at);
    const parent = at.parent === null ? undefined : all.get(at.parent);
    if (parent === undefined || parent.members.has(key)) return true;
    at = parent;
  }
  return false;
}

/** Classes at the top of a module, by their names. */
function outlinesOf(module: ModuleIr): ReadonlyMap<string, ClassOutline> {
  const names = namesOf(module);
  const found = new Map<string, ClassOutline>();
  const visit = (expr: Expr): void => {
    const klass = expr.kind === 'class' ? module.classes[expr.index] : undefined;
    if (expr.kind === 'class' && klass !== undefined) found.set(klass.name, outlineOf(module, klass, expr, names));
    eachPart(expr, visit);
  };
  for (const { op } of module.functions[0]?.nodes ?? []) eachOperand(op, visit);
  return found;
}

function outlineOf(
  module: ModuleIr,
  klass: ClassIr,
  { superClass, keys }: Extract<Expr, { kind: 'class' }>,
  names: Names,
): ClassOutline {
  const members = klass.members.flatMap(({ key, kind, isStatic }) => {
    const name = keyName(keys[key], names);
    return name === null ? [] : [`${isStatic ? 'static ' : ''}${kind === 'method' ? '' : `${kind} `}${name}`];
  });
  const binding = superClass?.kind === 'var' ? module.bindings[superClass.binding] : undefined;
  return {
    heritage: superClass === null ? null : heritageOf(module, superClass, names),
    parent: binding?.kind === 'class' ? binding.name : null,
    members: new Set(members),
  };
}

/** What was computed before the class is written where it was computed: the number of a temporary is none of the source. */
function heritageOf({ functions, text }: ModuleIr, superClass: Expr, names: Names): string {
  const node = functions[0]?.nodes.find(({ op }) => {
    const target = 'target' in op ? op.target : null;
    return superClass.kind === 'temp' && target?.kind === 'temp' && target.temp === superClass.temp;
  });
  return node === undefined ? printExpr(superClass, names) : text.slice(node.start, node.end);
}

/** Private members are not inherited. */
function keyName(key: Key | undefined, names: Names): string | null {
  if (key === undefined || key.kind === 'private') return null;
  return key.kind === 'name' ? key.name : `[${printExpr(key.value, names)}]`;
}
