import { readFileSync } from 'node:fs';
import { LineIndex } from '#core/span';
import type { FunctionId, NodeId } from '#core/ids';
import { extractFacts } from '#ir/extract-facts';
import { lowerSource } from '#ir/lower-module';
import { Program } from '#ir/program';

/**
 * A program whose lines end in the names that a document gives them (`// n0`). A statement may be several nodes: they
 * all have the name of the line on which they start.
 */
export class LabelledProgram {
  readonly program: Program;
  readonly #path: string;
  readonly #labels: ReadonlyMap<number, string>;
  readonly #lines: LineIndex;

  constructor(path: string, text: string) {
    const { module } = lowerSource(path, text);
    if (module === null) throw new Error(`${path} does not parse`);
    this.#path = path;
    this.program = new Program([extractFacts(module)]);
    this.#lines = new LineIndex(text);
    const found = text.split('\n').map((line, i) => [i + 1, /\/\/ (\w+)$/.exec(line)?.[1] ?? ''] as const);
    this.#labels = new Map(found.filter(([, label]) => label !== ''));
  }

  fn(name: string): FunctionId {
    const fn = this.program.functionByName(this.#path, name);
    if (fn === undefined) throw new Error(`no function ${name}`);
    return fn;
  }

  labelOf(node: NodeId): string {
    return this.#labels.get(this.#lines.positionAt(this.program.spanOf(node).start).line) ?? `unnamed ${node}`;
  }

  /** Each once, in the order in which they turn up. */
  labelsOf(nodes: Iterable<NodeId>): string[] {
    return [...new Set(Array.from(nodes, (node) => this.labelOf(node)))];
  }

  /** In node order. */
  nodesAt(label: string): NodeId[] {
    return this.nodesOf().filter((node) => this.labelOf(node) === label);
  }

  /** The only node of its line. */
  nodeAt(label: string): NodeId {
    const nodes = this.nodesAt(label);
    const [node] = nodes;
    if (node === undefined || nodes.length > 1) throw new Error(`${nodes.length} nodes at ${label}`);
    return node;
  }

  private nodesOf(): NodeId[] {
    return Array.from({ length: this.program.nodeCount }, (_, node) => node as NodeId);
  }
}

/** A program of `tests/fixtures/papers`. */
export function paperProgram(name: string): LabelledProgram {
  return new LabelledProgram(name, readFileSync(new URL(`../fixtures/papers/${name}`, import.meta.url), 'utf8'));
}
