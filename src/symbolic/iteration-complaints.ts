import type { Node } from 'oxc-parser';
import type { IterKind } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import { isSpreadEarly } from './call-complaints';
import { throwTypeError } from './errors';
import { throwNotFunction, throwNotIterable } from './library/call-site';
import type { Machine } from './machine';
import { takenApart, throwNullishRead } from './nullish-complaints';
import { patternOf, patternSource, patternSourceText } from './pattern-source';
import { callOf, outerOf, parentOf, siteNode } from './site-source';
import { foundAtStart, isCall, lastRecorded, type Recorded } from './source-position';
import { erased, sourceText } from './source-text';
import { spreadArgument } from './spread-argument';
import type { SettledValue, Value } from './value';

const noSymbol = ' is not iterable (cannot read property Symbol(Symbol.iterator))';

/** The engine's complaint where a statement, a pattern or `yield*` iterates over something that it cannot. */
export function throwNotIterated(machine: Machine, value: SettledValue, method: Value, over: IterKind): never {
  const node = siteNode(machine);
  const origin = node?.origin;
  if (origin === undefined) return throwNotIterable(machine, value);
  if (over === 'async-values') {
    return node?.op.kind === 'yield'
      ? notYielded(machine, value, method, origin)
      : notAwaited(machine, value, method, origin);
  }
  if (node?.op.kind === 'yield') return yieldStar(machine, value, origin);
  if (node?.op.kind !== 'iter-open') return throwNotIterable(machine, value);
  const pattern = patternOf(origin);
  if (pattern?.type === 'ArrayPattern') return inPattern(machine, value, pattern);
  return forOf(machine, value, origin);
}

/** The complaint about what is spread in an array literal, or for arguments, which become one first. */
export function throwNotSpread(machine: Machine, value: SettledValue, expr: Expr): never {
  const node = siteNode(machine);
  const argument = node === null ? null : spreadArgument(machine, node.origin, expr);
  if (argument === null) return throwNotIterable(machine, value);
  const spread = outerOf(machine, argument);
  const owner = spread === null ? null : parentOf(machine, spread);
  if (owner?.type !== 'ArrayExpression') return amongArguments(machine, value, argument);
  return asIterable(machine, erased(argument));
}

/** The complaint about a spread argument of a call. */
export function throwNotSpreadArgument(machine: Machine, value: SettledValue, index: number): never {
  const node = siteNode(machine);
  const origin = node === null ? null : callOf(node.origin);
  const argument = origin === null || origin.type === 'TaggedTemplateExpression' ? undefined : origin.arguments[index];
  if (origin !== null && isSpreadEarly(origin)) return amongArguments(machine, value, argument);
  if (value.kind !== 'undefined' && value.kind !== 'null') {
    return throwTypeError(machine, 'Spread syntax requires ...iterable[Symbol.iterator] to be a function');
  }
  const bare = value.kind === 'null' ? 'object null' : value.kind;
  const text = argument?.type === 'SpreadElement' ? sourceText(argument.argument) : bare;
  return throwTypeError(machine, `${text} is not iterable (cannot read property ${value.kind})`);
}

function amongArguments(machine: Machine, value: SettledValue, argument: Node | undefined): never {
  const spread = argument?.type === 'SpreadElement' ? argument.argument : argument;
  const found = spread === undefined ? null : erased(spread);
  return found !== null && isCall(found) ? asCalled(machine, found) : throwNotIterable(machine, value);
}

function yieldStar(machine: Machine, value: SettledValue, origin: Node): never {
  const node = erased(origin);
  const argument = node.type === 'YieldExpression' ? node.argument : null;
  if (argument === null) return throwNotIterable(machine, value);
  const recorded = lastRecorded(argument);
  if (recorded === erased(argument)) return throwTypeError(machine, 'yield* (intermediate value) is not iterable');
  if (recorded === null || recorded === 'a part' || !isCall(recorded)) return throwNotIterable(machine, value);
  return asCalled(machine, recorded);
}

function forOf(machine: Machine, value: SettledValue, wrapped: Node): never {
  const subject = erased(wrapped);
  const recorded = lastRecorded(subject);
  if (recorded === null || recorded === subject) return asIterable(machine, subject);
  return recorded !== 'a part' && isCall(recorded) ? asCalled(machine, recorded) : throwNotIterable(machine, value);
}

