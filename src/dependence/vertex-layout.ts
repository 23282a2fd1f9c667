import type { ModuleFacts } from '#ir/facts';

/**
 * Where the vertices of one function lie, counted from its first node: its nodes; then its formals (one per
 * parameter, `this`, `arguments`); then one for errors that leave it; then per call the receiver and the arguments.
 */
export interface VertexLayout {
  readonly nodeCount: number;
  readonly paramCount: number;
  readonly firstFormal: number;
  readonly thisFormal: number;
  readonly argumentsFormal: number;
  readonly errorOut: number;
  /** Per call of the function: its index in the module, and its first vertex (the receiver; arguments follow). */
  readonly calls: readonly {
    readonly call: number;
    readonly node: number;
    readonly first: number;
    readonly args: number;
  }[];
  readonly callAtNode: ReadonlyMap<number, { readonly call: number; readonly first: number; readonly args: number }>;
  readonly size: number;
}

export function vertexLayout(module: ModuleFacts, fn: number, firstCall: number, endCall: number): VertexLayout {
  const { functions, calls } = module;
  const nodeCount = functions.nodeCount[fn]!;
  const paramCount = functions.firstParam[fn + 1]! - functions.firstParam[fn]!;
  const firstNode = functions.firstNode[fn]!;
  const errorOut = nodeCount + paramCount + 2;
  let next = errorOut + 1;
  const list: { call: number; node: number; first: number; args: number }[] = [];
  const callAtNode = new Map<number, { call: number; first: number; args: number }>();
  for (let call = firstCall; call < endCall; call++) {
    const args = (calls.argOffset[call + 1]! - calls.argOffset[call]!) >> 1;
    const node = calls.node[call]! - firstNode;
    const record = { call, node, first: next, args };
    list.push(record);
    callAtNode.set(node, record);
    next += args + 1;
  }
  return {
    nodeCount,
    paramCount,
    firstFormal: nodeCount,
    thisFormal: nodeCount + paramCount,
    argumentsFormal: nodeCount + paramCount + 1,
    errorOut,
    calls: list,
    callAtNode,
    size: next,
  };
}
