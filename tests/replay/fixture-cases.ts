import type { ReplayInput } from '#replay/write-input';
import type { ReplayOutcome } from '#replay/outcome';
import { printObserved } from '#replay/print-observed';

/**
 * A case is a comment of a fixture: `//> name with receiver (args) → completion ; calls … ; args … ; this … ; state x = … ; async`.
 * Only what it mentions is compared.
 */
export interface FixtureCase {
  readonly line: string;
  readonly functionName: string;
  readonly input: ReplayInput;
  readonly expected: readonly string[];
}

export function casesIn(source: string): FixtureCase[] {
  return [...source.matchAll(/^[ \t]*\/\/> (.*)$/gm)].map(([, line = '']) => {
    const [call = '', outcome = ''] = line.split(' → ');
    const args = argumentsOf(call);
    const before = call.slice(0, call.length - args.length - 2).trimEnd();
    const [functionName = '', receiver] = before.split(' with ');
    return {
      line,
      functionName,
      input: { setup: [], receiver: receiver ?? null, args: splitTop(args) },
      expected: outcome.split(' ; '),
    };
  });
}

/** The words of the case, from what really happened. */
export function describeLike(expected: readonly string[], outcome: ReplayOutcome): string[] {
  return expected.map((part, i) => {
    if (i === 0) return completionText(outcome, part);
    if (part.startsWith('calls ')) {
      return `calls ${outcome.calls.map(({ callee, args }) => `${callee}(${args.map(printObserved).join(', ')})`).join(' ')}`;
    }
    if (part.startsWith('args ')) return `args ${outcome.args.map(printObserved).join(', ')}`;
    if (part.startsWith('this ')) return `this ${outcome.receiver === null ? 'none' : printObserved(outcome.receiver)}`;
    if (part.startsWith('state ')) {
      const name = part.split(' ')[1] ?? '';
      const found = outcome.moduleState.find(([variable]) => variable === name);
      return `state ${name} = ${found === undefined ? 'none' : printObserved(found[1])}`;
    }
    if (part === 'async') return outcome.async ? 'async' : 'not async';
    throw new Error(`a case says "${part}", which means nothing`);
  });
}

function completionText({ completion }: ReplayOutcome, expected: string): string {
  switch (completion.kind) {
    case 'returns':
      return printObserved(completion.value);
    case 'throws':
      return `throws ${printObserved(completion.error)}`;
    case 'exits':
      return `exits ${completion.code}`;
    case 'refused':
      return `refused ${completion.what}`;
    case 'crashed':
    case 'not-callable':
      return expected === completion.kind ? completion.kind : `${completion.kind} ${completion.reason}`;
    default:
      return completion.kind;
  }
}

/** What is between the last parenthesis and its partner. */
function argumentsOf(call: string): string {
  let depth = 0;
  for (let i = call.length - 1; i >= 0; i--) {
    if (call[i] === ')') depth++;
    if (call[i] === '(' && --depth === 0) return call.slice(i + 1, -1);
  }
  return '';
}

function splitTop(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if ('([{'.includes(text[i] ?? '')) depth++;
    if (')]}'.includes(text[i] ?? '')) depth--;
    if (text[i] === ',' && depth === 0) {
      parts.push(text.slice(from, i).trim());
      from = i + 1;
    }
  }
  const last = text.slice(from).trim();
  return last === '' ? parts : [...parts, last];
}
