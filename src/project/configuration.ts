import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a project says of itself, all of it optional. */
export interface Configuration {
  /** Conditions on the inputs of functions, by `src/a.ts#Class.method`. */
  readonly preconditions: Readonly<Record<string, readonly string[]>>;
}

export type ConfigurationResult =
  /** `path` is null where the project has none. */
  | { readonly kind: 'read'; readonly path: string | null; readonly configuration: Configuration }
  | { readonly kind: 'invalid'; readonly path: string; readonly message: string };

export const emptyConfiguration: Configuration = { preconditions: {} };

const ownFile = 'wingbeat.config.json';
const manifest = 'package.json';

/** `wingbeat.config.json`, else the key `wingbeat` of `package.json`, at the root of the project. */
export function readConfiguration(root: string): ConfigurationResult {
  for (const path of [ownFile, manifest]) {
    const text = readText(join(root, path));
    if (text === null) continue;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      // A manifest that cannot be parsed is the package manager's to report.
      if (path === manifest) continue;
      return { kind: 'invalid', path, message: error instanceof Error ? error.message : String(error) };
    }
    if (path === manifest) value = isRecord(value) ? value['wingbeat'] : undefined;
    if (value !== undefined) return checked(path, value);
  }
  return { kind: 'read', path: null, configuration: emptyConfiguration };
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw error;
  }
}

function checked(path: string, value: unknown): ConfigurationResult {
  const invalid = (message: string): ConfigurationResult => ({ kind: 'invalid', path, message });
  if (!isRecord(value)) return invalid('expected an object');
  const unknown = Object.keys(value).find((key) => key !== 'preconditions');
  if (unknown !== undefined) return invalid(`unknown setting "${unknown}"; known: preconditions`);
  const preconditions = value['preconditions'] ?? {};
  if (!isRecord(preconditions)) return invalid('"preconditions" must be an object of lists of conditions');
  for (const [name, conditions] of Object.entries(preconditions)) {
    if (!name.includes('#')) return invalid(`"${name}" names no function; expected "path/to/file.ts#function"`);
    if (!isTextList(conditions)) return invalid(`"preconditions" of "${name}" must be a list of texts`);
  }
  return { kind: 'read', path, configuration: { preconditions: preconditions as Configuration['preconditions'] } };
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
