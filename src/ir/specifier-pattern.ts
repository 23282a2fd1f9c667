import { posix } from 'node:path';
import type { Expr } from './expression';

/** Stands for what is computed in `import(`./locales/${name}.js`)`. A written specifier cannot hold it. */
const hole = '\0';

/** The text that a specifier is, with a hole for what is computed; null where it does not begin like that of a file of the program. */
export function specifierText(expr: Expr): string | null {
  const text = textOf(expr);
  return text !== null && (!text.includes(hole) || /^\.{1,2}\//.test(text)) ? text : null;
}

function textOf(expr: Expr): string | null {
  if (expr.kind === 'const') return typeof expr.value === 'string' ? expr.value : null;
  if (expr.kind === 'template') return expr.quasis.join(hole);
  if (expr.kind !== 'binary' || expr.op !== '+') return null;
  const left = textOf(expr.left);
  return left === null ? null : `${left}${textOf(expr.right) ?? hole}`;
}

export function isPattern(specifier: string): boolean {
  return specifier.includes(hole);
}

/** Whether a specifier with holes may mean a file: with or without its extension, a folder by its index. */
export function mayMean(from: string, pattern: string, path: string): boolean {
  const [first = '', ...others] = pattern.split(hole);
  const last = others.at(-1) ?? '';
  const prefix = posix.join(posix.dirname(from), first).replace(/^\.\//, '');
  const stem = withoutExtension(path);
  const names = [path, stem, stem.replace(/\/index$/, '')];
  return names.some(
    (name) =>
      name.startsWith(prefix) &&
      [last, withoutExtension(last)].some((end) => name.endsWith(end) && name.length > prefix.length + end.length),
  );
}

function withoutExtension(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$|\.json$/, '');
}
