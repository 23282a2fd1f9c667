import { Visitor, type Node, type Program } from 'oxc-parser';
import type { FoundFunction } from '#trace/list-functions';

/** A place that calls something: a call, `new`, a tag. */
export interface CallSite {
  readonly node: Node;
  readonly callee: Node;
  /** Where what is called is named: the property, or the start of the callee. */
  readonly namedAt: number;
  /** The last name of the callee; null where it has none. */
  readonly name: string | null;
  /** Index of the function that it is written in. */
  readonly within: number;
}

/** All calls of a module, with the functions that they are written in. */
export function callSites(tree: Program, functions: readonly FoundFunction[]): CallSite[] {
  const found: CallSite[] = [];
  const within = innermost(functions);
  const add = (node: Node, callee: Node): void => {
    const named = callee.type === 'MemberExpression' ? callee.property : callee;
    const name = named.type === 'Identifier' || named.type === 'PrivateIdentifier' ? named.name : null;
    found.push({ node, callee, namedAt: named.start, name, within: within(node.start) });
  };
  new Visitor({
    CallExpression: (node) => add(node, node.callee),
    NewExpression: (node) => add(node, node.callee),
    TaggedTemplateExpression: (node) => add(node, node.tag),
  }).visit(tree);
  return found;
}

/** The function that an offset lies in. Values of fields count as part of what their class is written in. */
function innermost(functions: readonly FoundFunction[]): (offset: number) => number {
  const inOrder = functions
    .map(({ node, kind }, index) => ({ start: node.start, kind, index }))
    .filter(({ kind }) => kind !== 'fields' && kind !== 'static')
    .toSorted((a, b) => a.start - b.start);
  return (offset) => {
    let low = 0;
    let high = inOrder.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((inOrder[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    let found = inOrder[low]?.index ?? 0;
    for (let fn = functions[found]; found !== 0 && fn !== undefined; fn = functions[found]) {
      const isOwn = fn.kind !== 'fields' && fn.kind !== 'static';
      if (isOwn && offset < fn.node.end) return found;
      found = fn.parent ?? 0;
    }
    return 0;
  };
}
