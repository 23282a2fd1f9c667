import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instrument } from '#trace/instrument';
import { plainOffsets, withoutProbes } from '#trace/runners/jest-coverage';
import { isProbe } from '#trace/runners/probe-nodes';
import { decodeSelection, encodeSelection } from '#trace/runners/selection';
import { standIn, textOfStandIn } from '#trace/runners/vitest-loader';

const source = `import { a } from './a';
export function f(x) {
  if (x) return a(x);
  return g(x);
}
const g = (x) => a(x) ?? 1;
class C { p = a(1); static q = a(2); async m() { for (const y of [1]) await a(y); try { a(1); } catch { a(2); } } }
const t = await a(3);
`;

function instrumentedSource() {
  const made = instrument({ code: source, path: 'lib.js', mode: 'after', format: 'esm' });
  if (made === null) throw new Error('not instrumented');
  return made;
}

describe('plainOffsets', () => {
  test('finds every character of the plain code where it was', () => {
    const { code, ownMap } = instrumentedSource();
    const offset = plainOffsets(code, source, ownMap);
    const seen = new Set<number>();
    let last = 0;
    for (let i = 0; i <= code.length; i++) {
      const place = offset(i);
      expect(place).toBeGreaterThanOrEqual(last);
      last = place;
      if (code[i] === source[place]) seen.add(place);
    }
    expect(last).toBe(source.length);
    expect([...source].flatMap((_, i) => (seen.has(i) ? [] : [i]))).toEqual([]);
  });
});

describe('withoutProbes', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'wingbeat-coverage-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('moves ranges to the plain code and drops those of probes', () => {
    const { code, ownMap } = instrumentedSource();
    const map = join(folder, 'own.map');
    writeFileSync(map, ownMap);
    const wrapper = 10;
    const range = (text: string, count: number) => {
      const startOffset = code.indexOf(text) + wrapper;
      return { startOffset, endOffset: startOffset + text.length, count };
    };
    const probe = /\$wb\w*\(1\)/.exec(code)?.[0] ?? '';
    const { codeTransformResult, result } = withoutProbes({
      codeTransformResult: {
        code,
        wrapperLength: wrapper,
        uninstrumented: { code: source, sourceMapPath: 'its.map', map },
      },
      result: {
        functions: [
          { functionName: 'f', isBlockCoverage: true, ranges: [range('if (x)', 3), range(probe, 0)] },
          { functionName: '', isBlockCoverage: true, ranges: [range(probe, 1)] },
        ],
      },
    });
    expect(codeTransformResult).toEqual({ code: source, wrapperLength: wrapper, sourceMapPath: 'its.map' });
    const startOffset = source.indexOf('if (x)') + wrapper;
    expect(result.functions).toEqual([
      { functionName: 'f', isBlockCoverage: true, ranges: [{ startOffset, endOffset: startOffset + 6, count: 3 }] },
    ]);
  });
});

describe('isProbe', () => {
  test('finds all statements and branches of the instrumenter, and none of the user', () => {
    expect(counted(instrumentedSource().code)).toEqual(counted(source));
  });
});

describe('decodeSelection', () => {
  const one = { file: 'a.test.ts', titles: ['s', 't'], ordinal: 1, project: null };

  test('has what was asked for and nothing else', () => {
    const selection = decodeSelection(encodeSelection([one]), relative);
    expect(selection.has({ ...one, file: '/project/a.test.ts' })).toBe(true);
    expect(selection.hasFile('/project/a.test.ts')).toBe(true);
    expect(selection.hasFile('/project/b.test.ts')).toBe(false);
    for (const other of [{ ordinal: 0 }, { titles: ['s t'] }, { project: 'p' }, { file: '/project/b.test.ts' }]) {
      expect(selection.has({ ...one, file: '/project/a.test.ts', ...other })).toBe(false);
    }
  });

  test('takes a test without titles for all tests of its file', () => {
    const selection = decodeSelection(encodeSelection([{ ...one, titles: [], ordinal: 0 }]), relative);
    expect(selection.has({ ...one, file: '/project/a.test.ts' })).toBe(true);
  });

  test('does not take anything else for a selection', () => {
    expect(() => decodeSelection('{}', relative)).toThrow('not a selection');
    expect(() => decodeSelection('[1]', relative)).toThrow('not a selection');
  });
});

describe('standIn', () => {
  const vite = { url: 'file:///p/node_modules/vite/dist/node/index.js' };
  const vitest = 'file:///p/node_modules/vitest/dist/chunks/cli.js';

  test('gives vitest another vite, and nobody else', () => {
    const found = standIn('vite', vitest, vite);
    expect(textOfStandIn(found?.url ?? '')).toContain(`__wingbeat__.vite(c,"file:///p/node_modules/vitest")`);
    expect(standIn('vite', 'file:///p/vite.config.ts', vite)).toBeNull();
    expect(standIn('vite', undefined, vite)).toBeNull();
    expect(standIn('constructor', vitest, vite)).toBeNull();
    expect(textOfStandIn(vite.url)).toBeNull();
  });

  test('gives vitest other files than it gives to what vitest imports for tests', () => {
    const fs = { url: 'node:fs' };
    expect(standIn('node:fs', vitest, fs)).not.toBeNull();
    expect(standIn('node:fs', 'file:///p/node_modules/vitest/dist/module-evaluator.js', fs)).toBeNull();
    expect(standIn('node:fs', 'file:///p/node_modules/vite/dist/node/module-runner.js', fs)).toBeNull();
    expect(standIn('node:fs', 'file:///p/node_modules/vite-node/dist/client.mjs', fs)).toBeNull();
  });
});

function relative(file: string): string {
  return file.replace('/project/', '');
}

/** What coverage counts. */
function counted(text: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || isProbe(node)) return;
    if ('type' in node && typeof node.type === 'string' && /Statement$|Declaration$|^Logical/.test(node.type)) {
      if (node.type !== 'BlockStatement' && node.type !== 'EmptyStatement') found.push(node.type);
    }
    for (const part of Object.values(node)) (Array.isArray(part) ? part : [part]).forEach(visit);
  };
  visit(parseSync('x.mjs', text).program);
  return found;
}
