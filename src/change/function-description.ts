import { Visitor, type Node, type ParamPattern } from 'oxc-parser';
import type { FunctionIr, ModuleIr } from '#ir/cfg';

/** What a program can see of a function without calling it. */
export interface FunctionDescription {
  /** As the language gives it; null where that is only known at run time. */
  readonly name: string | null;
  readonly length: number;
  readonly text: string;
}

/** The descriptions of the functions of a module; null for what is no function to a program, as the module body. */
export function functionDescriptions(module: ModuleIr): (fn: FunctionIr) => FunctionDescription | null {
  let names: ReadonlyMap<number, string | null> | undefined;
  return (fn) => {
    const { start, end, params } = subject(module, fn) ?? {};
    if (start === undefined || end === undefined || params === undefined) return null;
    const name = declaredName(fn) ?? (names ??= namesByPlace(module)).get(start) ?? null;
    return { name, length: lengthOf(params), text: module.text.slice(start, end) };
  };
}

/** The name that a function declaration has, whatever stands around it; null for all else. */
function declaredName({ kind, origin }: FunctionIr): string | null {
  return kind === 'function' && origin.type === 'FunctionDeclaration' ? (origin.id?.name ?? 'default') : null;
}

interface Subject {
  readonly start: number;
  readonly end: number;
  readonly params: readonly ParamPattern[];
}

/** A constructor is what a program knows as the class. */
function subject({ classes }: ModuleIr, { kind, origin, classIndex, start, end }: FunctionIr): Subject | null {
  const params = 'params' in origin && Array.isArray(origin.params) ? (origin.params as ParamPattern[]) : [];
  switch (kind) {
    case 'function':
    case 'arrow':
    case 'method':
      return { start, end, params };
    case 'constructor': {
      const klass = classIndex === null ? undefined : classes[classIndex];
      return klass === undefined ? null : { start: klass.start, end: klass.end, params };
    }
    default:
      return null;
  }
}

/** How many parameters come before the first one with a default value or the rest. */
function lengthOf(params: readonly ParamPattern[]): number {
  const real = params.filter((param) => !isThis(param));
  const first = real.findIndex((param) => {
    const pattern = param.type === 'TSParameterProperty' ? param.parameter : param;
    return pattern.type === 'RestElement' || pattern.type === 'AssignmentPattern';
  });
  return first < 0 ? real.length : first;
}

function isThis(param: ParamPattern): boolean {
  return (param.type as string) === 'TSThisParameter' || (param.type === 'Identifier' && param.name === 'this');
}

/** By where functions and classes start: their names (ECMA-262, NamedEvaluation); null for computed keys. */
function namesByPlace(module: ModuleIr): ReadonlyMap<number, string | null> {
  const found = new Map<number, string | null>();
  const { origin } = module.functions[0]!;
  if (origin.type !== 'Program') return found;
  const give = (value: Node | null | undefined, name: string | null): void => {
    const named = value === null || value === undefined ? null : unwrapped(value);
    if (named !== null && isAnonymous(named)) found.set(named.start, name);
  };
  new Visitor({
    FunctionDeclaration: (node) => void found.set(node.start, node.id?.name ?? 'default'),
    FunctionExpression: (node) => void (node.id === null || found.set(node.start, node.id.name)),
    ClassDeclaration: (node) => void found.set(node.start, node.id?.name ?? 'default'),
    ClassExpression: (node) => void (node.id === null || found.set(node.start, node.id.name)),
    VariableDeclarator: (node) => void (node.id.type === 'Identifier' && give(node.init, node.id.name)),
    AssignmentExpression: (node) =>
      void (node.left.type === 'Identifier' && isNaming(node.operator) && give(node.right, node.left.name)),
    AssignmentPattern: (node) => void (node.left.type === 'Identifier' && give(node.right, node.left.name)),
    Property: (node) => give(node.value, byKey(node.key, node.computed)),
    PropertyDefinition: (node) => give(node.value, byKey(node.key, node.computed)),
    AccessorProperty: (node) => give(node.value, byKey(node.key, node.computed)),
    MethodDefinition: (node) => give(node.value, byKey(node.key, node.computed)),
    ExportDefaultDeclaration: (node) => give(node.declaration, 'default'),
  }).visit(origin);
  return found;
}

function byKey(key: Node, computed: boolean): string | null {
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  if (key.type === 'Literal') return String(key.value);
  return key.type === 'Identifier' && !computed ? key.name : null;
}

function isNaming(operator: string): boolean {
  return operator === '=' || operator === '??=' || operator === '||=' || operator === '&&=';
}

function isAnonymous(node: Node): boolean {
  switch (node.type) {
    case 'ArrowFunctionExpression':
      return true;
    case 'FunctionExpression':
    case 'FunctionDeclaration':
    case 'ClassExpression':
    case 'ClassDeclaration':
      return node.id === null;
    default:
      return false;
  }
}

/** Parentheses and types leave no trace. */
function unwrapped(node: Node): Node {
  let at = node;
  while (
    at.type === 'ParenthesizedExpression' ||
    at.type === 'TSAsExpression' ||
    at.type === 'TSSatisfiesExpression' ||
    at.type === 'TSNonNullExpression' ||
    at.type === 'TSTypeAssertion'
  )
    at = at.expression;
  return at;
}
