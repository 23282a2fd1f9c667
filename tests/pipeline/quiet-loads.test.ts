import { expect, it } from 'vitest';
import { compare } from '../../src/pipeline';
import { TemporaryFolder } from '../project/temporary-repository';

/** What has changed of `a.ts`, of which only an import of `./b` comes or goes. */
async function changed(files: Readonly<Record<string, string>>, isGone = true): Promise<readonly string[]> {
  const use = 'export const f = (t: T): number => t.n;';
  const versions = [`import { T } from './b';\n${use}`, `import type { T } from './b';\n${use}`];
  const [old, now] = isGone ? versions : versions.toReversed();
  const folder = new TemporaryFolder();
  folder.write({ 'old/a.ts': old ?? '', 'new/a.ts': now ?? '' });
  for (const [path, text] of Object.entries(files)) folder.write({ [`old/${path}`]: text, [`new/${path}`]: text });
  const options = { cwd: folder.root, old: 'old', new: 'new', cache: false, behaviour: false };
  return (await compare(options)).functions.flatMap(({ headerChanges }) => headerChanges);
}

const type = 'export interface T { n: number }\n';

it.each<readonly [string, Readonly<Record<string, string>>]>([
  ['types', { 'b.ts': type }],
  [
    'functions and constants',
    { 'b.ts': `${type} export const kinds = ['a', 1, { b: 2 }]; export function g() { throw 1; }` },
  ],
  ['a class', { 'b.ts': `${type} export class C { n = 1; m() {} }` }],
  [
    'more of them',
    { 'b.ts': `import { k } from './c'; ${type} export const g = () => k;`, 'c.ts': 'export const k = 1;' },
  ],
])('an import of %s alone that comes or goes is no change', async (_, files) => {
  expect(await changed(files)).toEqual([]);
  expect(await changed(files, false)).toEqual([]);
});

it.each<readonly [string, Readonly<Record<string, string>>]>([
  ['a call', { 'b.ts': `${type} console.log(1);` }],
  ['a global', { 'b.ts': `${type} globalThis.n = 1;` }],
  ['an error', { 'b.ts': `${type} export const n = (null as any).n;` }],
  ['a static block', { 'b.ts': `${type} export class C { static { console.log(1); } }` }],
  ['a parent that may be none', { 'b.ts': `${type} export class C extends (globalThis as any).P {}` }],
  ['a package', { 'b.ts': `import 'effects'; ${type}` }],
  ['a call further on', { 'b.ts': `import './c'; ${type}`, 'c.ts': 'console.log(1);' }],
  ['nothing that can be found', {}],
])('an import that comes to %s is told', async (_, files) => {
  expect(await changed(files)).toEqual(["no longer loads './b'"]);
});
