import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Observer } from '#replay/child/observe';
import { printObserved } from '#replay/print-observed';
import { sameObserved } from '#replay/same-observed';
import { Evaluation } from '#smt/model';
import { StateObserver } from '#symbolic/concrete/observe-state';
import { joining } from '#symbolic/joining-searcher';
import { actualInputs, ReadingModel } from './actual-inputs';
import { arbitraryFunction, parameterValues } from './arbitrary-function';
import { exploreSource } from './explore-source';
import { pathHolds, type Inputs } from './holds';

describe('joined states', () => {
  it('say what the engine does, for every input, like paths one by one', () => {
    let [plainStates, joinedStates] = [0, 0];
    fc.assert(
      fc.property(
        arbitraryFunction.chain((generated) => {
          const values = generated.params.map((name) => parameterValues[name]);
          return fc.tuple(fc.constant(generated), fc.array(fc.tuple(...values), { minLength: 1, maxLength: 4 }));
        }),
        ([generated, samples]) => {
          const options = { limits: { paths: 60 }, solver: { core: 'none' } as const, budgetMs: 1000 };
          const plain = exploreSource(generated.source, 'f', options);
          const joined = exploreSource(generated.source, 'f', { ...options, searcher: (world) => joining(world) });
          if (!plain.complete || !joined.complete) return;
          plainStates += plain.ends.length;
          joinedStates += joined.ends.length;
          for (const sample of samples) {
            const inputs: Inputs = Object.fromEntries(generated.params.map((name, index) => [name, sample[index]]));
            const taken = joined.ends.filter((state) => pathHolds(state, inputs));
            expect(taken.length, generated.source).toBeLessThanOrEqual(1);
            const [state] = taken;
            const completion = state?.completion;
            if (state === undefined || completion === undefined || completion === null || completion.kind === 'cut')
              continue;
            const evaluation = new Evaluation(new ReadingModel(inputs));
            const observer = new StateObserver(joined.world, state, evaluation, actualInputs(state, inputs));
            const value = observer.observe(completion.kind === 'returns' ? completion.value : completion.error);
            const real = runReal(generated.script, structuredClone(sample) as unknown[]);
            const says = `${generated.source}: ${completion.kind} ${printObserved(value)}, did ${real.kind} ${printObserved(real.value)}`;
            expect(real.kind === completion.kind && sameObserved(value, real.value), says).toBe(true);
          }
        },
      ),
      { numRuns: 40 },
    );
    expect(joinedStates).toBeLessThan(plainStates);
  });
});

function runReal(script: string, args: readonly unknown[]) {
  const f = (new Function(script) as () => (...given: readonly unknown[]) => unknown)();
  try {
    return { kind: 'returns', value: new Observer().observe(f(...args)) };
  } catch (error) {
    return { kind: 'throws', value: new Observer().observe(error) };
  }
}
