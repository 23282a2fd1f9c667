import { edgeCode } from './module-graph';

/** Direction in which an edge crosses functions: into a callee, back to a caller, or through shared state. */
export const crossings = { none: 0, down: 1, up: 2, shared: 3 } as const;

/** Edges of one vertex, in arrays that are used again for the next. */
export class EdgeList {
  length = 0;
  to = new Int32Array(64);
  /** Kind and label, see `edgeCode`. */
  code = new Int32Array(64);
  crossing = new Uint8Array(64);

  clear(): void {
    this.length = 0;
  }

  add(to: number, kind: number, crossing: number): void {
    this.addCode(to, edgeCode(kind, -1), crossing);
  }

  addLabelled(to: number, kind: number, label: number, crossing: number): void {
    this.addCode(to, edgeCode(kind, label), crossing);
  }

  addCode(to: number, code: number, crossing: number): void {
    const at = this.length++;
    if (at === this.to.length) this.grow();
    this.to[at] = to;
    this.code[at] = code;
    this.crossing[at] = crossing;
  }

  private grow(): void {
    const to = new Int32Array(this.to.length * 2);
    const code = new Int32Array(this.to.length * 2);
    const crossing = new Uint8Array(this.to.length * 2);
    to.set(this.to);
    code.set(this.code);
    crossing.set(this.crossing);
    this.to = to;
    this.code = code;
    this.crossing = crossing;
  }
}
