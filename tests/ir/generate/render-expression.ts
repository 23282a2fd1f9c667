import { assertNever } from '#core/diagnostics';
import { choose, type Place } from './place';
import type { ArgTree, CalleeTree, ExprTree, KeyTree, PatternTree, PropertyTree, TargetTree } from './program-tree';
import { renderClass, renderFunctionExpression, renderMethod } from './render-function';

/** An expression that can stand anywhere: in parentheses unless it is a single word. */
export function renderExpr(tree: ExprTree, place: Place): string {
  const text = bare(tree, place);
  return /^[\w$.]+$/.test(text) && !/^\d/.test(text) ? text : `(${text})`;
}

/** Without parentheses where it continues an optional chain. */
function renderLink(tree: ExprTree, place: Place): string {
  if (tree.kind === 'member' || (tree.kind === 'call' && tree.callee.kind === 'method')) return bare(tree, place);
  return renderExpr(tree, place);
}

function bare(tree: ExprTree, place: Place): string {
  const sub = (inner: ExprTree): string => renderExpr(inner, place);
  switch (tree.kind) {
    case 'literal':
      return choose(literals, tree.pick) ?? '0';
    case 'read':
      return choose(tree.early ? place.names.later : place.names.values, tree.pick) ?? '1';
    case 'this':
      return place.strict ? 'this' : 'undefined';
    case 'arguments':
      return place.strict && place.mayUseArguments ? 'arguments' : '[]';
    case 'new-target':
      return 'new.target';
    case 'log':
      return `log(${place.counter.next()}, ${sub(tree.value)})`;
    case 'unary':
      return `${tree.op}${sub(tree.value)}`;
    case 'binary':
      return renderBinary(tree.op, tree.left, tree.right, place);
    case 'logical':
      return `${sub(tree.left)} ${tree.op} ${sub(tree.right)}`;
    case 'conditional':
      return `${sub(tree.test)} ? ${sub(tree.yes)} : ${sub(tree.no)}`;
    case 'assign':
      return `${renderTarget(tree.target, place)} ${tree.op} ${limited(tree.op, tree.value, place)}`;
    case 'assign-pattern':
      return renderPatternAssignment(tree, place);
    case 'update': {
      const target = renderTarget(tree.target, place);
      return tree.prefix ? `${tree.op}${target}` : `${target}${tree.op}`;
    }
    case 'member':
      return `${renderLink(tree.object, place)}${renderAccess(tree.key, tree.optional, place)}`;
    case 'call':
      return renderCall(tree.callee, tree.args, tree.optional, place);
    case 'new':
      return `new ${choose(place.names.classes.toReversed(), tree.pick) ?? 'Object'}${renderArgs(tree.args, place)}`;
    case 'array':
      return `[${tree.elements.map((element) => (element === null ? ',' : `${renderArg(element, place)},`)).join(' ')}]`;
    case 'object':
      return `{ ${tree.properties.map((property) => renderProperty(property, place)).join(', ')} }`;
    case 'function':
      return renderFunctionExpression(tree.fn, place);
    case 'class':
      return renderClass(tree.class, null, place);
    case 'template':
      return renderTemplate(tree.tagged, tree.values, place);
    case 'comma':
      return `${sub(tree.first)}, ${sub(tree.second)}`;
    case 'delete':
      return `delete ${renderLink(tree.object, place)}${renderAccess(tree.key, tree.optional, place)}`;
    case 'yield':
      if (!place.generator) return sub(tree.value);
      return tree.delegate ? `yield* ${place.async ? 'arr' : 'gen(4)'}` : `yield ${sub(tree.value)}`;
    case 'await':
      return place.async ? `await ${sub(tree.value)}` : sub(tree.value);
    case 'private':
      return renderPrivate(tree, place);
    case 'super':
      if (!place.hasSuper) return sub({ kind: 'literal', pick: 3 });
      return `super${renderAccess(tree.key, false, place)}${tree.call ? renderArgs(tree.args, place) : ''}`;
    default:
      return assertNever(tree);
  }
}

