import type { Node } from 'oxc-parser';

/**
 * Messages of the engine write out what was called, or taken apart, as the source has it: `f(...).g is not a function`.
 * The call, or what was waited for, whose result is called or is the object of what is; null where there is none.
 */
export function namedByCall(call: Node): NamedResult | null {
  let isPlain = true;
  let link: Node | null = 'callee' in call ? call.callee : 'tag' in call ? call.tag : null;
  while (link !== null && !isResult(link)) {
    if (link.type === 'MemberExpression' && link.computed && !/^(?:Literal|Identifier)$/.test(link.property.type))
      isPlain = false;
    link = link.type === 'MemberExpression' ? link.object : withoutType(link);
  }
  return link === null ? null : { node: link, isPlain };
}

export interface NamedResult {
  readonly node: Node;
  /** Whether nothing is evaluated between it and the arguments of the call. */
  readonly isPlain: boolean;
}

function isResult({ type }: Node): boolean {
  return /^(?:Call|New|Await|Yield|TaggedTemplate)Expression$/.test(type);
}

/** What a result is taken apart by, as far as a message tells of it when there is nothing to take apart. */
export interface TakenApart {
  readonly node: Node;
  /** The calls, with nothing handed in, that it comes from, or null where messages do not write it out. */
  readonly call: string | null;
  /** Statements that take apart what stands for `@`. */
  readonly form: string;
}

/** `const { a } = f()`, `[a] = f()`, `for (const a of f())`; null for what is none of these. */
export function takenApart(node: Node): TakenApart | null {
  switch (node.type) {
    case 'VariableDeclarator':
      return node.init === null ? null : madeOf(node.init, patternText(node.id), (pattern) => `const ${pattern}=@`);
    case 'AssignmentExpression':
      return madeOf(node.right, patternText(node.left), (pattern) => `let x;(${pattern}=@)`);
    case 'ForOfStatement':
      return node.await ? null : madeOf(node.right, 'x', (pattern) => `for(const ${pattern} of @);`);
    default:
      return null;
  }
}

function madeOf(value: Node, pattern: string | null, form: (pattern: string) => string): TakenApart | null {
  if (pattern === null) return null;
  let node = value;
  for (let inner = withoutType(node); inner !== null; inner = withoutType(node)) node = inner;
  if (/^(?:Await|Yield)Expression$/.test(node.type)) return { node, call: null, form: form(pattern) };
  const call = callText(node);
  return call?.includes('(') !== true ? null : { node, call, form: form(pattern) };
}

/** Messages tell of the first property alone. */
function patternText(pattern: Node): string | null {
  if (pattern.type === 'ArrayPattern') return '[x]';
  if (pattern.type !== 'ObjectPattern') return null;
  const [first] = pattern.properties;
  if (first?.type !== 'Property' || first.computed) return '{}';
  const { key } = first;
  if (key.type === 'Identifier') return `{${key.name}:x}`;
  return key.type === 'Literal' && key.raw !== null ? `{${key.raw}:x}` : null;
}

/** A chain of names and calls; null for anything else. */
function callText(node: Node): string | null {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'ThisExpression':
      return 'this';
    case 'MemberExpression': {
      const object = callText(node.object);
      const name = nameOf(node);
      return object === null || name === null ? null : `${object}${node.optional ? '?.' : '.'}${name}`;
    }
    case 'CallExpression': {
      const callee = callText(node.callee);
      return callee === null ? null : `${callee}${node.optional ? '?.' : ''}()`;
    }
    case 'ChainExpression':
      return callText(node.expression);
    default: {
      const inner = withoutType(node);
      return inner === null ? null : callText(inner);
    }
  }
}

function nameOf({ computed, property }: Extract<Node, { type: 'MemberExpression' }>): string | null {
  if (!computed) return property.type === 'Identifier' ? property.name : null;
  const key = property.type === 'Literal' ? property.value : null;
  return typeof key === 'string' && /^[A-Za-z_$][\w$]*$/.test(key) ? key : null;
}

/** The expression that a type is said of; null for what is no such. */
function withoutType(node: Node): Node | null {
  switch (node.type) {
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
      return node.expression;
    default:
      return null;
  }
}
