import type { FunctionId } from '#core/ids';
import { eachConstraint } from '#dependence/constraints';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { functionNodes } from '#directed/function-nodes';
import { constraintKinds, places, type ModuleFacts } from '#ir/facts';

/**
 * Variables of modules that some functions use, as `name of path`, and what CommonJS modules export where they use that as a
 * whole, as `exports of path`. Null where it cannot be told by names.
 */
export function stateAtHand(
  { program, pointers }: DependenceGraph,
  functions: Iterable<FunctionId>,
  isLoaded: (moduleIndex: number) => boolean,
): ReadonlySet<string> | null {
  const loaded = program.modules.filter((_, m) => isLoaded(m));
  // Inputs inherit from classes, which no code has to name for that.
  if (loaded.some(({ classes, strings }) => classes.length > 0 || strings.some((text) => inheriting.has(text))))
    return null;
  const used = new Set<string>();
  for (const fn of functions) {
    const { module, moduleIndex } = program.locate(fn);
    for (const { accesses } of functionNodes(program, fn).nodes) {
      for (const { kind, a } of accesses) {
        const isThis = kind === places.this && hasThisOfModule(program, fn);
        if (kind === places.global || isThis) {
          const name = isThis ? 'exports' : (module.strings[a] ?? '');
          if (name === 'require') return null;
          if (name !== 'exports' && name !== 'module') continue;
          // What the module is told to export may be another object.
          if (setsExports(module)) return null;
          used.add(`exports of ${module.path}`);
          used.add(`variable exports of ${module.path}`);
        }
        if (kind !== places.binding || module.bindings.owner[a] !== 0) continue;
        const linked = pointers.importOf(moduleIndex, a);
        if (linked === undefined) {
          if (!isAlone(module, a)) return null;
          used.add(`${nameOf(module, a)} of ${module.path}`);
          continue;
        }
        const target = linked.kind === 'binding' ? program.modules[linked.module] : undefined;
        if (linked.kind !== 'binding' || target === undefined || !isAlone(target, linked.binding)) return null;
        used.add(`${nameOf(target, linked.binding)} of ${target.path}`);
      }
    }
  }
  return used;
}

/** An arrow function at the top of a module: its `this` is what CommonJS modules export. */
function hasThisOfModule(program: DependenceGraph['program'], fn: FunctionId): boolean {
  const { module, moduleIndex, index } = program.locate(fn);
  for (let at = index; at >= 0; at = module.functions.parent[at] ?? -1) {
    const kind = program.functionKind(program.functionAt(moduleIndex, at));
    if (kind !== 'arrow') return kind === 'module';
  }
  return false;
}

/** `exports = …` */
function setsExports(module: ModuleFacts): boolean {
  let isSet = false;
  eachConstraint(module, (kind) => {
    if (kind === constraintKinds.setGlobal) isSet = true;
  });
  return isSet;
}

const inheriting: ReadonlySet<string> = new Set(['prototype', 'getPrototypeOf', 'setPrototypeOf']);

function nameOf({ strings, bindings }: ModuleFacts, binding: number): string {
  return strings[bindings.name[binding] ?? -1] ?? '';
}

/** Blocks of a module may have variables of the same name. */
function isAlone({ bindings }: ModuleFacts, binding: number): boolean {
  let count = 0;
  for (let other = 0; other < bindings.count; other++) {
    if (bindings.owner[other] === 0 && bindings.name[other] === bindings.name[binding]) count++;
  }
  return count === 1;
}
