import { optimiseLate } from '#cli/optimise-late';
import { findRepository } from '#project/repository';
import { openWorkingTree } from '#project/working-tree-snapshot';
import { dependences, load, withStore } from '../src/job';
import { Stopwatch } from './stopwatch';

// `graph-process.js <folder>` goes from the sources of a repository to their dependence graph, with what earlier runs left,
// and prints, as JSON, where the time goes.
optimiseLate();
const [cwd = '.'] = process.argv.slice(2);
const watch = new Stopwatch();
watch.lap('start');
const root = findRepository(cwd);
const counts = await withStore(root, { cwd }, (job) => {
  const snapshot = openWorkingTree(root);
  watch.lap('list');
  const loaded = load(snapshot, 'source', job, new Map());
  watch.lap('facts');
  const graph = dependences(loaded, job);
  watch.lap('pointers and calls');
  const size = graph.complete();
  watch.lap('graph');
  return size;
});
watch.lap('close');
process.stdout.write(JSON.stringify({ ...counts, stages: watch.stages }));
