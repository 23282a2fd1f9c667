import { posix } from 'node:path';
import { Visitor, type Expression } from 'oxc-parser';
import { parseModule } from '#syntax/parse';

/**
 * Folders, relative to the root, that a module imports from by names which are only known when it runs, or by a pattern:
 * `import(\`./locale/${x}.js\`)`, `require('./plugins/' + x)`, `import.meta.glob('./pages/*.js')`. A file that comes to
 * such a folder may be imported from then on.
 */
export function importedFolders(path: string, text: string): string[] {
  if (!(/\bimport\s*\(|require|Require/.test(text) || asksForPatterns.test(text)) || !mayCompute.test(text)) return [];
  const { tree } = parseModule(path, text);
  if (tree === null) return [];
  const folders = new Set<string>();
  const add = (start: string): void => {
    const isRooted = start.startsWith('/');
    if (!isRooted && !/^\.{1,2}\//.test(start)) return;
    const folder = start.slice(0, start.lastIndexOf('/') + 1);
    const found = posix.normalize(isRooted ? `.${folder}` : posix.join(posix.dirname(path), folder));
    if (!found.startsWith('..')) folders.add(found.replace(/\/$/, ''));
  };
  new Visitor({
    ImportExpression: ({ source }) => add(computedStart(source) ?? ''),
    CallExpression({ callee, arguments: [first] }) {
      if (first === undefined || first.type === 'SpreadElement') return;
      const named = callee.type === 'MemberExpression' ? callee.property : callee;
      const name = named.type === 'Identifier' ? named.name : '';
      if (name === 'glob' || name === 'globEager') for (const pattern of constants(first)) add(beforeWildcard(pattern));
      else if (name === 'context') for (const folder of constants(first)) add(`${folder}/`);
      else add(computedStart(first) ?? '');
    },
  }).visit(tree);
  return [...folders];
}

/**
 * Folders of patterns that begin with a name which only the bundler knows, without that name: `pages` of
 * `import.meta.glob('@/pages/*.js')`.
 */
export function aliasedFolders(path: string, text: string): string[] {
  if (!asksForPatterns.test(text)) return [];
  const { tree } = parseModule(path, text);
  if (tree === null) return [];
  const folders = new Set<string>();
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (first === undefined || first.type === 'SpreadElement' || callee.type !== 'MemberExpression') return;
      const { property } = callee;
      if (property.type !== 'Identifier' || !/^glob(?:Eager)?$/.test(property.name)) return;
      for (const pattern of constants(first)) {
        const named = /^[^./!*{(][^/]*\/(?:(.*)\/)?/.exec(beforeWildcard(pattern));
        if (named !== null) folders.add(named[1] ?? '');
      }
    },
  }).visit(tree);
  return [...folders];
}

/** `import.meta.glob`, also of what is cast to have one. */
export const asksForPatterns = /\bimport\.meta\b[^;]{0,80}?\bglob/;

/** A template or a sum that begins like a path, or a pattern: parsing all modules of a suite takes long. */
const mayCompute =
  /`\.{0,2}\/|(['"])\.{0,2}\/[^'"\n]*\1(?:\s|\)|\/\*[^]*?\*\/|\/\/[^\n]*)*\+|\b(?:glob(?:Eager)?|context)\b[\s?.]*(?:\/\*[^]*?\*\/\s*)*[(<]/;

/** What a string that is put together begins with; null for any other expression. */
function computedStart(expression: Expression): string | null {
  if (expression.type === 'TemplateLiteral') {
    return expression.expressions.length === 0 ? null : (expression.quasis[0]?.value.cooked ?? null);
  }
  if (expression.type !== 'BinaryExpression' || expression.operator !== '+') return null;
  const { left } = expression;
  if (left.type === 'Literal') return typeof left.value === 'string' ? left.value : null;
  return computedStart(left);
}

function constants(expression: Expression): string[] {
  if (expression.type === 'Literal') return typeof expression.value === 'string' ? [expression.value] : [];
  if (expression.type === 'TemplateLiteral')
    return expression.expressions.length === 0 ? [expression.quasis[0]?.value.cooked ?? ''] : [];
  if (expression.type !== 'ArrayExpression') return [];
  return expression.elements.flatMap((e) => (e === null || e.type === 'SpreadElement' ? [] : constants(e)));
}

function beforeWildcard(pattern: string): string {
  return /^[^*?{}()[\]!]*/.exec(pattern)?.[0] ?? '';
}
