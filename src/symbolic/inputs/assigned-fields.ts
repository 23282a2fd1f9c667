import type { Class, ClassElement, Expression, Node } from 'oxc-parser';
import { anyType, once, union, type DeclaredType, type Lazy } from './declared-type';
import { docFieldType } from './doc-fields';
import { likeFirst } from './guesses';
import { initialType } from './patterns';
import type { FunctionLike, Scope, TypeReader } from './reader';
import { paramParts } from './signatures';
import { childrenOf } from './syntax-children';

/** What a class assigns to its own fields, by name. */
export interface AssignedFields {
  /** What JavaScript classes assign in their constructor, the first time. */
  readonly first: ReadonlyMap<string, Lazy>;
  /** The type of a field that has this value at first. */
  startingWith(key: Node, name: string, value: Expression): Lazy;
}

export function assignedFields(
  r: TypeReader,
  node: Class,
  constructor: FunctionLike | null,
  scope: Scope,
): AssignedFields {
  const all = once(() => assignmentsIn(node.body));
  const startingWith = (key: Node, name: string, value: Expression): Lazy =>
    once(() =>
      r.guess({ node: key, scope }, likeFirst, () => {
        const first = initialType(r, value, scope);
        if (!scope.module.isJavaScript) return first;
        const others = all().get(name) ?? [];
        if (isNothing(value)) return laterHolding(r, value, others, scope);
        return first === anyType ? first : alsoHolding(r, first, others, scope);
      }),
    );
  const first = new Map<string, Lazy>();
  const isTyped = !scope.module.isJavaScript && !node.body.body.some(isUntypedField);
  const body = constructor !== null && 'body' in constructor ? constructor.body : null;
  if (body !== null && !isTyped) {
    for (const [name, [assigned]] of assignmentsIn(body)) {
      if (assigned === undefined) continue;
      const { key, node: whole, value } = assigned;
      first.set(name, docFieldType(r, whole, scope) ?? startingWith(key, name, value));
    }
  }
  return { first, startingWith };
}

/** Other values that the class puts into a field: anything, where a method does so with what it is given, and nothing is said of that. */
function alsoHolding(r: TypeReader, first: DeclaredType, assigned: readonly Assignment[], scope: Scope): DeclaredType {
  const written = assigned
    .filter(({ value, isGiven }) => isGiven || isPlain(value))
    .map(({ value }) => r.infer(value, scope, false));
  return written.includes(anyType) ? anyType : union([first, ...written]);
}

/** A field that begins with nothing: what the class puts into it later, if all of that is known. */
function laterHolding(r: TypeReader, first: Expression, assigned: readonly Assignment[], scope: Scope): DeclaredType {
  const later = assigned.filter(({ value }) => !isNothing(value)).map(({ value }) => r.infer(value, scope, false));
  if (later.length === 0 || later.some((type) => type === anyType)) return anyType;
  return union([r.infer(first, scope, false), ...later]);
}

function isNothing(value: Expression): boolean {
  return isUndefined(value) || (value.type === 'Literal' && value.value === null && !('regex' in value));
}

/** What is computed is taken to be like the first value, too. */
function isPlain(value: Expression): boolean {
  return value.type === 'Literal' || value.type === 'TemplateLiteral' || isUndefined(value);
}

function isUndefined(value: Expression): boolean {
  return value.type === 'Identifier' && value.name === 'undefined';
}

interface Assignment {
  readonly key: Node;
  readonly node: Node;
  readonly value: Expression;
  /** A parameter of a method, as it was handed in. */
  readonly isGiven: boolean;
}

/** `this.name = value`, in the order of the source; functions with a `this` of their own are left out unless they are members. */
function assignmentsIn(root: Node): ReadonlyMap<string, readonly Assignment[]> {
  const before = known.get(root);
  if (before !== undefined) return before;
  const found = new Map<string, Assignment[]>();
  const isMembers = root.type === 'ClassBody';
  const visit = (part: Node, given: ReadonlySet<string>): void => {
    const assigned = assignmentAt(part, isMembers ? given : noNames);
    if (assigned !== null) {
      const [name, assignment] = assigned;
      const list = found.get(name);
      if (list === undefined) found.set(name, [assignment]);
      else list.push(assignment);
    }
    for (const child of childrenOf(part)) {
      if (child.type.startsWith('Class')) continue;
      if (child.type === 'ArrowFunctionExpression') visit(child, new Set([...given, ...parametersOf(child)]));
      else if (!child.type.startsWith('Function')) visit(child, given);
      else if (part.type === 'MethodDefinition' && !part.static) {
        // What a constructor is given, callers choose for good; its types are read with it.
        visit(child, part.kind === 'constructor' ? noNames : parametersOf(child as FunctionLike));
      }
    }
  };
  visit(root, noNames);
  known.set(root, found);
  return found;
}

/** Classes are asked for with every function that takes an instance of one. */
const known = new WeakMap<Node, ReadonlyMap<string, readonly Assignment[]>>();

const noNames: ReadonlySet<string> = new Set();

function assignmentAt(part: Node, given: ReadonlySet<string>): readonly [string, Assignment] | null {
  if (part.type !== 'AssignmentExpression' || part.operator !== '=' || part.left.type !== 'MemberExpression') {
    return null;
  }
  const { object, property, computed } = part.left;
  if (object.type !== 'ThisExpression' || computed || property.type !== 'Identifier') return null;
  const isGiven = part.right.type === 'Identifier' && given.has(part.right.name);
  return [property.name, { key: property, node: part, value: part.right, isGiven }];
}

/** Names of parameters that nothing is said of. */
function parametersOf({ params }: FunctionLike): ReadonlySet<string> {
  const names = new Set<string>();
  for (const param of params) {
    const { place } = paramParts(param);
    if (place.type === 'Identifier') names.add(place.name);
  }
  return names;
}

function isUntypedField(element: ClassElement): boolean {
  return element.type === 'PropertyDefinition' && (element.typeAnnotation ?? null) === null && element.value === null;
}
