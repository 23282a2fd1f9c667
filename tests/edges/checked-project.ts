import { buildDependenceGraph } from '#dependence/dependence-graph';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { nodeTestRunner } from '#trace/runners/node-test';
import { checkEdges, type EdgeCheck } from '../../bench/edges/check-edges';
import { recordProject } from '../trace/record-project';

/** Records the tests of a project of some files, and compares what they show with the static graphs of the same files. */
export function checkedProject(files: Readonly<Record<string, string>>): EdgeCheck {
  const { recording, output, status } = recordProject(nodeTestRunner, files, { mode: 'paths' });
  if (status !== 0) throw new Error(output);
  const snapshot = openTexts('/project', files);
  const loaded = loadProgram(snapshot);
  const graph = buildDependenceGraph(loaded.program, (from, specifier) => {
    const found = snapshot.resolve(from, specifier);
    if (found.kind !== 'file') return { kind: 'external', name: specifier };
    const index = loaded.program.moduleIndex(found.path);
    return index === undefined ? { kind: 'external', name: found.path } : { kind: 'module', index };
  });
  return checkEdges(recording, loaded, graph);
}
