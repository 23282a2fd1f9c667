import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileNotFound, unreadableFile, WingbeatError } from '#core/diagnostics';
import { systemErrorReason } from './system-error-reason';

/** Calls from a file: one in a line, or a JSON list of texts. Empty lines and lines that begin with `//` or `#` are none. */
export function readCalls(cwd: string, file: string): readonly string[] {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new WingbeatError(fileNotFound(file, []));
    throw new WingbeatError(unreadableFile(file, systemErrorReason(error)));
  }
  return fromJson(text) ?? text.split(/\r?\n/).flatMap((line) => (/^\s*(?:\/\/|#|$)/.test(line) ? [] : [line.trim()]));
}

function fromJson(text: string): readonly string[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : null;
  } catch {
    return null;
  }
}
