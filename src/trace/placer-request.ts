import type MagicString from 'magic-string';
import type { ArrowFunctionExpression, Function as FunctionLike, Node, Program } from 'oxc-parser';
import type { Probes } from './probes';
import type { CallKinds } from './quiet-calls';

/** What probes are placed in, and which. */
export interface PlacerRequest {
  readonly text: MagicString;
  readonly tree: Program;
  readonly probes: Probes;
  readonly numbers: Numbering;
  readonly calls: CallKinds;
  /** An expression that tells what a function is called with, at the start of its body; null where nobody asks. */
  watch(node: FunctionNode, fn: number): string | null;
}

export type FunctionNode = FunctionLike | ArrowFunctionExpression;

/** Numbers of functions by the node that they are made from; a class body may stand for two. */
export interface Numbering {
  ofFunction(node: Node): number | undefined;
  ofClass(body: Node, kind: 'fields' | 'static'): number | undefined;
}
