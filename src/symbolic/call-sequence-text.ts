import type { LaterCallee, LaterRoot } from '#replay/later-call';

/** A call of what earlier ones have handed on, written down. */
export interface WrittenLaterCall {
  readonly callee: LaterCallee;
  readonly args: readonly string[];
  /** How the call before this one ended. */
  readonly previous: 'returned' | 'promised' | 'threw';
}

/** Calls as source that can be pasted: `f(3)(4)`, or `const result = f(); result.add(1); result.total()`. */
export function callSequenceText(
  first: string,
  inputs: { readonly receiver: string | null; readonly args: readonly string[] },
  later: readonly WrittenLaterCall[],
): string {
  const isChain = later.every(({ callee, previous }, index) => isResultOf(callee.from, index) && previous !== 'threw');
  if (isChain) {
    return later.reduce((text, call) => callOn(call.previous === 'promised' ? `(await ${text})` : text, call), first);
  }
  const isUsed = (call: number): boolean => later.some(({ callee: { from } }) => isResultOf(from, call));
  let statement = first;
  const statements: string[] = [];
  for (const [index, call] of later.entries()) {
    statements.push(asStatement(statement, call.previous, isUsed(index) ? resultName(index) : null));
    statement = callOn(rootText(call.callee.from, inputs), call);
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

function rootText(
  from: LaterRoot,
  { receiver, args }: { readonly receiver: string | null; readonly args: readonly string[] },
): string {
  switch (from.kind) {
    case 'result':
      return resultName(from.call);
    case 'argument':
      return args[from.index] ?? 'undefined';
    case 'receiver':
      return receiver ?? 'this';
    case 'variable':
      return from.name;
  }
}

function resultName(call: number): string {
  return call === 0 ? 'result' : `result${call + 1}`;
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

function callOn(root: string, { callee: { keys, how }, args }: WrittenLaterCall): string {
  const access = keys.map((key) =>
    typeof key === 'string' && identifier.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`,
  );
  const callee = `${root}${access.join('')}`;
  if (how === 'get') return callee;
  return how === 'new' ? `new (${callee})(${args.join(', ')})` : `${callee}(${args.join(', ')})`;
}
