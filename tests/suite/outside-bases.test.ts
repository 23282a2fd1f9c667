import { expect, test } from 'vitest';
import { replace, selectWritten } from './select-written';

const sources = {
  'src/base.js': `import { Readable } from 'node:stream';\nexport class Stream extends Readable { size() { return 1; } }\nexport class Plain { one() { return 1; } }\n`,
  'src/parts.js': `
import { Stream, Plain } from './base.js';
export class Part extends Stream { part() { return 1; } }
export class Own extends Plain { own() { return 1; } }
class Local extends Own { local() { return 1; } }
export class Mixed extends Object.assign(Plain) { mixed() { return 1; } }
export const make = () => [new Part(), new Local(), new Mixed()];
`,
  'test/parts.test.js': `import { make } from '../src/parts.js';\ntest('parts', () => make());\n`,
  'test/other.test.js': `test('other', () => 1);\n`,
};

const runs = ['parts', 'other'].map((title) => ({
  file: `test/${title}.test.js`,
  titles: [title],
  runs: [`test/${title}.test.js#<fn1>`, ...(title === 'parts' ? ['src/parts.js#make'] : [])],
}));

test.each([
  ['that extends a class of a package, by way of another', 'part()', '_construct() {} part()', ['parts']],
  ['that extends what is computed', 'mixed()', '_construct() {} mixed()', ['parts']],
  ['of the program alone', 'own()', '_construct() {} own()', []],
  ['of the program alone, by way of another', 'local()', '_construct() {} local()', []],
  ['of the program alone that matchers ask', 'own()', 'asymmetricMatch() {} own()', ['parts']],
])('a member that comes to a class %s', (_, from, to, expected) => {
  expect(selectWritten(replace('src/parts.js', from, to), runs, sources).selected).toEqual(expected);
});
