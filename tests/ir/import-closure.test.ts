import { expect, it } from 'vitest';
import { importClosure } from '#ir/import-closure';
import { openTexts } from '#project/text-snapshot';

it('holds what a file imports, for values and for types, and nothing else', () => {
  const snapshot = openTexts('/', {
    'a.ts': "import { b } from './b';\nexport const a = b;",
    'b.ts': "import type { C } from './c';\nexport const b: C | null = null;",
    'c.ts': "import './a';\nexport class C {}",
    'd.ts': "import './a';",
    'e.ts': "export const e = import('./d');",
  });
  expect(importClosure(snapshot, ['a.ts'])).toEqual(['a.ts', 'b.ts', 'c.ts']);
  expect(importClosure(snapshot, ['e.ts', 'gone.ts'])).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts']);
});