const literals = [
  '0', '1', '2', '-1', '-0', 'NaN', 'Infinity', '-Infinity', '0.5', '2147483648', '-2147483649', '4294967295',
  "''", "'a'", "'b'", "'10'", "'x y'", 'true', 'false', 'null', 'undefined', '3n', '[]', '{}', "'g'", '/r/g',
]; // prettier-ignore

const keys = ['a', 'b', 'p', 'g', 'm', 'n', 'f', 'deep', 'kept', 'zz'];

/** Powers, products and shifts get small numbers on the right: repeated in a loop they would not end. */
function limited(op: string, value: ExprTree, place: Place): string {
  if (!/^(\*\*|\*|<<)=$/.test(op)) return renderExpr(value, place);
  return value.kind === 'log' ? `log(${place.counter.next()}, 2)` : '2';
}

function renderBinary(op: string, left: ExprTree, right: ExprTree, place: Place): string {
  const first = renderExpr(left, place);
  if (op === '**' || op === '<<') return `${first} ${op} ${limited(`${op}=`, right, place)}`;
  if (op === 'in') return `${first} in ${objectLike(right, place)}`;
  if (op === 'instanceof') return `${first} instanceof ${choose(place.names.classes, 1) ?? 'Object'}`;
  return `${first} ${op} ${renderExpr(right, place)}`;
}

/** Mostly something that `in` accepts, so that not every use of it fails. */
function objectLike(tree: ExprTree, place: Place): string {
  return tree.kind === 'literal' ? 'obj' : renderExpr(tree, place);
}

export function renderTarget(tree: TargetTree, place: Place): string {
  if (tree.kind === 'variable') {
    const own = place.names.values.filter((name) => /^[vwp]\d/.test(name));
    return choose(own, tree.pick) ?? 'obj.zz';
  }
  return `${renderExpr(tree.object, place)}${renderAccess(tree.key, false, place)}`;
}

function renderAccess(key: KeyTree, optional: boolean, place: Place): string {
  const dot = optional ? '?.' : '';
  if (key.kind === 'computed') return `${dot}[${renderExpr(key.value, place)}]`;
  return `${optional ? '?.' : '.'}${choose(keys, key.pick) ?? 'a'}`;
}

/** A key as an object literal, a class or a pattern has it. */
export function renderKey(key: KeyTree, place: Place): string {
  return key.kind === 'computed' ? `[${renderExpr(key.value, place)}]` : (choose(keys, key.pick) ?? 'a');
}

export function renderArgs(args: readonly ArgTree[], place: Place): string {
  return `(${args.map((arg) => renderArg(arg, place)).join(', ')})`;
}

function renderArg(arg: ArgTree, place: Place): string {
  return arg.spread ? `...${iterable(arg.value, place)}` : renderExpr(arg.value, place);
}

/** Something iterable more often than a random value would be. */
export function iterable(tree: ExprTree, place: Place, isAwaited = false): string {
  if (tree.kind === 'literal' || tree.kind === 'log') {
    const fitting = place.names.functions.filter(({ async, generator }) => generator && (isAwaited || !async));
    const generators = fitting.map(({ name }) => `${name}(1)`);
    const number = tree.kind === 'literal' ? tree.pick : place.counter.next();
    return choose(['arr', 'iter', ...generators, ...generators, "'ab'", '[1, 2]'], number) ?? 'arr';
  }
  return tree.kind === 'array' || tree.kind === 'read' ? renderExpr(tree, place) : `log(${place.counter.next()}, arr)`;
}

