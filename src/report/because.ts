import { displayPath } from '#core/display-path';
import { assertNever } from '#core/diagnostics';
import type { NodeRef } from '#result/location';
import type { Step } from '#result/impact-result';
import { cutText, oneLine } from './source-text';

/** One element of a chain of dependences, in reading order: nodes and the links between them. */
export type ChainPart =
  | { readonly kind: 'node'; readonly where: string; readonly text: string }
  | { readonly kind: 'link'; readonly text: string };

export interface ChainContext {
  /** The file that the chain is read in: a node of the same file shows its line alone. */
  readonly file: string;
  /** The statement that is explained; its text stands above the chain already. */
  readonly explained: string;
  readonly all: boolean;
}

/** A chain of dependences for a reader: `src/a.ts:3 x = y + 1 → (x) → src/a.ts:9 x > 0`. */
export function because(steps: readonly Step[], context: ChainContext): ChainPart[] {
  const visible = steps.filter((step) => !isSamePlace(step.from, step.to));
  const [first] = visible;
  if (first === undefined) return [];
  const shown =
    context.all || visible.length <= longestChain ? visible : [...visible.slice(0, 2), ...visible.slice(-2)];
  const parts = [nodePart(first.from, context.file, context.explained)];
  let { file } = first.from;
  shown.forEach((step, index) => {
    const isAfterGap = index === 2 && shown.length < visible.length;
    if (isAfterGap) parts.push({ kind: 'link', text: `→ … ${visible.length - shown.length} more steps …` });
    parts.push({ kind: 'link', text: linkText(step) }, nodePart(step.to, file, context.explained));
    file = step.to.file;
  });
  return parts;
}

const longestChain = 5;
const longestNodeText = 48;

function nodePart(node: NodeRef, knownFile: string, explained: string): ChainPart {
  const where = `${node.file === knownFile ? '' : displayPath(node.file)}:${node.line}`;
  return { kind: 'node', where, text: node.id === explained ? '' : cutText(oneLine(node.text), longestNodeText) };
}

/** A call node and its return node share their place and text: a step between them says nothing to a reader. */
function isSamePlace(a: NodeRef, b: NodeRef): boolean {
  return a.file === b.file && a.line === b.line && a.text === b.text;
}

function linkText(step: Step): string {
  const meaning = linkMeaning(step, oneLine(step.label));
  return meaning === '' ? '→' : `→ (${meaning}) →`;
}

function linkMeaning(step: Step, label: string): string {
  switch (step.kind) {
    case 'control':
    case 'data':
      return label;
    case 'call':
      return 'calls';
    case 'parameter':
      return label === '' ? 'passes' : `passes ${label}`;
    case 'return':
      return 'returns';
    case 'throw':
      return 'throws';
    case 'shared':
      return label === '' ? 'shares' : `shares ${label}`;
    default:
      return assertNever(step.kind);
  }
}
