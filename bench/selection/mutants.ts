import { parseSync, Visitor } from 'oxc-parser';

/** One small change of a file. */
export interface Mutant {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: string;
}

const swapped: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
};

/** All mutants of a file that its syntax allows: other operators, constants, conditions, no result, no statement. */
export function mutantsOf(path: string, source: string): Mutant[] {
  const found: Mutant[] = [];
  const quiet = new Set<number>();
  const add = (kind: string, start: number, end: number, text: string): void => {
    found.push({ path, kind, start, end, text });
  };
  const operator = (left: { end: number }, right: { start: number }, sign: string): void => {
    const other = swapped[sign];
    const at = source.indexOf(sign, left.end);
    if (other !== undefined && at >= 0 && at < right.start) add(`${sign} to ${other}`, at, at + sign.length, other);
  };
  const keep = (node: { start: number } | null | undefined): void => {
    if (node !== null && node !== undefined) quiet.add(node.start);
  };
  new Visitor({
    ImportDeclaration: (node) => keep(node.source),
    ExportAllDeclaration: (node) => keep(node.source),
    ExportNamedDeclaration: (node) => keep(node.source),
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') keep(node.arguments[0]);
    },
    BinaryExpression: (node) => operator(node.left, node.right, node.operator),
    LogicalExpression: (node) => operator(node.left, node.right, node.operator),
    Literal(node) {
      if (quiet.has(node.start)) return;
      const { value } = node;
      if (typeof value === 'number') add('number', node.start, node.end, `(${value} + 1)`);
      if (typeof value === 'boolean') add('boolean', node.start, node.end, String(!value));
    },
    IfStatement: (node) =>
      add('negated condition', node.test.start, node.test.end, `!(${source.slice(node.test.start, node.test.end)})`),
    ReturnStatement(node) {
      if (node.argument !== null) add('no result', node.argument.start, node.argument.end, 'undefined');
    },
    ExpressionStatement(node) {
      if (!('directive' in node) || node.directive === null || node.directive === undefined) {
        add('no statement', node.start, node.end, ';');
      }
    },
  }).visit(parseSync(path, source).program);
  return found;
}

export function apply({ start, end, text }: Mutant, source: string): string {
  return source.slice(0, start) + text + source.slice(end);
}