function renderCall(callee: CalleeTree, args: readonly ArgTree[], optional: boolean, place: Place): string {
  const rest = `${optional ? '?.' : ''}${renderArgs(args, place)}`;
  if (callee.kind === 'value') return `${renderExpr(callee.value, place)}${rest}`;
  if (callee.kind === 'method') {
    return `${renderLink(callee.object, place)}${renderAccess(callee.key, callee.optional, place)}${rest}`;
  }
  // The program's own functions come first, so that small numbers find them.
  const found = choose(place.names.functions.toReversed(), callee.pick);
  if (found === undefined) return `id${rest}`;
  if (found.async && found.generator) return `typeof ${found.name}`;
  if (found.async) return place.async ? `await ${found.name}${rest}` : `watch(${found.name}${rest})`;
  const call = `${found.name}${rest}`;
  if (!found.generator) return call;
  const uses = [`[...${found.name}${renderArgs(args, place)}]`, call, `poke(${call})`, `${call}.next()`];
  return choose(uses, Math.floor(callee.pick / 4)) ?? call;
}

function renderTemplate(tagged: boolean, values: readonly ExprTree[], place: Place): string {
  const parts = values.map((value) => `\${${renderExpr(value, place)}} t\\n`);
  return `${tagged ? 'tag' : ''}\`s ${parts.join('')}\``;
}

function renderProperty(property: PropertyTree, place: Place): string {
  switch (property.kind) {
    case 'value':
      return `${renderKey(property.key, place)}: ${renderExpr(property.value, place)}`;
    case 'spread':
      return `...${renderExpr(property.value, place)}`;
    case 'method':
    case 'get':
    case 'set':
      return renderMethod(property.kind, renderKey(property.key, place), property.fn, place);
    default:
      return assertNever(property);
  }
}

function renderPrivate(tree: Extract<ExprTree, { kind: 'private' }>, place: Place): string {
  const member = choose(place.privates, tree.pick);
  if (member === undefined) return renderExpr(tree.value, place);
  if (tree.use === 'in') return `${member.name} in ${objectLike(tree.value, place)}`;
  if (tree.use === 'write' && !place.initialises) return `this.${member.name} = ${renderExpr(tree.value, place)}`;
  return tree.use === 'call' ? `this.${member.name}(${renderExpr(tree.value, place)})` : `this.${member.name}`;
}

function renderPatternAssignment(tree: Extract<ExprTree, { kind: 'assign-pattern' }>, place: Place): string {
  const leaf = (target: TargetTree): string => renderTarget(target, place);
  const value = tree.pattern.kind === 'array' ? iterable(tree.value, place) : renderExpr(tree.value, place);
  return `${renderPattern(tree.pattern, place, leaf)} = ${value}`;
}

/** `leaf` gives the variable, member or new name that a value ends up in. */
export function renderPattern(
  tree: PatternTree,
  place: Place,
  leaf: (target: TargetTree, name: number) => string,
): string {
  switch (tree.kind) {
    case 'leaf':
      return leaf(tree.target, tree.name);
    case 'array': {
      const elements = tree.elements.map((element) => (element === null ? '' : renderElement(element, place, leaf)));
      const rest = tree.rest === null ? [] : [`...${renderPattern(tree.rest, place, leaf)}`];
      return `[${[...elements, ...rest].join(', ')}]`;
    }
    case 'object': {
      const properties = tree.properties.map(
        ({ key, element }) => `${renderKey(key, place)}: ${renderElement(element, place, leaf)}`,
      );
      const rest = tree.rest ? [`...${leaf({ kind: 'variable', pick: 0 }, 0)}`] : [];
      return `{ ${[...properties, ...rest].join(', ')} }`;
    }
    default:
      return assertNever(tree);
  }
}

function renderElement(
  element: { readonly pattern: PatternTree; readonly fallback: ExprTree | null },
  place: Place,
  leaf: (target: TargetTree, name: number) => string,
): string {
  const pattern = renderPattern(element.pattern, place, leaf);
  return element.fallback === null ? pattern : `${pattern} = ${renderExpr(element.fallback, place)}`;
}
