import { expect, test } from 'vitest';
import { aroundOf, titlesOf, vitestCases, type VitestFile, type VitestTask } from '#trace/runners/vitest-tasks';

interface Made extends VitestTask {
  file?: VitestFile;
  suite?: VitestTask;
  tasks?: Made[];
}

function task(type: string, name: string, tasks?: Made[]): Made {
  return { type, name, mode: 'run', ...(tasks === undefined ? {} : { tasks }) };
}

/** As version 1 has them: what stands at the top of a file is of a suite that the file does not have, and a file is of none. */
function fileOfVersion1(...tasks: Made[]): VitestFile {
  const file = { ...task('suite', 'a.test.ts', tasks), filepath: '/a.test.ts' };
  const link = (suite: Made): void => {
    for (const each of suite.tasks ?? []) {
      each.suite = suite;
      each.file = file;
      link(each);
    }
  };
  link({ ...task('suite', '', tasks), file });
  return file;
}

test('version 1 puts a suite without a name around what stands at the top of a file', () => {
  const [inner, unnamed] = [task('test', 'inner'), task('suite', '', [task('test', 'in unnamed')])];
  const outer = task('suite', 'outer', [inner]);
  const file = fileOfVersion1(task('test', 'top'), outer, unnamed);
  const cases = [...vitestCases(file).values()];
  expect(cases.map(({ titles }) => titles)).toEqual([['top'], ['outer', 'inner'], ['', 'in unnamed']]);
  expect(new Set(cases.map(({ file: path }) => path))).toEqual(new Set(['/a.test.ts']));
  expect([inner, outer, unnamed].map(aroundOf)).toEqual([outer, file, file]);
  expect(titlesOf(file)).toEqual([]);
});
