import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../register/code-cache';
import type { LazyInstrumenter } from '../register/lazy-instrumenter';
import type { TraceMode } from '../runner';
import type { JestCode } from './jest-hooks';

export interface JestCodeRequest {
  /** Absolute. */
  readonly file: string;
  /** Relative to the root. */
  readonly path: string;
  readonly mode: TraceMode;
  /** Functions that tell what they are called with. */
  readonly watched: ReadonlySet<string>;
  /** Where instrumented code is kept, with its maps, which jest reads from files. */
  readonly cache: string;
  readonly instrumenter: LazyInstrumenter;
}

/**
 * What jest's transformer gave out, with probes; null when it cannot be read. Where no map says what it was compiled
 * from, all functions count as the module that they are in. What was made before from the same code is taken from the
 * cache.
 */
export function instrumentJestCode(transformed: JestCode, request: JestCodeRequest): JestCode | null {
  const { code, originalCode, sourceMapPath } = transformed;
  const { file, path, mode, watched } = request;
  const map = code === originalCode ? null : (mapIn(sourceMapPath) ?? inlineMap(code));
  const key = hashOf([version, mode, file, path, [...watched].join(), code, originalCode, map ?? '']);
  const name = join(request.cache, key);
  if (!existsSync(`${name}.js`)) {
    const instrumenter = request.instrumenter();
    const made = instrumenter?.instrument({
      code,
      path,
      mode,
      format: instrumenter?.hasModuleSyntax(code) === true ? 'esm' : 'commonjs',
      reach: 'v8',
      watched,
      ...(code === originalCode ? {} : { original: { text: originalCode, map: map ?? emptyMap } }),
    });
    if (made === undefined || made === null) return null;
    mkdirSync(request.cache, { recursive: true });
    // Who finds the code finds its maps.
    writeWhole(`${name}.map`, map === null ? withSource(made.ownMap, file) : made.map);
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

const emptyMap = JSON.stringify({ version: 3, sources: [''], names: [], mappings: '' });

/** Jest takes sources to be beside the file. */
function withSource(map: string, file: string): string {
  return JSON.stringify({ ...Object(JSON.parse(map)), sources: [file] });
}

/** Jest names the file also when there was no map to put into it. */
function mapIn(file: string | null): string | null {
  return file !== null && existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function inlineMap(code: string): string | null {
  const comments = [...code.matchAll(/^\/\/# sourceMappingURL=data:application\/json;(?:[^,\n]*;)?base64,(\S+)$/gm)];
  const data = comments.at(-1)?.[1];
  return data === undefined ? null : Buffer.from(data, 'base64').toString();
}

/** Of what is cached. */
const version = '6';

/** Whole or not at all: others may look for it meanwhile. */
function writeWhole(name: string, text: string): void {
  const draft = `${name}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, name);
}
