import type { ArrowFunctionExpression, ClassElement, Node } from 'oxc-parser';
import { runtimeChildren } from './list-functions';

export function isDirective(statement: Node): boolean {
  return statement.type === 'ExpressionStatement' && typeof statement.directive === 'string';
}

/** Where to put a text that is to run first in a body, and the text that fits there. */
export function afterDirectives(body: Extract<Node, { type: 'BlockStatement' }>, text: string): [number, string] {
  const last = body.body.findLast((statement) => isDirective(statement));
  return last === undefined ? [body.start + 1, text] : [last.end, `;${text}`];
}

export function startWithDecorators(element: ClassElement): number {
  const decorator = 'decorators' in element ? element.decorators[0] : undefined;
  return Math.min(element.start, decorator?.start ?? element.start);
}

export function isCall(node: Node): boolean {
  return node.type === 'CallExpression' || node.type === 'NewExpression' || node.type === 'TaggedTemplateExpression';
}

/** Parts that are evaluated, those of a template that is handed to a tag among them. */
export function partsInOrder(node: Node): readonly Node[] {
  const parts = runtimeChildren(node);
  if (node.type !== 'TaggedTemplateExpression') return parts;
  return parts.flatMap((part) => (part === node.quasi ? node.quasi.expressions : [part]));
}

/** What is called, and the first that is handed in. */
export function partsOfCall(node: Node): { readonly called: Node | null; readonly first: Node | null } {
  if (node.type === 'TaggedTemplateExpression') return { called: node.tag, first: node.quasi.expressions[0] ?? null };
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return { called: null, first: null };
  return { called: node.callee, first: node.arguments[0] ?? null };
}

export function isSuperCall(statement: Node): statement is Extract<Node, { type: 'ExpressionStatement' }> {
  return (
    statement.type === 'ExpressionStatement' &&
    statement.expression.type === 'CallExpression' &&
    statement.expression.callee.type === 'Super'
  );
}

export function isLoopOverIterator(statement: Node): boolean {
  return statement.type === 'LabeledStatement'
    ? isLoopOverIterator(statement.body)
    : statement.type === 'ForOfStatement';
}

/** Member accesses and calls of an optional chain from its end back to the first `?.`: these are skipped together. */
export function skippedTogether(chain: Node): readonly Node[] {
  const links: Node[] = [];
  let optional = 0;
  let link: Node | null = chain;
  while (link !== null) {
    links.push(link);
    if ('optional' in link && link.optional === true) optional = links.length;
    link = nextLink(link);
  }
  return links.slice(0, optional);
}

/** What a member access, a call or a non-null assertion is of. */
export function nextLink(link: Node): Node | null {
  switch (link.type) {
    case 'MemberExpression':
      return link.object;
    case 'CallExpression':
      return link.callee;
    case 'TSNonNullExpression':
      return link.expression;
    default:
      return null;
  }
}

/** Offset after the `=>` of an arrow function. */
export function arrowEnd(text: string, node: ArrowFunctionExpression): number {
  const from = node.returnType?.end ?? node.params.at(-1)?.end ?? node.typeParameters?.end ?? node.start;
  const skipped = /(?:\/\*[^]*?\*\/|\/\/.*|[^=/]|=(?!>))*=>/y;
  skipped.lastIndex = from;
  const match = skipped.exec(text);
  if (match === null) throw new Error('invariant: an arrow function has an arrow');
  return from + match[0].length;
}

/** Does an import begin with words that tell runners and bundlers in which folder to look? They take these from the source. */
export function isImportPattern(source: Node): boolean {
  switch (source.type) {
    case 'Literal':
      return true;
    case 'BinaryExpression':
      return source.left.type === 'Literal' ? isBelow(source.left.value) : isImportPattern(source.left);
    case 'TemplateLiteral':
      return isBelow(source.quasis[0]?.value.cooked);
    default:
      return false;
  }
}

function isBelow(start: unknown): boolean {
  return typeof start === 'string' && start !== '' && !start.startsWith('/');
}
