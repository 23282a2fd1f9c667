import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Observer } from '#replay/child/observe';
import type { Observed } from '#replay/observed';
import { printObserved } from '#replay/print-observed';
import { sameObserved } from '#replay/same-observed';
import { Evaluation } from '#smt/model';
import { StateObserver } from '#symbolic/concrete/observe-state';
import { describePath } from '#symbolic/describe-path';
import { listed, type State } from '#symbolic/state';
import { actualInputs, ReadingModel } from './actual-inputs';
import { arbitraryFunction, parameterValues, type GeneratedFunction } from './arbitrary-function';
import { exploreSource, type Explored } from './explore-source';
import { pathHolds, type Inputs } from './holds';

type Run = { readonly kind: 'returns' | 'throws'; readonly value: Observed; readonly args: readonly Observed[] };

function observe(value: unknown): Observed {
  return new Observer().observe(value);
}

function runReal({ script }: GeneratedFunction, args: readonly unknown[]): Run {
  const f = (new Function(script) as () => (...given: readonly unknown[]) => unknown)();
  try {
    const value = observe(f(...args));
    return { kind: 'returns', value, args: args.map(observe) };
  } catch (error) {
    return { kind: 'throws', value: observe(error), args: args.map(observe) };
  }
}

function shown(run: Pick<Run, 'kind' | 'value'>): string {
  return `${run.kind} ${printObserved(run.value)}`;
}

/** Paths that say what happens; one that was left says nothing. */
function completed(explored: Explored): readonly State[] {
  return explored.ends.filter((state) => state.completion !== null && state.completion.kind !== 'cut');
}

const limits = { paths: 60 };

describe('paths of generated functions', () => {
  it('are taken by their inputs, with the predicted outcome', () => {
    fc.assert(
      fc.property(arbitraryFunction, (generated) => {
        const explored = exploreSource(generated.source, 'f', {
          limits,
          solver: { work: 10_000, lastResortMs: 300 },
          budgetMs: 1000,
        });
        for (const state of completed(explored)) {
          const path = describePath(explored.world, state, { name: 'f', inputs: explored.inputs });
          if (path.input === null || path.predicted === null) continue;
          const args = path.input.args.map((text) => new Function(`return ${text};`)() as unknown);
          const real = runReal(generated, args);
          const { completion } = path.predicted;
          const says = `${generated.source}\n${path.call}: predicted ${shown(completion)}, did ${shown(real)}`;
          expect(real.kind === completion.kind && sameObserved(real.value, completion.value), says).toBe(true);
          path.predicted.args.forEach((arg, index) => {
            const after = real.args[index];
            expect(after !== undefined && sameObserved(arg, after), `${says}; argument ${index}`).toBe(true);
          });
        }
      }),
      { numRuns: 50 },
    );
  });

  it('have exactly one condition that holds for any input, and it predicts what the engine does', () => {
    fc.assert(
      fc.property(
        arbitraryFunction.chain((generated) => {
          const values = generated.params.map((name) => parameterValues[name]);
          return fc.tuple(fc.constant(generated), fc.array(fc.tuple(...values), { minLength: 1, maxLength: 8 }));
        }),
        ([generated, samples]) => {
          const explored = exploreSource(generated.source, 'f', {
            limits,
            solver: { work: 10_000, lastResortMs: 300 },
            budgetMs: 1000,
          });
          if (!explored.complete) return;
          for (const sample of samples) {
            const inputs: Inputs = Object.fromEntries(generated.params.map((name, index) => [name, sample[index]]));
            const says = `${generated.source}\n${JSON.stringify(inputs, (_, v: unknown) => (typeof v === 'bigint' ? `${v}n` : v))}`;
            const taken = explored.ends.filter((state) => pathHolds(state, inputs));
            const counted = `${says}: ${taken.length} of ${explored.ends.length} paths hold`;
            // A path that fixed something open to one value stands for fewer inputs than come its way.
            const leavesOut = explored.ends.some((end) =>
              listed(end.notes).some(({ note }) => note.kind === 'concretised'),
            );
            if (leavesOut) expect(taken.length, counted).toBeLessThanOrEqual(1);
            else expect(taken.length, counted).toBe(1);
            const [state] = taken;
            if (state?.completion === undefined || state.completion === null || state.completion.kind === 'cut')
              continue;
            const { completion, world } = { completion: state.completion, world: explored.world };
            const observer = new StateObserver(
              world,
              state,
              new Evaluation(new ReadingModel(inputs)),
              actualInputs(state, inputs),
            );
            const value = observer.observe(completion.kind === 'returns' ? completion.value : completion.error);
            const real = runReal(generated, structuredClone(sample) as unknown[]);
            const same = real.kind === completion.kind && sameObserved(real.value, value);
            expect(same, `${says}: predicted ${shown({ kind: completion.kind, value })}, did ${shown(real)}`).toBe(
              true,
            );
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});
