import { expect, test } from 'vitest';
import { renderDiagnostics } from '#report/render-diagnostics';
import { shop } from './sample-results';

const plain = { colour: false, width: 80, all: false };

test('the most severe come first, with what to do', () => {
  expect(renderDiagnostics(shop.diagnostics, plain)).toBe(
    [
      'error[syntax-error]: syntax error at src/broken.ts:4:7: unexpected token',
      '  help: Correct it and run again.',
      'warning[unsupported]: unsupported: with-statement at src/legacy.js:3',
      '',
    ].join('\n'),
  );
});

test('many of one code are cut, and a remedy that repeats is said once', () => {
  const many = Array.from({ length: 9 }, (_, i) => ({
    code: 'unresolved-import',
    severity: 'info',
    message: `module ${i}\nnot found`,
    remedy: 'Install it.',
  })) satisfies Parameters<typeof renderDiagnostics>[0];
  expect(renderDiagnostics(many, plain)).toBe(
    [
      'note[unresolved-import]: module 0 not found',
      'note[unresolved-import]: module 1 not found',
      'note[unresolved-import]: module 2 not found',
      '  help: Install it.',
      '  … 6 more of unresolved-import (--all shows everything)',
      '',
    ].join('\n'),
  );
  expect(renderDiagnostics(many, { ...plain, all: true }).split('\n')).toHaveLength(11);
});

test('nothing to say is nothing at all', () => {
  expect(renderDiagnostics([], plain)).toBe('');
});
