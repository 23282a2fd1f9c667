import { BitSet } from '#core/bit-set';
import type { FunctionId } from '#core/ids';
import { callGraphClosure } from '#dynamic/call-graph-closure';
import { coverageImpact } from '#dynamic/coverage-impact';
import { executeAfter } from '#dynamic/execute-after';
import type { ImpactTechnique } from '#dynamic/impact-technique';
import { findRepository } from '#project/repository';
import { openSurroundings } from '#project/surroundings';
import { NodeDescriber } from '#result/describe-node';
import { functionTarget } from '#result/function-target';
import type { TechniqueResult, TechniquesResult } from '#result/techniques-result';
import { restrictedSlice } from '#suite/restricted-slice';
import { segmentsOfTests } from '#suite/segments-of-tests';
import { tracedTechniques, type DescribedTechnique } from '#suite/traced-techniques';
import { isCut, withStore } from './job';
import type { ImpactOptions } from './options';
import { requireRecording } from '#suite/recordings';
import { openRecordedVersions, type RecordedVersions } from './suite-job';

/** What do several techniques say that a change of this function may affect? `wingbeat impact <function> --techniques`. */
export async function compareTechniques(options: Omit<ImpactOptions, 'direction'>): Promise<TechniquesResult> {
  const root = findRepository(options.cwd);
  const kept = await requireRecording(root);
  const { snapshot, target } = openSurroundings(options.cwd, options.target);
  return withStore(root, options, (job) => {
    const versions = openRecordedVersions(root, kept, snapshot, job);
    const { suite, head } = versions;
    const place = functionTarget(new NodeDescriber(head.loaded), target);
    const changed = head.recorded(place.fn);
    const functions = functionsByNumber(versions);
    const { program } = head.loaded;
    const numbers = new Map([...functions].map(([number, fn]) => [program.nameOf(fn), number]));
    const idOf = (number: number): string | undefined => {
      const fn = functions.get(number);
      return fn === undefined ? undefined : program.nameOf(fn);
    };
    const named = (impacted: Iterable<number>): string[] =>
      [...impacted]
        .filter((number) => number !== changed)
        .flatMap((number) => idOf(number) ?? [])
        .toSorted();
    const executed = new BitSet(suite.functionCount);
    suite.recording.executions.forEach((_, test) => executed.unionWith(suite.functionsOf(test)));
    const techniques: DescribedTechnique[] = [
      ...recordedTechniques(versions, functions),
      ...tracedTechniques(kept, idOf, (id) => numbers.get(id)),
      { about: 'whatever calls it or is called by it, however indirectly', technique: calls(versions, functions) },
    ];
    return {
      schemaVersion: 1,
      target: place.id,
      recording: kept.description,
      executed: [...executed].length,
      techniques: techniques.map(({ technique, about, name }): TechniqueResult => {
        if (technique === null) return { name: name ?? '', about, functions: null, milliseconds: 0 };
        const begun = performance.now();
        const impact = typeof changed === 'number' ? technique.impact([changed]) : [];
        const milliseconds = Math.round((performance.now() - begun) * 10) / 10;
        return { name: technique.name, about, functions: named(impact), milliseconds };
      }),
      diagnostics: [],
      complete: !isCut(head.loaded),
    };
  });
}

/** Numbers of the recording → functions of the head. */
function functionsByNumber({ head }: RecordedVersions): Map<number, FunctionId> {
  const found = new Map<number, FunctionId>();
  for (let fn = 0; fn < head.loaded.program.functionCount; fn++) {
    const number = head.recorded(fn as FunctionId);
    if (typeof number === 'number') found.set(number, fn as FunctionId);
  }
  return found;
}

function recordedTechniques(
  { suite, head }: RecordedVersions,
  functions: ReadonlyMap<number, FunctionId>,
): DescribedTechnique[] {
  const coverage = suite.recording.executions.map((_, test) => suite.functionsOf(test));
  return [
    { about: 'what ran when it did, or later, in the same test', technique: executeAfter([...segmentsOfTests(suite)]) },
    {
      about: 'what depends on it, through functions of tests that run it',
      technique: coverageImpact(coverage, suite.functionCount, restrictedSlice(head, functions)),
    },
  ];
}

function calls({ suite, head }: RecordedVersions, functions: ReadonlyMap<number, FunctionId>): ImpactTechnique {
  const { callGraph } = head.graph();
  const recorded = (fn: FunctionId): number[] => {
    const number = head.recorded(fn);
    return typeof number === 'number' ? [number] : [];
  };
  const edges = Array.from({ length: suite.functionCount }, (_, number): number[] => {
    const fn = functions.get(number);
    return fn === undefined ? [] : callGraph.callsFrom(fn).flatMap(({ callee }) => recorded(callee));
  });
  const { callers, callees } = callGraph.common;
  const common = { callers: callers.flatMap(recorded), callees: callees.flatMap(recorded) };
  return callGraphClosure(edges, 'both', common);
}
