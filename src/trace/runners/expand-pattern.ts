import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Paths that a pattern of the shell stands for in a folder, as `sh` finds them: sorted, without those whose names begin with a dot unless the
 * pattern says so. `**` is nothing special.
 */
export function expandPattern(folder: string, pattern: string): readonly string[] {
  const [first = '', ...rest] = pattern.split('/');
  const isAbsolute = first === '' && rest.length > 0;
  let found = [isAbsolute ? '/' : ''];
  for (const part of isAbsolute ? rest : [first, ...rest]) {
    found = found.flatMap((before) => within(folder, before, part));
  }
  return found;
}

function within(folder: string, before: string, part: string): string[] {
  const path = (name: string): string => (before === '' || before.endsWith('/') ? before + name : `${before}/${name}`);
  if (!/[*?[]/.test(part.replaceAll(/\\[^]/g, ''))) {
    const plain = path(part.replaceAll(/\\([^])/g, '$1'));
    // Behind the last slash there may be nothing.
    return existsSync(join(folder, plain)) ? [part === '' ? `${before}/` : plain] : [];
  }
  const fits = new RegExp(`^${expression(part)}$`, 'su');
  return namesIn(join(folder, before))
    .filter((name) => fits.test(name) && (!name.startsWith('.') || part.startsWith('.')))
    .toSorted()
    .map(path);
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder) : [];
}

function expression(part: string): string {
  return part.replaceAll(/\\([^])|\*+|\?|\[([!^]?)([^\]]+)\]|[^]/gu, (text, escaped, not, among) => {
    if (typeof escaped === 'string') return literal(escaped);
    if (text.startsWith('*')) return '.*';
    if (text === '?') return '.';
    if (typeof among !== 'string') return literal(text);
    return `[${not === '' ? '' : '^'}${among.replaceAll(/[\\[\]^&]/g, String.raw`\$&`)}]`;
  });
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
