import { resolveRange } from '#project/range';
import { findRepository } from '#project/repository';
import { openWorkingTree } from '#project/working-tree-snapshot';
import { buildTests } from '#result/build-tests';
import type { TestsResult } from '#result/tests-result';
import { CallChains } from '#suite/call-chains';
import { isCut, withStore } from './job';
import type { TestsOptions } from './options';
import { requireRecording } from '#suite/recordings';
import { selectFromRecording } from './suite-job';

/** Which tests does the change affect? `wingbeat tests [base]`. */
export async function selectAffectedTests(options: TestsOptions): Promise<TestsResult> {
  const root = findRepository(options.cwd);
  const kept = await requireRecording(root);
  return withStore(root, options, (job) => {
    const head = openWorkingTree(root);
    // Without a base, the change since the recording is meant.
    const base = options.base === undefined ? null : resolveRange(root, options.base).base;
    const { suite, recorded, head: tested, selection } = selectFromRecording(root, kept, base, head, job);
    const recording = { description: kept.description, madeAt: new Date(kept.madeAt).toISOString() };
    return {
      schemaVersion: 1,
      base: base?.revision ?? recordedRevision(kept.description),
      head: head.revision,
      recording,
      ...buildTests(suite, selection, new CallChains(recorded, suite)),
      diagnostics: [],
      complete: !isCut(recorded.loaded) && !isCut(tested.loaded),
    };
  });
}

function recordedRevision(description: string): TestsResult['base'] {
  return { rev: 'recording', description };
}
