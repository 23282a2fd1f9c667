import { parseSync, visitorKeys, type Node } from 'oxc-parser';

/** One small change of a program's text that changes what it means. */
export interface Mutation {
  readonly what: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Every place where the text can be mutated, in source order. */
export function mutationsOf(path: string, text: string): Mutation[] {
  const { program } = parseSync(path, text, { astType: 'ts', range: true, preserveParens: false });
  const found: Mutation[] = [];
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    found.push(...mutationsAt(node, text));
    pending.push(...childrenOf(node));
  }
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end || (a.what < b.what ? -1 : 1));
}

export function mutate(text: string, { start, end, text: replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

const otherOperator: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '%',
  '/': '*',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '===',
  '!=': '==',
  '&&': '||',
  '||': '&&',
  '??': '||',
  '|': '&',
  '&': '|',
};

function mutationsAt(node: Node, text: string): Mutation[] {
  const { start, end } = node;
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const operator = otherOperator[node.operator];
      const at = text.indexOf(node.operator, node.left.end);
      // `a ?? b || c` and its kin need parentheses, which the text between the operands does not show.
      const isPlain =
        node.type === 'BinaryExpression' || !/\?\?|\|\||&&/.test(text.slice(start, at) + text.slice(at + 2, end));
      if (operator === undefined || at < 0 || at >= node.right.start || !isPlain) return [];
      return [{ what: 'operator', start: at, end: at + node.operator.length, text: operator }];
    }
    case 'Literal':
      if (typeof node.value === 'number') return [{ what: 'number', start, end, text: `${node.value + 1}` }];
      if (typeof node.value === 'boolean') return [{ what: 'boolean', start, end, text: String(!node.value) }];
      return [];
    case 'BreakStatement':
    case 'ContinueStatement':
      return node.label === null ? [{ what: 'removed jump', start, end, text: ';' }] : [];
    case 'IfStatement':
      if (node.alternate === null) return [];
      return [
        { what: 'removed else', start: node.consequent.end, end: node.alternate.start, text: '\n' },
        { what: 'removed alternate', start: node.consequent.end, end, text: '' },
      ];
    case 'WhileStatement':
      return [{ what: 'loop to branch', start, end: start + 'while'.length, text: 'if' }];
    case 'Program':
    case 'BlockStatement':
    case 'StaticBlock':
      return listMutations(node.body, text);
    case 'SwitchStatement':
      return swaps(node.cases, text, 'swapped cases');
    case 'SwitchCase':
      return listMutations(node.consequent, text);
    case 'CallExpression':
      if (node.arguments.length < 2) return [];
      return swaps(node.arguments, text, 'swapped arguments');
    case 'FunctionDeclaration':
      return node.params.length < 2 ? [] : swaps(node.params, text, 'swapped parameters');
    default:
      return [];
  }
}

function listMutations(body: readonly Node[], text: string): Mutation[] {
  const plain = body.filter((node) => node.type === 'ExpressionStatement' && typeof node.directive !== 'string');
  return [
    ...plain.map(({ start, end }) => ({ what: 'removed statement', start, end, text: ';' })),
    ...plain.map(({ end }) => ({ what: 'added statement', start: end, end, text: '\n;extra();' })),
    ...swaps(plain, text, 'swapped statements'),
  ];
}

/** Neighbours with different texts change places. */
function swaps(nodes: readonly Node[], text: string, what: string): Mutation[] {
  return nodes.slice(1).flatMap((second, i) => {
    const first = nodes[i];
    if (first === undefined || text.slice(first.start, first.end) === text.slice(second.start, second.end)) return [];
    const between = text.slice(first.end, second.start);
    const swapped = text.slice(second.start, second.end) + between + text.slice(first.start, first.end);
    return [{ what, start: first.start, end: second.end, text: swapped }];
  });
}

function childrenOf(node: Node): Node[] {
  const record = node as unknown as Readonly<Record<string, unknown>>;
  if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') return [];
  return (visitorKeys[node.type] ?? []).flatMap((key) => {
    const value = /^type[AP]|^returnType$/.test(key) ? null : record[key];
    return (Array.isArray(value) ? value : [value]).filter(
      (item): item is Node => typeof item === 'object' && item !== null,
    );
  });
}
