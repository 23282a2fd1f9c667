import type { ChangeSet, FunctionChange, FunctionRef } from '#change/change-set';

/** What changed, one fact a line: the notation of the fixtures. */
export function describeChanges(changes: ChangeSet): string {
  const lines = changes.functions.flatMap(describeFunction);
  for (const change of changes.moduleChanges) lines.push(`module: ${change.description}`);
  for (const edit of changes.edits) {
    const needs = edit.entails.length === 0 ? '' : ` (with ${edit.entails.join(', ')})`;
    lines.push(`${edit.id}: ${edit.description}${needs}`);
  }
  return lines.length === 0 ? 'nothing' : lines.join('\n');
}

function describeFunction(change: FunctionChange): string[] {
  const { status, base, head, nodes } = change;
  const edits = change.edits();
  const facts = change.status === 'added' || change.status === 'removed' ? [] : factsOf(change);
  if (status === 'unchanged' && facts.length === 0) return [];
  const name = (head ?? base).fn.qualifiedName;
  const touched = edits.length === 0 ? '' : ` [${edits.map((edit) => `e${edit + 1}`).join(' ')}]`;
  const lines = [`${name} is ${[status, ...facts].join(', ')}${touched}`];
  if (status === 'added' || status === 'removed') return lines;
  nodes.baseStatus.forEach((node, i) => {
    if (node === 'removed') lines.push(`  - ${nodeText(base, i)}`);
    if (node !== 'changed') return;
    const before = nodeText(base, i);
    const after = nodeText(head, nodes.toHead[i] ?? -1);
    lines.push(before === after ? `  ~ ${before}` : `  ~ ${before} → ${after}`);
  });
  nodes.headStatus.forEach((node, i) => {
    if (node === 'added') lines.push(`  + ${nodeText(head, i)}`);
  });
  return lines;
}

function factsOf(change: Extract<FunctionChange, { status: 'changed' | 'unchanged' }>): string[] {
  const before = change.base.fn.qualifiedName;
  const facts: string[] = [];
  if (change.renamed) facts.push(`renamed from ${before}`);
  if (change.moved) facts.push(`moved from ${change.base.module.path}`);
  return [...facts, ...change.headerChanges];
}

function nodeText(ref: FunctionRef | null, index: number): string {
  const node = ref?.fn.nodes[index];
  if (ref === null || node === undefined) return 'nothing';
  if (node.op.kind === 'entry' || node.op.kind === 'exit') return node.op.kind;
  const text = ref.module.text.slice(node.start, node.end).replace(/\s+/g, ' ');
  return `${node.op.kind} «${text.length > 60 ? `${text.slice(0, 60)}…` : text}»`;
}
