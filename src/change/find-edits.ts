import { Digraph } from '#core/digraph';
import type { Interner } from '#core/interner';
import { stronglyConnectedComponents } from '#core/scc';
import type { Edit, Hunk, TextRange } from './change-set';
import type { Comparison } from './comparison';
import { describeEdit } from './describe-edit';
import { dependentEdits } from './dependent-edits';
import { findHunks } from './find-hunks';
import { linkHunks } from './link-hunks';
import { PlacedHunks } from './placed-hunks';
import type { Renamings } from './renamings';
import { restoreText } from './restore-text';
import { Substitutions } from './substitutions';
import type { Range } from './text-ranges';

/** The independent changes of the text, in the order of the head's files. */
export function findEdits(comparison: Comparison, names: Interner, renamings: Renamings): FoundEdits {
  const { base, head } = comparison;
  const found = findHunks(comparison, names, renamings);
  const placed = new PlacedHunks(comparison, found.hunks);
  const { editOf, entailed } = settle(comparison, renamings, placed, linkHunks(comparison, placed, found.bonds));
  const substitutions = new Substitutions(comparison, renamings);
  const hunks = placed.all.map((hunk): Hunk => {
    switch (hunk.kind) {
      case 'replace': {
        const ours = base.modules[hunk.raw.baseModule]!;
        const theirs = head.modules[hunk.raw.headModule]!;
        const restored = restoreText(
          hunk.raw,
          ours.text,
          theirs.text,
          substitutions.in(hunk.raw.baseModule, hunk.raw.headModule),
        );
        return {
          kind: 'replace',
          base: textRange(ours.path, hunk.raw.base),
          head: textRange(theirs.path, hunk.raw.head),
          restored,
        };
      }
      case 'add-file': {
        const { path, text } = head.modules[hunk.headModule]!;
        return { kind: 'add-file', head: { path, start: 0, end: text.length } };
      }
      case 'remove-file': {
        const { path, text } = base.modules[hunk.baseModule]!;
        return { kind: 'remove-file', base: { path, start: 0, end: text.length } };
      }
    }
  });
  const members = entailed.map((): Hunk[] => []);
  hunks.forEach((hunk, i) => members[editOf[i]!]!.push(hunk));
  const texts = { base: textByPath(base.modules), head: textByPath(head.modules) };
  const edits = members.map((own, i): Edit => ({
    id: idOf(i),
    description: describeEdit(own, texts.base, texts.head),
    hunks: own,
    entails: [...entailed[i]!].toSorted((a, b) => a - b).map(idOf),
  }));
  return { edits, placed, editOf };
}

export interface FoundEdits {
  readonly edits: readonly Edit[];
  readonly placed: PlacedHunks;
  /** The edit of each placed hunk. */
  readonly editOf: readonly number[];
}

function idOf(edit: number): string {
  return `e${edit + 1}`;
}

function textRange(path: string, [start, end]: Range): TextRange {
  return { path, start, end };
}

/** Edits that entail each other are one. */
function settle(
  comparison: Comparison,
  renamings: Renamings,
  placed: PlacedHunks,
  linked: readonly number[],
): { editOf: readonly number[]; entailed: readonly ReadonlySet<number>[] } {
  const count = linked.reduce((most, group) => Math.max(most, group + 1), 0);
  const needs = dependentEdits(comparison, renamings, placed, linked, count);
  const edges = needs.flatMap((set, from) => [...set].map((to) => [from, to] as const));
  const components = stronglyConnectedComponents(
    Digraph.fromEdges(
      count,
      edges.map(([from]) => from),
      edges.map(([, to]) => to),
    ),
  );
  const numbers = new Map<number, number>();
  const numberOf = (group: number): number => {
    const component = components.of(group);
    const number = numbers.get(component) ?? numbers.size;
    numbers.set(component, number);
    return number;
  };
  const editOf = linked.map(numberOf);
  const entailed = [...numbers].map(() => new Set<number>());
  for (const [from, to] of edges) if (numberOf(from) !== numberOf(to)) entailed[numberOf(from)]!.add(numberOf(to));
  return { editOf, entailed };
}

function textByPath(modules: readonly { readonly path: string; readonly text: string }[]): ReadonlyMap<string, string> {
  return new Map(modules.map(({ path, text }) => [path, text]));
}
