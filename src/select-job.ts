import { ExplainedChange } from '#behaviour/explain-change';
import { selectCalls } from '#behaviour/select-calls';
import { openSurroundings } from '#project/surroundings';
import { conjunction } from '#result/conjunction';
import { NodeDescriber } from '#result/describe-node';
import { functionTarget } from '#result/function-target';
import type { SelectResult } from '#result/select-result';
import { loadVersions, openVersions } from './explain-job';
import { boundsOf, configurationOf, isCut, solverOf, withStore } from './job';
import type { SelectOptions } from './options';

/** Which of these calls does the change since base affect, and which calls are missing? */
export async function selectInputs(options: SelectOptions): Promise<SelectResult> {
  const { snapshot, target } = openSurroundings(options.cwd, options.target, options.against);
  return withStore(snapshot.root, options, async (job) => {
    const { base, head, changes, graphs } = loadVersions(openVersions(snapshot, target.path, options), job);
    const place = functionTarget(new NodeDescriber(head), target);
    const change = new ExplainedChange(changes, graphs, job.expired);
    const selected = await selectCalls({
      head,
      path: target.path,
      index: head.program.locate(place.fn).index,
      calls: options.inputs,
      isAffected: (site) => change.isImpacted('head', site),
      limits: boundsOf(options),
      preconditions: configurationOf(snapshot.root).preconditions,
      solver: solverOf(options),
      store: job.store,
      expired: job.expired,
    });
    return {
      schemaVersion: 1,
      base: base.snapshot.revision,
      head: head.snapshot.revision,
      function: head.program.nameOf(place.fn),
      calls: selected.calls,
      added: selected.added.map(({ call, conditions }) => ({ call, condition: conjunction(conditions) })),
      affected: selected.affected,
      complete: selected.complete && !isCut(base) && !isCut(head),
      diagnostics: [],
    };
  });
}