/** `yield*` in an async generator. */
function notYielded(machine: Machine, value: SettledValue, method: Value, wrapped: Node): never {
  if (value.kind === 'undefined' || value.kind === 'null') return throwNoAsyncIterator(machine, value.kind);
  const origin = erased(wrapped);
  const declared = origin.type === 'VariableDeclarator' && origin.init !== null ? erased(origin.init) : origin;
  const argument = declared.type === 'YieldExpression' ? declared.argument : null;
  const recorded = argument === null ? null : lastRecorded(argument);
  if (argument === null || recorded === 'a part' || recorded === erased(argument)) {
    return machine.unsupported("the engine's words for a yield* over something that is not async iterable");
  }
  return notCallable(machine, method, recorded);
}

/** `for await`. */
function notAwaited(machine: Machine, value: SettledValue, method: Value, wrapped: Node): never {
  if (value.kind === 'undefined' || value.kind === 'null') return throwNoAsyncIterator(machine, value.kind);
  const subject = erased(wrapped);
  const recorded = lastRecorded(subject);
  if (recorded !== null && recorded !== subject) return notCallable(machine, method, recorded);
  const alternative = isCall(subject) ? 'a function or its return value is not ' : '';
  return throwTypeError(machine, `${sourceText(subject)} is not ${alternative}async iterable`);
}

function throwNoAsyncIterator(machine: Machine, kind: 'undefined' | 'null'): never {
  return throwNullishRead(machine, kind, machine.terms.constant('Symbol(Symbol.asyncIterator)'));
}

/** The engine speaks of the call that it found, or else of the method. */
function notCallable(machine: Machine, method: Value, recorded: Recorded): never {
  if (recorded === null || recorded === 'a part' || !isCall(recorded)) return throwNotFunction(machine, method);
  return throwTypeError(machine, `${calleeText(recorded)} is not a function`);
}

function inPattern(machine: Machine, value: SettledValue, pattern: Node): never {
  const source = patternSource(machine, pattern);
  if (source.kind === 'value' && source.by === 'declaration') {
    const found = foundAtStart(source.value);
    if (found === null) return throwNotIterable(machine, value);
    return found === erased(source.value) ? asIterable(machine, found) : asCalled(machine, found);
  }
  if (source.kind === 'value' && source.by === 'default') {
    const node = erased(source.value);
    const isFound = node.type === 'Identifier' || lastRecorded(node) === node;
    return isFound ? asIterable(machine, node) : throwNotIterable(machine, value);
  }
  if (source.kind === 'text' && source.by === 'parameter') return ofParameter(machine, value, pattern);
  if (source.kind === 'text' && source.by === 'for') return throwTypeError(machine, `${source.text} is not iterable`);
  const property = source.kind === 'nested' ? parentOf(machine, pattern) : null;
  const around = property?.type === 'Property' ? parentOf(machine, property) : null;
  if (property === null || around === null) return throwNotIterable(machine, value);
  if (value.kind === 'undefined' || value.kind === 'null') {
    const taken = takenApart(machine, property, value.kind);
    if (taken === null) return throwNotIterable(machine, value);
    return throwTypeError(machine, `Cannot destructure property 'Symbol(Symbol.iterator)' ${taken}`);
  }
  const text = patternSourceText(patternSource(machine, around));
  return text === null ? throwNotIterable(machine, value) : throwTypeError(machine, `${text}${noSymbol}`);
}

function ofParameter(machine: Machine, value: SettledValue, pattern: Node): never {
  const around = parentOf(machine, pattern);
  const recorded = around?.type === 'AssignmentPattern' ? lastRecorded(around.right) : null;
  const isCalled = recorded !== null && recorded !== 'a part' && isCall(recorded);
  return isCalled ? asCalled(machine, recorded) : throwNotIterable(machine, value);
}

/** The engine found the expression that is iterated over. */
function asIterable(machine: Machine, node: Node): never {
  const alternative = isCall(node) ? 'a function or its return value is not ' : '';
  return throwTypeError(machine, `${sourceText(node, true)} is not ${alternative}iterable`);
}

/** The engine found a call that made the value. */
function asCalled(machine: Machine, call: Node): never {
  return throwTypeError(machine, `${calleeText(call)}${noSymbol}`);
}

function calleeText(call: Node): string {
  if (call.type === 'TaggedTemplateExpression') return sourceText(call.tag);
  return sourceText(call.type === 'CallExpression' || call.type === 'NewExpression' ? call.callee : call);
}
