import type { World } from '#symbolic/machine';
import type { State } from '#symbolic/state';
import type { Ref } from '#symbolic/value';
import { all, same, unsure, type Finding } from './finding';
import { foundBefore } from './found-before';
import type { HeldState } from './held-state';
import type { BothSides } from './side';
import { ValueComparison } from './value-comparison';
import type { ValueComparisonOptions } from './value-comparison-options';

/** A version when its function was called. */
export interface HeldBefore {
  readonly world: World;
  readonly start: State;
  readonly held: HeldState;
  /** What the head calls a file of this version. */
  readonly headPath: (path: string) => string;
}

/**
 * Variables of modules, variables around functions that modules keep, and objects that they lead to, as far as a version has
 * changed them; also what it did to objects of the language, which all modules share.
 */
export function compareHeld(
  first: HeldBefore,
  second: HeldBefore,
  sides: BothSides,
  options: Omit<ValueComparisonOptions, 'isKept'> & { readonly showsInLaterCalls: boolean },
): Finding {
  const isKept = (left: Ref, right: Ref): boolean => {
    const name = first.held.objects.nameOf(left);
    return name !== undefined && name === second.held.objects.nameOf(right);
  };
  const comparison = new ValueComparison(sides, { ...options, isKept });
  const [a, b] = [changesOf(first, sides.first.state), changesOf(second, sides.second.state)];
  // Of a variable that one version alone has, nobody sees what is in it but by calls of that version's code.
  const isOwn = (name: string): boolean =>
    options.showsInLaterCalls && first.held.variables.has(name) !== second.held.variables.has(name);
  if (a.isElsewhere || b.isElsewhere) return unsure('something that modules keep to themselves is changed');
  return all([
    ...union(a.cells, b.cells).map((name) => (): Finding => {
      if (isOwn(name)) return same;
      const [left, right] = [first.held.cells.idOf(name), second.held.cells.idOf(name)];
      if (left === undefined || right === undefined) return unsure(`only one version keeps something in ${name}`);
      const [before, now] = [sides.first.state.cells.get(left), sides.second.state.cells.get(right)];
      if (before === null || before === undefined || now === null || now === undefined) {
        return before === now ? same : unsure(`only one version keeps something in ${name}`);
      }
      const finding = comparison.values(before, now, name);
      return first.held.cells.isHidden(name) ? asFarAsSeen(finding, name) : finding;
    }),
    ...union(a.objects, b.objects).map((name) => (): Finding => {
      if (isOwn(name)) return same;
      const [left, right] = [first.held.objects.idOf(name), second.held.objects.idOf(name)];
      if (left === undefined || right === undefined) return unsure(`only one version keeps something in ${name}`);
      const renamed = renamedAround(second, name);
      if (options.strict && renamed.length > 0) return unsure(`${name} had another name`);
      for (const what of renamed) sides.second.note({ kind: 'stated', what });
      const finding = comparison.kept(left, right, name, foundBefore(first.start, left, second.start, right));
      return first.held.objects.isHidden(name) ? asFarAsSeen(finding, name) : finding;
    }),
    ...[...new Set([...a.language, ...b.language])].map((ref) => (): Finding => {
      const name = second.world.realm.nameOf(ref) ?? 'an object of the language';
      return asFarAsSeen(comparison.kept(ref, ref, name, foundBefore(first.start, ref, second.start, ref)), name);
    }),
  ]);
}

/** What is inside of something that the versions call by different names. */
function renamedAround({ held }: HeldBefore, name: string): string[] {
  return [...held.renamed].flatMap(([member, what]) => (name.includes(member) ? [what] : []));
}

/** No run shows a difference here: only another call may. */
function asFarAsSeen(finding: Finding, name: string): Finding {
  return finding.kind === 'different' ? unsure(`${name} differs, which shows in later calls at most`) : finding;
}

interface Changes {
  readonly cells: readonly string[];
  readonly objects: readonly string[];
  /** Refs of objects of the language. */
  readonly language: readonly number[];
  /** Something was changed that no name leads to. */
  readonly isElsewhere: boolean;
}

function changesOf({ start, held }: HeldBefore, end: State): Changes {
  const cells = start.cells.differences(end.cells).filter((cell) => start.cells.get(cell) !== undefined);
  // What one version puts there again, the other may not.
  const again = [...end.assigned.entries()].flatMap(([cell]) => held.cells.nameOf(cell) ?? []);
  const refs = start.heap.differences(end.heap).filter((ref) => ref < start.nextRef);
  const [named, objects] = [cells.map((cell) => held.cells.nameOf(cell)), refs.filter((ref) => ref > 0)];
  const names = objects.map((ref) => held.objects.nameOf(ref));
  return {
    cells: [...named.flatMap((name) => name ?? []), ...again],
    objects: names.flatMap((name) => name ?? []),
    language: refs.filter((ref) => ref < 0),
    isElsewhere: named.includes(undefined) || names.includes(undefined),
  };
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])];
}
