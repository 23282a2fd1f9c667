import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseModule } from '#syntax/parse';

/** Files that a module imports by relative paths, as its `import` and `export` declarations name them. */
export function relativeImports(code: string, file: string): readonly string[] {
  const { tree } = parseModule(file, code);
  const base = pathToFileURL(file);
  const files = (tree?.body ?? []).flatMap((statement) => {
    const specifier = 'source' in statement ? statement.source?.value : undefined;
    return specifier !== undefined && /^\.{1,2}\//.test(specifier) ? [fileURLToPath(new URL(specifier, base))] : [];
  });
  return [...new Set(files)];
}
