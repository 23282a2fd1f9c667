import { expect, it } from 'vitest';
import { compare } from '../../src/pipeline';
import { TemporaryFolder } from '../project/temporary-repository';

const handlers = (more: string): string => `export class Handlers { onCreate(x: string) { return 'c' + x; } ${more} }`;

/** What a class having one more method rests on, with other code beside it. */
async function assumed(code: string): Promise<readonly string[] | undefined> {
  const folder = new TemporaryFolder();
  const other = `import type { Handlers } from './h'; ${code}`;
  folder.write({ 'old/h.ts': handlers(''), 'old/d.ts': other });
  folder.write({ 'new/h.ts': handlers("onDelete(x: string) { return 'd' + x; }"), 'new/d.ts': other });
  const options = { cwd: folder.root, old: 'old', new: 'new', cache: false, budgetMs: 60_000 };
  const { functions } = await compare(options);
  const { verdict } = functions.find(({ id }) => id === 'h.ts#<module>') ?? {};
  return verdict?.kind === 'same' ? (verdict.assumptions ?? []) : undefined;
}

it.each([
  ["const f = h['on' + type]; return f ? f.call(h, x) : '';"],
  ["return h['on' + type](x);"],
  ['return h[`on${type}`](x);'],
  ['return h[type](x);'],
  ['const name = `on${type}`; return h[name](x);'],
  ["return [h].map((each) => each['on' + type](x));"],
])('says who may call a new method by a name that is put together: %s', async (body) => {
  const said = 'dispatch of d.ts, which calls methods by names that are put together, does not come to onDelete';
  expect(await assumed(`export function dispatch(h: any, type: string, x: string) { ${body} }`)).toEqual([said]);
});

it.each([
  ["return h['off' + type](x);"],
  ['return h[type + "!"](x);'],
  ['return h[0](x);'],
  ['return h[type];'],
  ['return table[type](x);'],
  ['return h.onCreate(x);'],
])('says nothing of who cannot: %s', async (body) => {
  const table = 'const table: any = { a: (x: string) => x };';
  expect(await assumed(`${table} export function dispatch(h: any, type: string, x: string) { ${body} }`)).toEqual([]);
});
