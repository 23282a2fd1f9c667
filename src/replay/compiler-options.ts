import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

/** What a tsconfig says about the code that comes out, as far as it changes what the code does. */
export interface CompilerOptions {
  readonly experimentalDecorators: boolean;
  readonly emitDecoratorMetadata: boolean;
  /** False: fields are assigned, and a field without a value is none. */
  readonly defineFields: boolean;
  readonly jsx: {
    readonly runtime: 'classic' | 'automatic';
    readonly importSource: string;
    readonly pragma?: string;
    readonly pragmaFrag?: string;
  };
  /** The files do not say that elements are made by a runtime: a pragma that names a function counts. */
  readonly honoursPragma: boolean;
}

/** Reads the tsconfig.json that lies nearest above a folder, each once. The files on disk stand for every revision. */
export class CompilerOptionsReader {
  readonly #known = new Map<string, CompilerOptions>();

  at(folder: string): CompilerOptions {
    let options = this.#known.get(folder);
    if (options === undefined) this.#known.set(folder, (options = optionsOf(nearest(folder))));
    return options;
  }
}

type Settings = Readonly<Record<string, string>>;

function optionsOf(settings: Settings): CompilerOptions {
  const target = (settings['target'] ?? 'esnext').toLowerCase();
  const isModern = target === 'esnext' || Number(target.slice(2)) >= 2022;
  return {
    experimentalDecorators: settings['experimentalDecorators'] === 'true',
    emitDecoratorMetadata: settings['emitDecoratorMetadata'] === 'true',
    defineFields:
      settings['useDefineForClassFields'] === undefined ? isModern : settings['useDefineForClassFields'] === 'true',
    jsx: {
      runtime: settings['jsx'] === 'react' ? 'classic' : 'automatic',
      importSource: settings['jsxImportSource'] ?? 'react',
      ...(settings['jsxFactory'] === undefined ? {} : { pragma: settings['jsxFactory'] }),
      ...(settings['jsxFragmentFactory'] === undefined ? {} : { pragmaFrag: settings['jsxFragmentFactory'] }),
    },
    honoursPragma: settings['jsx']?.startsWith('react-jsx') !== true,
  };
}

function nearest(folder: string): Settings {
  for (let at = folder; ; at = dirname(at)) {
    const settings = settingsIn(join(at, 'tsconfig.json'), 0);
    if (settings !== null) return settings;
    if (dirname(at) === at) return {};
  }
}

const names = [
  'target',
  'experimentalDecorators',
  'emitDecoratorMetadata',
  'useDefineForClassFields',
  'jsx',
  'jsxImportSource',
  'jsxFactory',
  'jsxFragmentFactory',
];

/** Only settings with one word as value are needed, so the text is searched: a tsconfig may hold comments. */
function settingsIn(path: string, depth: number): Settings | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/^\s*\/\/.*$/gm, '');
  } catch {
    // There is none here, or it cannot be read: the next one above counts.
    return null;
  }
  const base = /"extends"\s*:\s*\[?\s*"([^"]+)"/.exec(text)?.[1];
  const inherited = base === undefined || depth > 5 ? null : settingsIn(basePath(path, base), depth + 1);
  const own = names.flatMap((name) => {
    const value = new RegExp(`"${name}"\\s*:\\s*"?([\\w@/.-]+)"?`).exec(text)?.[1];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...inherited, ...Object.fromEntries(own) };
}

function basePath(path: string, base: string): string {
  const file = base.endsWith('.json') ? base : `${base}.json`;
  if (isAbsolute(base)) return file;
  if (base.startsWith('.')) return join(dirname(path), file);
  return join(dirname(path), 'node_modules', file);
}
