import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseModule } from '#syntax/parse';
import { instrument } from '../instrument';
import type { TraceMode } from '../runner';
import type { JestCode } from './jest-hooks';

export interface JestCodeRequest {
  readonly mode: TraceMode;
  /** Where instrumented code is kept, with its maps, which jest reads from files. */
  readonly cache: string;
}

/**
 * What jest's transformer gave out, with probes. Null when it cannot be read, or when nothing says what it was
 * compiled from. What was made before from the same code is taken from the cache.
 */
export function instrumentJestCode(transformed: JestCode, path: string, request: JestCodeRequest): JestCode | null {
  const { code, originalCode, sourceMapPath } = transformed;
  const map = sourceMapPath === null || code === originalCode ? null : readFileSync(sourceMapPath, 'utf8');
  if (map === null && code !== originalCode) return null;
  const key = createHash('sha256').update([version, request.mode, path, code, originalCode, map ?? ''].join('\0'));
  const name = join(request.cache, key.digest('hex'));
  if (!existsSync(`${name}.js`)) {
    const made = instrument({
      code,
      path,
      mode: request.mode,
      format: hasModuleSyntax(code) ? 'esm' : 'commonjs',
      reach: 'v8',
      ...(map === null ? {} : { original: { text: originalCode, map } }),
    });
    if (made === null) return null;
    mkdirSync(request.cache, { recursive: true });
    // Who finds the code finds its maps.
    writeWhole(`${name}.map`, made.map);
    writeWhole(`${name}.own.map`, made.ownMap);
    writeWhole(`${name}.js`, made.code);
  }
  return {
    ...transformed,
    code: readFileSync(`${name}.js`, 'utf8'),
    sourceMapPath: `${name}.map`,
    uninstrumented: { code, sourceMapPath, map: `${name}.own.map` },
  };
}

/** Of what is cached. */
const version = '1';

/** Jest runs as a module what has the syntax of one. */
function hasModuleSyntax(code: string): boolean {
  if (!/\b(?:import|export)\b/.test(code)) return false;
  const { tree } = parseModule('code.mjs', code);
  return tree?.body.some(({ type }) => /^(?:Import|Export)/.test(type)) === true;
}

/** Whole or not at all: others may look for it meanwhile. */
function writeWhole(name: string, text: string): void {
  const draft = `${name}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, name);
}
