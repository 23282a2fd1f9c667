import { Interner } from '#core/interner';
import { IntList } from '#core/int-list';
import { boundArguments } from './bound-arguments';
import { isOpen } from './common-calls';
import { canonicalBases, specialProperties } from './held-objects';
import type { PointerSolution } from './pointer-solution';
import type { PointerSolver, SolverCall } from './pointers';
import { SolvedSets } from './solved-sets';

/** What the solver found, without the machinery that found it. */
export function freezeSolution(solver: PointerSolver): PointerSolution {
  const sets = new SolvedSets();
  const names = new Interner();
  for (const name of specialProperties) names.intern(name);
  const variableSet = variableSets(solver, sets);
  const fields = fieldsOf(solver, sets, names);
  const { all, implicit, openNodes } = solver.calls;
  const targets = listsOf(all.map((call) => call.targets));
  const callbacks = listsOf(all.map((call) => call.callbacks));
  return {
    ...sets.arrays(),
    variableSet,
    ...fields,
    targetOffset: targets.offset,
    targets: targets.data,
    callbackOffset: callbacks.offset,
    callbacks: callbacks.data,
    implicit: atNodes(
      solver,
      implicit.map(({ node, callee }) => ({ node, words: [callee] })),
    ),
    openNodes: atNodes(
      solver,
      Array.from(openNodes, (node) => ({ node, words: [] })),
    ),
    bound: boundArguments(solver),
    exiting: callsThat(solver, (call) => call.exits),
    settling: callsThat(solver, (call) => call.builtIn?.settles !== undefined),
    settled: settledBy(solver),
    open: callsThat(solver, (call) => isOpen(solver.pointsTo, call)),
    common: Int32Array.from(solver.pointsTo.common.list.toSorted((a, b) => a - b)),
    propertyNames: names.values(),
  };
}

function variableSets({ program, varBase, pointsTo, objects }: PointerSolver, sets: SolvedSets): Int32Array {
  const kept = withoutDeclared(objects);
  const bases = canonicalBases(program);
  const found = new Int32Array(bases.at(-1) ?? 0);
  program.modules.forEach((_, m) => {
    const { variables } = program.pointerFacts(m);
    for (let v = 0; v < variables.length; v++) {
      const canonical = variables[v]!;
      if (canonical >= 0) found[bases[m]! + canonical] = sets.add(kept(pointsTo.objectsOf(varBase[m]! + v)));
    }
  });
  return found;
}

function fieldsOf(
  { objects, pointsTo, propertyNames }: PointerSolver,
  sets: SolvedSets,
  names: Interner,
): Pick<PointerSolution, 'fieldOffset' | 'fieldProperty' | 'fieldSet'> {
  const kept = withoutDeclared(objects);
  const fieldOffset = new Int32Array(objects.count + 1);
  const fieldProperty = new IntList();
  const fieldSet = new IntList();
  for (let object = 0; object < objects.count; object++) {
    const held: { property: number; set: number }[] = [];
    for (const [property, variable] of pointsTo.fieldVariables(object)) {
      const members = kept(pointsTo.objectsOf(variable));
      if (members.length === 0) continue;
      const set = sets.add(members);
      held.push({ property: names.intern(propertyNames.textOf(property)), set });
    }
    held.sort((a, b) => a.property - b.property);
    for (const { property, set } of held) {
      fieldProperty.push(property);
      fieldSet.push(set);
    }
    fieldOffset[object + 1] = fieldProperty.length;
  }
  return { fieldOffset, fieldProperty: fieldProperty.toArray(), fieldSet: fieldSet.toArray() };
}

/** Objects that are known by their declared types have led to functions; what comes from outside shares no place. */
function withoutDeclared(objects: PointerSolver['objects']): (held: readonly number[]) => readonly number[] {
  return (held) => (held.some((o) => objects.isDeclared(o)) ? held.filter((o) => !objects.isDeclared(o)) : held);
}

function listsOf(lists: readonly ReadonlySet<number>[]): { offset: Int32Array; data: Int32Array } {
  const offset = new Int32Array(lists.length + 1);
  const data = new IntList();
  lists.forEach((list, i) => {
    for (const member of list) data.push(member);
    offset[i + 1] = data.length;
  });
  return { offset, data: data.toArray() };
}

function callsThat({ calls }: PointerSolver, holds: (call: SolverCall) => boolean): Int32Array {
  const found = new IntList();
  for (let i = 0; i < calls.all.length; i++) if (holds(calls.all[i]!)) found.push(i);
  return found.toArray();
}

function settledBy({ calls }: PointerSolver): Int32Array {
  const found = new IntList();
  const numbers = new Map(calls.all.map((call, i) => [call, i]));
  calls.all.forEach(({ settles }, i) => {
    for (const promise of settles) found.push(i, numbers.get(promise)!);
  });
  return found.toArray();
}

/** Nodes by module and canonical number, each with what is said of it. */
function atNodes(
  { program }: PointerSolver,
  found: readonly { readonly node: number; readonly words: readonly number[] }[],
): Int32Array {
  if (found.length === 0) return new Int32Array(0);
  const canonical = new Map<number, number>();
  program.modules.forEach((_, m) => {
    program.pointerFacts(m).nodes.forEach((node, i) => canonical.set(program.nodeBase[m]! + node, i));
  });
  const list = new IntList();
  for (const { node, words } of found) {
    list.push(program.moduleOfNode(node as never), canonical.get(node) ?? 0, ...words);
  }
  return list.toArray();
}
