/** Nodes of a tree of instrumented code, of whatever parser. */
interface AnyNode {
  readonly type: string;
  readonly [part: string]: unknown;
}

/** What is used of the options of `ast-v8-to-istanbul`. */
export interface ConvertOptions {
  ignoreNode?(node: AnyNode, type: string): unknown;
}

/** Makes coverage that is computed from a tree leave probes out, and what is inside of them. */
export function withoutProbeNodes<T extends ConvertOptions>(options: T): T {
  return {
    ...options,
    ignoreNode: (node: AnyNode, type: string) =>
      isProbe(node) ? 'ignore-this-and-nested-nodes' : options.ignoreNode?.(node, type),
  };
}

/** Whether a node is text of the instrumenter alone: it begins with one of the names that the instrumenter makes up. */
export function isProbe(node: unknown): boolean {
  if (!isNode(node)) return false;
  switch (node.type) {
    case 'ExpressionStatement':
      return isProbe(node['expression']);
    case 'LogicalExpression':
      return isProbe(node['left']) || isOurs(node['left']);
    case 'BinaryExpression':
      return isOurs(node['left']);
    case 'MemberExpression':
      return isOurs(node['object']);
    case 'CallExpression':
      // With another argument than the number of a function, the call is around code of the user.
      return isOurs(node['callee'])
        ? count(node['arguments']) < 2
        : isProbe(node['callee']) && count(node['arguments']) === 0;
    case 'FunctionDeclaration':
    case 'VariableDeclarator':
      return isOurs(node['id']);
    case 'VariableDeclaration':
      return isProbe(first(node['declarations']));
    default:
      return false;
  }
}

function isOurs(node: unknown): boolean {
  return (
    isNode(node) && node.type === 'Identifier' && typeof node['name'] === 'string' && node['name'].startsWith('$wb')
  );
}

function count(args: unknown): number {
  return Array.isArray(args) ? args.length : 0;
}

function first(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
