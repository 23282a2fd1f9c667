import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface SourceText {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

/** A file and all that it imports from its own project, depth first, each file once. */
export function importedSources(root: string, entry: string): SourceText[] {
  const found = new Map<string, SourceText>();
  const pending = [entry];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (found.has(path)) continue;
    const text = readFileSync(join(root, path), 'utf8');
    found.set(path, { path, text, lines: text.split('\n').length });
    for (const [, specifier = ''] of text.matchAll(/(?:from|import|import\()\s*['"](\.[^'"]*)['"]/g)) {
      const target = fileAt(root, posix.join(posix.dirname(path), specifier));
      if (target !== undefined) pending.push(target);
    }
  }
  return [...found.values()];
}

/** The union of what some entries import, entry after entry, without those that would go beyond the limit. */
export function standalonePart(root: string, entries: readonly string[], mostLines: number): SourceText[] {
  const part = new Map<string, SourceText>();
  let lines = 0;
  for (const entry of entries) {
    const added = importedSources(root, entry).filter(({ path }) => !part.has(path));
    const more = added.reduce((sum, file) => sum + file.lines, 0);
    if (lines + more > mostLines) continue;
    for (const file of added) part.set(file.path, file);
    lines += more;
  }
  return [...part.values()];
}

/** As many of the sources as make up so many lines. */
export function firstLines(sources: readonly SourceText[], mostLines: number): SourceText[] {
  let lines = 0;
  return sources.filter((file) => {
    const fits = lines + file.lines <= mostLines;
    if (fits) lines += file.lines;
    return fits;
  });
}

function fileAt(root: string, path: string): string | undefined {
  const candidates = [path, path.replace(/\.js$/, '.ts'), `${path}.ts`, `${path}.tsx`, `${path}/index.ts`];
  return candidates.find((candidate) => /\.tsx?$/.test(candidate) && existsSync(join(root, candidate)));
}
