import { expect, test } from 'vitest';
import { aliasedFolders, importedFolders } from '#suite/imported-folders';

test.each([
  ['a template', 'import(`./locale/${x}.js`)', ['src/locale']],
  ['a sum', `load('./plugins/' + name + '.cjs'); require`, ['src/plugins']],
  ['a sum over lines', `require('./plugins/' /* of */ // all\n + name)`, ['src/plugins']],
  ['a pattern', `import.meta.glob(['./pages/**/*.js', '/shared/*.js'])`, ['src/pages', 'shared']],
  ['a pattern of what is cast', `(import.meta as any).glob(\`./pages/*.ts\`)`, ['src/pages']],
  ['a context', `require.context('../data')`, ['data']],
  ['the folder itself', 'import(`./${x}.js`)', ['src']],
  ['a constant', `import('./a.js'); require('./b.js')`, []],
  ['a package', 'import(`pkg/${x}`)', []],
  ['what lies outside', 'import(`../../other/${x}.js`)', []],
])('%s', (_, text, folders) => {
  expect(importedFolders('src/a.ts', text)).toEqual(folders);
});

test.each([
  { what: 'an alias', text: `import.meta.glob('@/pages/**/*.ts')`, ends: ['pages'] },
  { what: 'an alias alone', text: `import.meta.glob(['#app/*.ts', '!#app/no.ts'])`, ends: [''] },
  { what: 'folders in folders', text: `import.meta.glob('~src/a/b/*.ts')`, ends: ['a/b'] },
  { what: 'a path', text: `import.meta.glob(['./pages/*.ts', '/pages/*.ts', '**/*.ts'])`, ends: [] },
  { what: 'another function', text: `import.meta.glob; glob('src/pages/*.ts')`, ends: [] },
])('a pattern begins with $what', ({ text, ends }) => {
  expect(aliasedFolders('src/a.ts', text)).toEqual(ends);
});
