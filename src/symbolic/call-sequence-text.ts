import type { LaterCallee, LaterRoot } from '#replay/later-call';
import { callText } from './call-text';
import { givenName } from './concrete/print-input';

/** A call of what earlier ones have handed on, written down. */
export interface WrittenLaterCall {
  readonly callee: LaterCallee;
  readonly args: readonly string[];
  /** How the call before this one ended. */
  readonly previous: 'returned' | 'promised' | 'threw';
}

/** Calls as source that can be pasted: `f(3)(4)`, or `const result = f(); result.add(1); result.total()`. */
export function callSequenceText(
  name: string,
  inputs: { readonly receiver: string | null; readonly args: readonly string[] },
  later: readonly WrittenLaterCall[],
): string {
  const { receiver, args, statements } = namedInputs(inputs, later);
  const first = callText(name, receiver, args);
  const isChain = later.every(({ callee, previous }, index) => isResultOf(callee.from, index) && previous !== 'threw');
  if (isChain) {
    return later.reduce((text, call) => callOn(call.previous === 'promised' ? `(await ${text})` : text, call), first);
  }
  const isUsed = (call: number): boolean => later.some(({ callee: { from } }) => isResultOf(from, call));
  let statement = first;
  for (const [index, call] of later.entries()) {
    statements.push(asStatement(statement, call.previous, isUsed(index) ? resultName(index) : null));
    statement = callOn(rootText(call.callee.from, receiver, args), call);
  }
  return [...statements, statement].join(' ');
}

function isResultOf(from: LaterRoot, call: number): boolean {
  return from.kind === 'result' && from.call === call;
}

function asStatement(call: string, ended: WrittenLaterCall['previous'], name: string | null): string {
  if (ended === 'threw') return `try { ${call}; } catch {}`;
  const awaited = ended === 'promised' ? `await ${call}` : call;
  return name === null ? `${awaited};` : `const ${name} = ${awaited};`;
}

/** Inputs that later calls go back to have names. */
function namedInputs(
  { receiver, args }: { readonly receiver: string | null; readonly args: readonly string[] },
  later: readonly WrittenLaterCall[],
): { readonly receiver: string | null; readonly args: readonly string[]; readonly statements: string[] } {
  const statements: string[] = [];
  const named = (text: string, name: string, isUsed: boolean): string => {
    if (!isUsed || identifier.test(text)) return text;
    statements.push(`const ${name} = ${text};`);
    return name;
  };
  const roots = later.map(({ callee: { from } }) => from);
  const isSelfUsed = roots.some(({ kind }) => kind === 'receiver');
  const self = receiver === null ? null : named(receiver, 'self', isSelfUsed);
  const given = args.map((text, index) =>
    named(
      text,
      `argument${index + 1}`,
      roots.some((from) => from.kind === 'argument' && from.index === index),
    ),
  );
  return { receiver: self, args: given, statements };
}

function rootText(from: LaterRoot, receiver: string | null, args: readonly string[]): string {
  switch (from.kind) {
    case 'result':
      return resultName(from.call);
    case 'argument':
      return args[from.index] ?? 'undefined';
    case 'receiver':
      return receiver ?? 'this';
    case 'export':
    case 'variable':
      return from.name;
    case 'given':
      return `${givenName}[${from.call}]`;
    case 'outside':
      return from.name;
    case 'timer':
      return `await new Promise((done) => setTimeout(done, ${from.ms}))`;
  }
}

function resultName(call: number): string {
  return call === 0 ? 'result' : `result${call + 1}`;
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

function callOn(root: string, { callee, args }: WrittenLaterCall): string {
  if (callee.from.kind === 'timer') return root;
  return calleeText(root, callee, args);
}

/** A call of what is reached from something that is written down. */
export function calleeText(root: string, { keys, how }: LaterCallee, args: readonly string[]): string {
  const access = keys.map((key) =>
    typeof key === 'string' && identifier.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`,
  );
  const callee = `${root}${access.join('')}`;
  if (how === 'get') return callee;
  return how === 'new' ? `new (${callee})(${args.join(', ')})` : `${callee}(${args.join(', ')})`;
}
