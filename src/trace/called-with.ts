import type { Node } from 'oxc-parser';
import { runtimeChildren } from './list-functions';
import type { FunctionNode } from './placer-request';
import type { CalledWith } from './probes';

/** `kind` is that of the function as it is numbered: a constructor has no `this` before its class is made. */
export function calledWith(node: FunctionNode, kind: string, code: string): CalledWith {
  // A generator begins when somebody asks for its first value, when its arguments may be other than they were.
  if (node.generator || node.params.some((param) => runsCode(param))) return { receiver: 'undefined', args: 'null' };
  if (node.type === 'ArrowFunctionExpression') return { receiver: 'undefined', args: parameterList(node) };
  const text = code.slice(node.start, node.end);
  if (declaresArguments(text)) return { receiver: 'undefined', args: 'null' };
  const hasReceiver = kind !== 'constructor' && /\b(?:this|super)\b/.test(text);
  return { receiver: hasReceiver ? 'this' : 'undefined', args: 'arguments' };
}

/** An arrow function has no `arguments`: only names hold what came in, unless they have a default. */
function parameterList({ params }: FunctionNode): string {
  const names = params.map((param) => {
    if (param.type === 'Identifier') return param.name;
    return param.type === 'RestElement' && param.argument.type === 'Identifier' ? `...${param.argument.name}` : null;
  });
  return names.includes(null) ? 'null' : `[${names.join(',')}]`;
}

/** Default values can change what was handed in before the body begins. */
function runsCode(node: Node): boolean {
  if (/^(?:Call|New|TaggedTemplate|Assignment|Update|Await|Yield)Expression$/.test(node.type)) return true;
  if (node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression') return false;
  return runtimeChildren(node).some((child) => runsCode(child));
}

/** The name may mean something else there, or be assigned to. */
function declaresArguments(text: string): boolean {
  return /\b(?:var|let|const|function|class)\s+arguments\b|[(,{[]\s*(?:\.{3})?arguments\s*[,)=}\]]/.test(text);
}
