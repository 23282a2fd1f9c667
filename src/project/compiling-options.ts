import { posix } from 'node:path';

/**
 * What a file of options says of how source is compiled and what its imports mean, as one text; null for a file that says nothing of
 * the kind, its whole text for one that cannot be read.
 */
export function optionsIn(path: string, text: string): string | null {
  const name = posix.basename(path);
  if (name === 'package.json') return chosen(text, (fields) => [fields['type'], fields['imports']]);
  return isConfig(path) ? compilerOptionsIn(text) : null;
}

export function isConfig(path: string): boolean {
  return /^[jt]sconfig(?:\..+)?\.json$/.test(posix.basename(path));
}

/** Of a tsconfig, whatever its name. */
export function compilerOptionsIn(text: string): string {
  return chosen(text, (fields) => {
    const options = (fields['compilerOptions'] ?? {}) as Readonly<Record<string, unknown>>;
    return [fields['extends'], ...telling.map((option) => options[option])];
  });
}

/** Files of the project that a tsconfig extends. */
export function extendedBy(path: string, text: string): string[] {
  const [named] = JSON.parse(chosen(text, (fields) => [fields['extends']], '[null]')) as [unknown];
  return [named].flat().flatMap((each) => {
    if (typeof each !== 'string' || !each.startsWith('.')) return [];
    return [posix.join(posix.dirname(path), each.endsWith('.json') ? each : `${each}.json`)];
  });
}

const telling = [
  'target',
  'module',
  'useDefineForClassFields',
  'experimentalDecorators',
  'emitDecoratorMetadata',
  'esModuleInterop',
  'verbatimModuleSyntax',
  'downlevelIteration',
  'jsx',
  'jsxImportSource',
  'jsxFactory',
  'jsxFragmentFactory',
  'baseUrl',
  'paths',
] as const;

function chosen(
  text: string,
  choose: (fields: Readonly<Record<string, unknown>>) => readonly unknown[],
  otherwise = text,
): string {
  try {
    return JSON.stringify(choose(JSON.parse(withoutComments(text)) as Readonly<Record<string, unknown>>));
  } catch {
    return otherwise;
  }
}

/** Files of options may hold comments, and commas at the end. */
function withoutComments(text: string): string {
  return text
    .replaceAll(/("(?:[^"\\\n]|\\.)*")|\/\/.*|\/\*[\s\S]*?\*\//g, (_, literal: string | undefined) => literal ?? '')
    .replaceAll(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g, (_, literal: string | undefined) => literal ?? '');
}
