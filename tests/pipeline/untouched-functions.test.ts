import { expect, it } from 'vitest';
import { analyzeChange } from '../../src/pipeline';
import { TemporaryRepository } from '../project/temporary-repository';

async function verdicts(text: string, before: string, after: string): Promise<Record<string, string>> {
  const repository = new TemporaryRepository();
  repository.commit({ 'package.json': '{}', 'a.js': text.replaceAll('□', before) });
  repository.write({ 'a.js': text.replaceAll('□', after) });
  const result = await analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 8_000 });
  const own = result.functions.map(({ id, verdict }) => [id.replace('a.js#', ''), verdict.kind] as const);
  const entries = result.entryPoints.map(({ id, verdict }) => [id.replace('a.js#', ''), verdict.kind] as const);
  return Object.fromEntries([...own, ...entries]);
}

const kept = `
const all = {};
let last = null;
exports.keep = (name) => { all[name] = last = (x) => x + □; };
exports.call = (x) => (last === null ? 0 : last(x));
exports.byName = (name, x) => (Object.hasOwn(all, name) ? all[name](x) : 0);
exports.replace = (re, x) => { re.test = (y) => y === □; return re.test(x); };
`;

it('functions that get hold of what has changed, be it by what earlier calls have kept, are not called the same', async () => {
  const found = await verdicts(kept, '1', '2');
  expect(Object.entries(found).filter(([, kind]) => kind === 'same')).toEqual([]);
  expect(Object.keys(found)).toEqual(expect.arrayContaining(['keep', 'call', 'byName', 'replace']));
});

function withReaders(first: string): string {
  return `${first}\nexports.n = () => n();\nexports.inc = () => require('./a').inc();\n`;
}

it('what calls a function that is the same only as far as others leave something alone rests on that, too', async () => {
  const repository = new TemporaryRepository();
  repository.commit({
    'package.json': '{}',
    'a.js': 'exports.n = 0;\nexports.inc = () => ++exports.n;\n',
    'b.js': withReaders("const n = () => require('./a').n;"),
  });
  repository.write({ 'b.js': withReaders("const { n: k } = require('./a'); const n = () => k;") });
  const { entryPoints } = await analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 8_000 });
  const found = entryPoints.find(({ id }) => id === 'b.js#n~2');
  expect(found?.verdict).toMatchObject({ assumptions: [expect.stringContaining('exports of a.js')] });
});
