import { parseSync, visitorKeys, type Node } from 'oxc-parser';

/** Ways of writing the same program differently; `types` only where the text may hold types. */
export type Noise = 'parentheses' | 'comment' | 'cast' | 'spelling' | 'blank';

/** Writes a program differently without changing what it means; `choose` is asked at every place. */
export function addNoise(path: string, text: string, choose: () => Noise | null): string {
  const { program } = parseSync(path, text, { astType: 'ts', range: true, preserveParens: false });
  const before = new Map<number, string[]>();
  const after = new Map<number, string[]>();
  const replaced = new Map<number, { end: number; text: string }>();
  const wrap = (node: Node, prefix: string, suffix: string): void => {
    before.set(node.start, [...(before.get(node.start) ?? []), prefix]);
    after.set(node.end, [suffix, ...(after.get(node.end) ?? [])]);
  };
  const visit = (node: Node): void => {
    for (const { child, role } of childrenOf(node)) {
      const noise = choose();
      if (noise === 'blank' && isStatement(node, role)) wrap(child, '\n\n  /* here */ ', ' // there\n');
      if (isFree(node, role, child)) {
        if (noise === 'parentheses') wrap(child, '( ', ')');
        if (noise === 'comment') wrap(child, '/* , ( { */', '');
        if (noise === 'cast') wrap(child, '((', ') as any)');
      }
      const spelled = noise === 'spelling' ? respell(child) : null;
      if (spelled !== null) replaced.set(child.start, { end: child.end, text: spelled });
      visit(child);
    }
  };
  visit(program);
  return write(text, before, after, replaced);
}

function write(
  text: string,
  before: ReadonlyMap<number, readonly string[]>,
  after: ReadonlyMap<number, readonly string[]>,
  replaced: ReadonlyMap<number, { readonly end: number; readonly text: string }>,
): string {
  let result = '';
  for (let at = 0; at <= text.length;) {
    result += (after.get(at) ?? []).join('') + (before.get(at) ?? []).join('');
    const replacement = replaced.get(at);
    result += replacement?.text ?? text[at] ?? '';
    at = replacement?.end ?? at + 1;
  }
  return result;
}

/** Roles in which an expression may be wrapped without becoming anything else. */
const free: Readonly<Record<string, readonly string[]>> = {
  ArrayExpression: ['elements'],
  AssignmentExpression: ['right'],
  BinaryExpression: ['left', 'right'],
  CallExpression: ['arguments'],
  ConditionalExpression: ['test', 'consequent', 'alternate'],
  IfStatement: ['test'],
  LogicalExpression: ['left', 'right'],
  ReturnStatement: ['argument'],
  UnaryExpression: ['argument'],
  VariableDeclarator: ['init'],
  WhileStatement: ['test'],
};

function isFree(parent: Node, role: string, child: Node): boolean {
  if (child.type === 'SpreadElement' || child.type === 'PrivateIdentifier') return false;
  return free[parent.type]?.includes(role) ?? false;
}

function isStatement(parent: Node, role: string): boolean {
  return role === 'body' && (parent.type === 'Program' || parent.type === 'BlockStatement');
}

/** The same value in other characters. */
function respell(node: Node): string | null {
  if (node.type !== 'Literal') return null;
  if (typeof node.value === 'number') return Number.isInteger(node.value) ? `0x${node.value.toString(16)}` : null;
  if (typeof node.value !== 'string' || node.raw === null || node.value.includes('strict')) return null;
  return /["'\\]/.test(node.value) ? null : node.raw.startsWith('"') ? `'${node.value}'` : `"${node.value}"`;
}

function childrenOf(node: Node): { child: Node; role: string }[] {
  const record = node as unknown as Readonly<Record<string, unknown>>;
  return (visitorKeys[node.type] ?? []).flatMap((role) => {
    const value = record[role];
    const items = (Array.isArray(value) ? value : [value]).filter(
      (item): item is Node => typeof item === 'object' && item !== null,
    );
    return items.map((child) => ({ child, role }));
  });
}
