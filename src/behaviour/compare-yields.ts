import type { Consumed, Yielded } from '#symbolic/heap-object';
import type { State } from '#symbolic/state';
import type { Value } from '#symbolic/value';
import { all, different, same, unsure, type Finding } from './finding';

/** What came of a generator that was returned, when all its values were taken; null for any other value. */
export function consumedAt(
  { heap }: State,
  value: Value,
): { readonly consumed: Consumed; readonly isAsync: boolean } | null {
  const internal = value.kind === 'object' ? heap.get(value.ref)?.internal : undefined;
  if (internal?.kind !== 'generator' && internal?.kind !== 'async-generator') return null;
  const { generator } = internal;
  return generator.kind === 'consumed' ? { consumed: generator, isAsync: internal.kind === 'async-generator' } : null;
}

/** The values of two generators in order, each as it was when it was given, and how they end. */
export function compareYields(
  first: Consumed,
  second: Consumed,
  compare: (left: Yielded, right: Yielded, place: string) => Finding,
): Finding {
  const common = Math.min(first.values.length, second.values.length);
  const finding = all(
    first.values.slice(0, common).map((value, index) => (): Finding => {
      const other = second.values[index];
      return other === undefined ? same : inStep(value, other, `value ${index + 1}`, compare);
    }),
  );
  if (finding.kind === 'different') return finding;
  if (first.values.length !== second.values.length) return different('how many values it gives');
  if (first.end.kind !== second.end.kind) return different('how it ends');
  return all([() => finding, () => inStep(first.end, second.end, 'what it ends with', compare)]);
}

/** One who does not take all values sees which calls were made before each; a run that takes all does not show it. */
function inStep(
  left: Yielded,
  right: Yielded,
  place: string,
  compare: (left: Yielded, right: Yielded, place: string) => Finding,
): Finding {
  const finding = compare(left, right, place);
  if (finding.kind !== 'same' || left.calls === right.calls) return finding;
  return unsure(`calls to the outside are made before ${place} in one version, and after it in the other`);
}
