import { MagicString } from 'magic-string';
import { parseSync, type Node } from 'oxc-parser';
import { childNodes } from './child-nodes';
import type { LaterCall } from './later-call';
import { handle, type ChildInput, type ImportedName } from './protocol';

/** One call, as source text. */
export interface ReplayInput {
  /** Statements that come first, e.g. `const a = { x: 1 };`. */
  readonly setup: readonly string[];
  /** `this`; null for none. */
  readonly receiver: string | null;
  /**
   * Expressions. They may use names of the module's scope, its imports (those of types too), names of `setup`, and
   * `callback(name, cases, otherwise)`, see `child/callbacks.ts`. Calls of functions written here are logged.
   */
  readonly args: readonly string[];
  /** Calls of what came of it, one after the other, whether they throw or not; the outcome is that of the last. */
  readonly later?: readonly LaterCall[];
  /** The first of these is made before what the call waits for is done. */
  readonly atOnce?: boolean;
  /** `this` is not looked at afterwards. */
  readonly ignoresReceiver?: boolean;
  /** Also look at what is handed in, before the call. */
  readonly lookBefore?: boolean;
}

/** The text that the child evaluates in the scope of the module, giving `{ receiver, args }`. */
export function writeInput(
  { setup, receiver, args, later = [], atOnce, lookBefore, ignoresReceiver }: ReplayInput,
  imports: readonly ImportedName[],
): ChildInput {
  const statements = setup.map((text) => logged(text, '', ''));
  const self = receiver === null ? 'undefined' : `(${logged(receiver, 'this', '(')}\n)`;
  const lists = later.map((call, i) => listOf(call.args, `later[${i}].args`));
  const made = `{ receiver: ${self}, args: ${listOf(args, 'args')}, later: [${lists.join(', ')}] }`;
  const body = `${statements.join('\n')}\n;(${made})`;
  const used = imports.filter(({ local }) => mentions(body, local)).map(({ local }) => local);
  const declared = used.map((local) => `const ${local} = ${handle}.imported(${JSON.stringify(local)});`);
  if (mentions(body, 'callback')) declared.push(`const callback = ${handle}.callback;`);
  // In a block of its own, so that names of the set-up may hide these.
  const text = `"use strict"; ${declared.join(' ')} {${body}}`;
  return {
    text,
    showsReceiver: receiver !== null && ignoresReceiver !== true,
    later: later.map(({ from, keys, how }) => ({ from, keys, how })),
    atOnce: atOnce === true && later.length > 0,
    imports: used,
    lookBefore: lookBefore === true,
  };
}

function listOf(texts: readonly string[], label: string): string {
  return `[${texts.map((text, i) => `(${logged(text, `${label}[${i}]`, '(')}\n)`).join(', ')}]`;
}

function mentions(text: string, name: string): boolean {
  const at = text.indexOf(name);
  return (
    at >= 0 &&
    new RegExp(`(?<![\\p{L}\\p{N}_$.])${name.replaceAll('$', String.raw`\$`)}(?![\\p{L}\\p{N}_$])`, 'u').test(text)
  );
}

/** Wraps the functions of an input so that the child sees their calls; what does not parse is left for the engine to judge. */
function logged(text: string, label: string, open: '(' | ''): string {
  if (!/=>|\bfunction\b|\)\s*\{/.test(text)) return text;
  const source = open === '' ? text : `(${text}\n)`;
  const { program, errors } = parseSync('input.js', source, {
    lang: 'js',
    sourceType: 'script',
    preserveParens: false,
  });
  if (errors.length > 0) return text;
  const edited = new MagicString(source);
  wrapFunctions(program, label, edited);
  const wrapped = edited.toString();
  return open === '' ? wrapped : wrapped.slice(1, -2);
}

function wrapFunctions(node: Node, label: string, edited: MagicString): void {
  switch (node.type) {
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      edited.appendLeft(node.start, `${handle}.logged(${JSON.stringify(label)}, `);
      edited.appendRight(node.end, ')');
      if (node.body !== null) wrapCallsOfGiven(node.body, label, edited);
      return;
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'ClassExpression':
      return;
    case 'Property':
      wrapProperty(node, label, edited);
      return;
    case 'VariableDeclarator':
      if (node.init !== null) wrapFunctions(node.init, node.id.type === 'Identifier' ? node.id.name : label, edited);
      return;
    case 'ArrayExpression':
      node.elements.forEach((element, i) => {
        if (element !== null) wrapFunctions(element, `${label}[${i}]`, edited);
      });
      return;
    default:
      for (const child of childNodes(node)) wrapFunctions(child, label, edited);
  }
}

/** Calls of what a function is given, or another was, as `args[0](…);` and `given[0][0](…);`, as the texts of inputs write them. */
function wrapCallsOfGiven(node: Node, label: string, edited: MagicString): void {
  if (node.type === 'ExpressionStatement' && node.expression.type === 'CallExpression') {
    let { callee }: { callee: Node } = node.expression;
    while (callee.type === 'MemberExpression') callee = callee.object;
    const isKept =
      callee !== node.expression.callee && callee.type === 'Identifier' && ['args', 'given'].includes(callee.name);
    if (!isKept) return;
    edited.appendLeft(node.expression.start, `${handle}.heard(${JSON.stringify(label)}, () => `);
    edited.appendRight(node.expression.end, ')');
    return;
  }
  for (const child of childNodes(node)) wrapCallsOfGiven(child, label, edited);
}

type PropertyNode = Extract<Node, { type: 'Property' }>;

/** A method becomes a property that holds the wrapped method. */
function wrapProperty(node: PropertyNode, label: string, edited: MagicString): void {
  const key = !node.computed && node.key.type === 'Identifier' ? node.key.name : null;
  const inside = key === null ? label : `${label}.${key}`;
  if (node.kind === 'init' && !node.method) {
    wrapFunctions(node.value, inside, edited);
    return;
  }
  if (!node.method || key === null) return;
  edited.appendLeft(node.start, `${key}: ${handle}.logged(${JSON.stringify(inside)}, ({ `);
  edited.appendRight(node.end, ` }).${key})`);
}
