import type { Node } from 'oxc-parser';
import type { HunkForm, RawHunk } from './raw-hunk';
import type { Range } from './text-ranges';

/**
 * What to write in place of a hunk's head range to take it back: the base's text under the head's names, so fenced that
 * it parses as what it was whatever stands around it.
 */
export function restoreText(
  hunk: RawHunk,
  baseText: string,
  headText: string,
  substitutions: readonly Substitution[],
): string {
  const text = restored(hunk, substitute(baseText, hunk.base, substitutions));
  const before = headText[hunk.head[0] - 1] ?? '';
  const after = headText[hunk.head[1]] ?? '';
  const isGluedBefore = wordCharacter.test(before) && wordCharacter.test(text[0] ?? '');
  const isGluedAfter = wordCharacter.test(after) && wordCharacter.test(text.at(-1) ?? '');
  return `${isGluedBefore ? ' ' : ''}${text}${isGluedAfter ? ' ' : ''}`;
}

/** A name of the base's text and what it is called in the head. */
export interface Substitution {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const wordCharacter = /[\p{ID_Continue}$#@'"]/u;

function restored({ form, head }: RawHunk, text: string): string {
  switch (form.kind) {
    case 'exact':
      return text;
    case 'expression':
      return needsParentheses(form.base, form.parent) ? `(${text})` : text;
    case 'body':
      return form.isBlock ? text : `{ ${terminated(text)} }`;
    case 'jsx-attribute':
      return text === '' ? '' : ` ${text}`;
    case 'list':
      return restoreList(text, form, head[0] === head[1]);
  }
}

function restoreList(text: string, form: Extract<HunkForm, { kind: 'list' }>, isInserted: boolean): string {
  if (form.of === 'case') return isInserted && text !== '' ? `\n${text}\n` : text;
  // A lone semicolon keeps the statements around apart where they relied on the line ends of what goes.
  if (text === '') return form.beforeDirective ? '' : ';';
  const closed = form.last !== null && selfTerminated.has(form.last) ? text : terminated(text);
  const opened = /^[([`+\-/*]/.test(closed) ? `;${closed}` : closed;
  return isInserted ? `\n${opened}\n` : opened;
}

function terminated(text: string): string {
  return text.endsWith(';') ? text : `${text};`;
}

const selfTerminated: ReadonlySet<string> = new Set([
  'BlockStatement',
  'ClassDeclaration',
  'FunctionDeclaration',
  'MethodDefinition',
  'StaticBlock',
  'SwitchStatement',
  'TryStatement',
  'TSEnumDeclaration',
  'TSModuleDeclaration',
]);

/** Kinds that read the same wherever an expression may stand. */
const atoms: ReadonlySet<string> = new Set([
  'Identifier',
  'ThisExpression',
  'TemplateLiteral',
  'ArrayExpression',
  'MetaProperty',
]);

function needsParentheses(node: Node, parent: Node): boolean {
  if (atoms.has(node.type)) return false;
  if (node.type === 'Literal') return 'regex' in node || parent.type === 'MemberExpression';
  const isLink = node.type === 'MemberExpression' || node.type === 'CallExpression';
  return !isLink || parent.type === 'NewExpression';
}

function substitute(text: string, [start, end]: Range, substitutions: readonly Substitution[]): string {
  let result = '';
  let at = start;
  for (let i = firstFrom(substitutions, start); i < substitutions.length; i++) {
    const substitution = substitutions[i]!;
    if (substitution.end > end) break;
    if (substitution.start < at) continue; // two bindings of one name, as a class has them
    result += text.slice(at, substitution.start) + substitution.text;
    at = substitution.end;
  }
  return result + text.slice(at, end);
}

function firstFrom(substitutions: readonly Substitution[], start: number): number {
  let low = 0;
  let high = substitutions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (substitutions[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
