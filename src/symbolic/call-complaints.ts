import type { Node } from 'oxc-parser';
import { typeOf } from './conversions';
import { throwTypeError } from './errors';
import { throwBare, throwNotFunction } from './library/call-site';
import type { Invoked, Machine } from './machine';
import { patternOf } from './pattern-source';
import { throwShown } from './shown';
import { callOf, isInKey, outerOf, parentOf, siteNode, type CallNode } from './site-source';
import { sourceText } from './source-text';
import type { SettledValue } from './value';

/** The engine's complaint about the call of something that is no function, or no constructor for `new`. */
export function throwNotCallable(machine: Machine, call: Invoked, callee: SettledValue): never {
  if (call.newTarget !== null) return throwNotConstructor(machine, call, callee);
  const made = madeCall(machine, call);
  if (made === null) return throwNotFunction(machine, callee);
  if (made === 'unknown') return throwTypeError(machine, '(intermediate value) is not a function');
  if (isSpreadEarly(made)) {
    const type = callee.kind === 'null' ? 'null' : withArticle(typeOf(machine, callee));
    const complaint = `, which is ${type} and not a function`;
    return throwShown(machine, 'TypeError', ['Function.prototype.apply was called on ', { of: callee }, complaint]);
  }
  if (isInKey(machine, made)) return throwNotFunction(machine, callee);
  const outer = outerOf(machine, made);
  if (outer?.type === 'YieldExpression' && outer.delegate) {
    return throwTypeError(machine, 'yield* (intermediate value) is not iterable');
  }
  const iterated = isIterated(machine, outer);
  const alternative = iterated ? ' or its return value is not iterable' : '';
  return throwTypeError(machine, `${calleeText(made, iterated)} is not a function${alternative}`);
}

export function throwNotConstructor(machine: Machine, call: Invoked, callee: SettledValue): never {
  if (call.text !== undefined) return throwTypeError(machine, `${call.text} is not a constructor`);
  const made = madeCall(machine, call);
  if (made === 'unknown') return throwTypeError(machine, '(intermediate value) is not a constructor');
  if (made === null || isInKey(machine, made)) return throwBare(machine, callee, ' is not a constructor');
  if (isSpreadEarly(made)) {
    return throwShown(machine, 'TypeError', [{ of: callee }, ' is not a constructor']);
  }
  return throwTypeError(machine, `${calleeText(made)} is not a constructor`);
}

/** The call in the source; null where the language calls, or the engine does not find the source. */
function madeCall(machine: Machine, call: Invoked): CallNode | 'unknown' | null {
  const node = call.to === 'call-return' ? siteNode(machine) : null;
  return node === null ? null : (callOf(node.origin) ?? 'unknown');
}

function calleeText(call: CallNode, iterated = false): string {
  return sourceText(call.type === 'TaggedTemplateExpression' ? call.tag : call.callee, iterated);
}

/** Arguments after a spread: the engine collects all in an array, and applies the function to it. */
export function isSpreadEarly(call: CallNode): boolean {
  if (call.type === 'TaggedTemplateExpression') return false;
  return call.arguments.slice(0, -1).some((argument) => argument.type === 'SpreadElement');
}

/** Where the value is iterated over at once, the position of the call is that of the iteration. */
function isIterated(machine: Machine, outer: Node | null): boolean {
  switch (outer?.type) {
    case 'ForOfStatement':
      return !outer.await;
    case 'SpreadElement':
      return parentOf(machine, outer)?.type === 'ArrayExpression';
    case 'VariableDeclarator':
    case 'AssignmentExpression':
      return patternOf(outer)?.type === 'ArrayPattern';
    default:
      return false;
  }
}

function withArticle(type: string): string {
  return type === 'object' ? 'an object' : `a ${type}`;
}
