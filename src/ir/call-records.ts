import { IntList } from '#core/int-list';
import type { CallTable } from './facts';

/** One row of the call table. */
export interface CallRecord {
  readonly node: number;
  readonly fn: number;
  readonly kind: number;
  readonly callee: number;
  readonly target: number;
  readonly property: number;
  readonly loaded: number;
  readonly result: number;
  readonly collection: number;
  readonly global: number;
  readonly ofPrimitive: boolean;
  readonly text: number;
  readonly textParam: number;
  readonly args: readonly { readonly value: number; readonly spread: boolean; readonly text: number }[];
}

/** The calls of a module, in the order in which they are found. */
export class CallRecords {
  private readonly rows: CallRecord[] = [];
  private readonly byNode = new Map<number, CallRecord>();

  add(record: CallRecord): void {
    this.rows.push(record);
    this.byNode.set(record.node, record);
  }

  at(node: number): CallRecord | undefined {
    return this.byNode.get(node);
  }

  table(): CallTable {
    const { rows } = this;
    const column = (read: (row: CallRecord) => number): Int32Array => Int32Array.from(rows, read);
    const argOffset = new IntList();
    const args = new IntList();
    const argTexts = new IntList();
    for (const row of rows) {
      argOffset.push(args.length);
      for (const arg of row.args) {
        args.push(arg.value, arg.spread ? 1 : 0);
        argTexts.push(arg.text);
      }
    }
    argOffset.push(args.length);
    return {
      count: rows.length,
      node: column((row) => row.node),
      returnNode: column((row) => row.node + 1),
      fn: column((row) => row.fn),
      kind: Uint8Array.from(rows, (row) => row.kind),
      callee: Uint8Array.from(rows, (row) => row.callee),
      target: column((row) => row.target),
      property: column((row) => row.property),
      loaded: column((row) => row.loaded),
      result: column((row) => row.result),
      collection: column((row) => row.collection),
      argOffset: argOffset.toArray(),
      args: args.toArray(),
      global: column((row) => row.global),
      text: column((row) => row.text),
      textParam: column((row) => row.textParam),
      argTexts: argTexts.toArray(),
      ofPrimitive: Uint8Array.from(rows, (row) => (row.ofPrimitive ? 1 : 0)),
    };
  }
}
