import type { NodeId } from '#core/ids';
import { LineIndex } from '#core/span';
import type { LoadedProgram } from '#ir/load-program';
import type { NodeResult } from './function-result';
import type { NodeRef, SpanResult } from './location';

/** Turns node numbers of one version into what a reader can find: file, line, text. */
export class NodeDescriber {
  private readonly files = new Map<string, SourceFile>();
  private readonly refs = new Map<NodeId, NodeRef>();

  constructor(readonly loaded: LoadedProgram) {}

  ref(node: NodeId): NodeRef {
    let ref = this.refs.get(node);
    if (ref === undefined) this.refs.set(node, (ref = this.makeRef(node)));
    return ref;
  }

  private makeRef(node: NodeId): NodeRef {
    const { program } = this.loaded;
    const { file, start, end } = program.spanOf(node);
    const { line, column } = this.linesOf(file).positionAt(start);
    return { id: this.idOf(node), file, line, column, text: this.textOf(file, start, end) };
  }

  result(node: NodeId): NodeResult {
    const { file, start, end } = this.loaded.program.spanOf(node);
    return { id: this.idOf(node), span: this.span(file, start, end), text: this.textOf(file, start, end) };
  }

  /** A node can be as long as a function or a table: its beginning is enough to know it by. */
  private textOf(file: string, start: number, end: number): string {
    const text = this.fileOf(file).text.slice(start, Math.min(end, start + mostText));
    return end - start > mostText ? `${text}…` : text;
  }

  /** `src/a.ts#f:7`: the seventh node of the function's graph. */
  idOf(node: NodeId): string {
    const { program } = this.loaded;
    const fn = program.functionOf(node);
    return `${program.nameOf(fn)}:${node - program.nodesOf(fn).first}`;
  }

  lineOf(node: NodeId): number {
    const { file, start } = this.loaded.program.spanOf(node);
    return this.linesOf(file).positionAt(start).line;
  }

  span(file: string, start: number, end: number): SpanResult {
    const lines = this.linesOf(file);
    const from = lines.positionAt(start);
    const to = lines.positionAt(end);
    return { file, start, end, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  linesOf(file: string): LineIndex {
    return this.fileOf(file).lines;
  }

  private fileOf(path: string): SourceFile {
    let file = this.files.get(path);
    if (file === undefined) {
      const text = this.loaded.textOf(path);
      this.files.set(path, (file = { text, lines: new LineIndex(text) }));
    }
    return file;
  }

  /** Does a statement of the source show this node? */
  isVisible(node: NodeId): boolean {
    const { program } = this.loaded;
    const m = program.moduleOfNode(node);
    return program.modules[m]?.nodes.hidden[node - (program.nodeBase[m] ?? 0)] !== 1;
  }
}

interface SourceFile {
  readonly text: string;
  readonly lines: LineIndex;
}

const mostText = 400;
