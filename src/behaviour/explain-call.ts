import { assertNever } from '#core/diagnostics';
import { parseModule, type SyntaxNode } from '#syntax/parse';

/** A call as somebody wrote it, taken apart. */
export interface WrittenCall {
  readonly text: string;
  readonly callee: Callee;
  /** Where the arguments stand in the text. */
  readonly args: readonly WrittenPart[];
  /** Where one more argument would go. */
  readonly close: number;
}

export interface WrittenPart {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export type Callee =
  /** By a plain name. */
  | { readonly kind: 'function'; readonly name: string }
  /** `Space.f`, `Class.staticMethod`, `new A(1).m`, `a.size`. */
  | MemberCallee
  | { readonly kind: 'constructor'; readonly className: string };

export interface MemberCallee {
  readonly kind: 'member';
  readonly member: 'method' | 'get';
  readonly key: string;
  readonly receiver: WrittenPart;
  /** The receiver as a name with dots: `Space`, `this.cart`; null where it is anything else. */
  readonly receiverName: string | null;
  /** Of a receiver that is made by `new`. */
  readonly className: string | null;
}

export type ReadCall =
  | { readonly kind: 'call'; readonly call: WrittenCall }
  /** Why it is none, in words. */
  | { readonly kind: 'no-call'; readonly reason: string };

/** `f(3, { a: [1] })`, `new A(1).m('x')`, `new A(1)`, `(await f(1))`, `a.size` → what is called with what. */
export function readCall(text: string): ReadCall {
  const source = `(${text}\n)`;
  const { tree, problems } = parseModule('call.ts', source);
  const statement = tree?.body.length === 1 ? tree.body[0] : undefined;
  if (statement?.type !== 'ExpressionStatement') {
    const said = problems[0]?.message.replace(/^syntax error at \S+: /, '');
    return { kind: 'no-call', reason: said === undefined ? 'it is not one expression' : `it does not parse: ${said}` };
  }
  return readExpression(statement.expression, (start, end) => ({
    start: start - 1,
    end: end - 1,
    text: source.slice(start, end),
  }));
}

type Cut = (start: number, end: number) => WrittenPart;

/** The same for a call inside of a larger text. */
export function readExpression(expression: SyntaxNode, cut: Cut): ReadCall {
  const whole = cut(expression.start, expression.end);
  const node = inner(expression);
  switch (node.type) {
    case 'CallExpression': {
      if (node.arguments.some(({ type }) => type === 'SpreadElement')) return refused('it spreads its arguments');
      const callee = calleeOf(inner(node.callee), cut, 'method');
      if (callee === null) return refused('what it calls is no name and no member with a name');
      return called(whole, callee, node, cut);
    }
    case 'NewExpression': {
      const name = dotted(inner(node.callee));
      if (name === null) return refused('the class has no name');
      if (node.arguments.some(({ type }) => type === 'SpreadElement')) return refused('it spreads its arguments');
      return called(whole, { kind: 'constructor', className: name }, node, cut);
    }
    case 'MemberExpression': {
      const callee = calleeOf(node, cut, 'get');
      return callee?.kind === 'member'
        ? called(whole, callee, { arguments: [], end: node.end }, cut)
        : refused('it calls nothing');
    }
    default:
      return refused('it is no call');
  }
}

function called(
  whole: WrittenPart,
  callee: Callee,
  { arguments: args, end }: { readonly arguments: readonly SyntaxNode[]; readonly end: number },
  cut: Cut,
): ReadCall {
  const shift = (part: WrittenPart): WrittenPart => ({
    ...part,
    start: part.start - whole.start,
    end: part.end - whole.start,
  });
  const placed = callee.kind === 'member' ? { ...callee, receiver: shift(callee.receiver) } : callee;
  const written = args.map((arg) => shift(cut(arg.start, arg.end)));
  const close = written.at(-1)?.end ?? shift(cut(end - 1, end)).start;
  return { kind: 'call', call: { text: whole.text, callee: placed, args: written, close } };
}

/** What is written around a call without changing which call it is. */
function inner(node: SyntaxNode): SyntaxNode {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
    case 'ChainExpression':
      return inner(node.expression);
    case 'AwaitExpression':
      return inner(node.argument);
    default:
      return node;
  }
}

function calleeOf(node: SyntaxNode, cut: Cut, member: MemberCallee['member']): Callee | null {
  if (node.type === 'Identifier') return { kind: 'function', name: node.name };
  if (node.type !== 'MemberExpression') return null;
  const key = keyOf(node);
  if (key === null) return null;
  const object = inner(node.object);
  return {
    kind: 'member',
    member,
    key,
    receiver: cut(node.object.start, node.object.end),
    receiverName: dotted(object),
    className: object.type === 'NewExpression' ? dotted(inner(object.callee)) : null,
  };
}

function keyOf(node: Extract<SyntaxNode, { type: 'MemberExpression' }>): string | null {
  if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : null;
  return node.property.type === 'Literal' && typeof node.property.value === 'string' ? node.property.value : null;
}

function dotted(node: SyntaxNode): string | null {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return null;
  const object = dotted(inner(node.object));
  return object === null ? null : `${object}.${node.property.name}`;
}

function refused(reason: string): ReadCall {
  return { kind: 'no-call', reason };
}

/** The call with other arguments; null keeps what is there. More arguments than were written are added. */
export function withArguments(call: WrittenCall, receiver: string | null, args: readonly (string | null)[]): string {
  const { callee, close } = call;
  const replaced = call.args.map((part, index) => ({ part, text: args[index] ?? part.text }));
  if (callee.kind === 'member') replaced.unshift({ part: callee.receiver, text: receiver ?? callee.receiver.text });
  const more = args.slice(call.args.length).map((text) => text ?? 'undefined');
  const added = `${call.args.length > 0 && more.length > 0 ? ', ' : ''}${more.join(', ')}`;
  let result = '';
  let at = 0;
  for (const { part, text } of [...replaced, { part: { start: close, end: close }, text: added }]) {
    result += call.text.slice(at, part.start) + text;
    at = part.end;
  }
  return result + call.text.slice(at);
}

/** The functions that a call may mean, by their qualified names, most likely first. */
export function namesOf(callee: Callee): readonly string[] {
  switch (callee.kind) {
    case 'function':
      return [callee.name];
    case 'constructor':
      return [`${callee.className}.constructor`];
    case 'member': {
      const key = callee.member === 'get' ? `get ${callee.key}` : callee.key;
      return [callee.className, callee.receiverName].flatMap((of) => (of === null ? [] : [`${of}.${key}`]));
    }
    default:
      return assertNever(callee);
  }
}
