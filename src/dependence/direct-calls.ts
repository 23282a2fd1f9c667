import { functionId, nodeId } from '#core/ids';
import {
  calleeKinds,
  callKinds,
  constraintKinds as kinds,
  functionFlags,
  siteKinds,
  type ModuleFacts,
} from '#ir/facts';
import type { Program } from '#ir/program';
import { CallGraph, type CallEdge } from './call-graph';
import { eachConstraint } from './constraints';

/**
 * The call graph of a program in which functions are declared, called by their names and exported, and nothing else is done with
 * them: no function can then be called in another way, whatever variables hold. Null for all other programs, whose calls only
 * points-to sets can tell.
 */
export function directCalls(program: Program): CallGraph | null {
  const edges: CallEdge[] = [];
  for (let m = 0; m < program.modules.length; m++) {
    const module = program.modules[m]!;
    const named = module.imports.length > 0 || suspends(module) ? null : functionsByName(module);
    if (named === null || !addCalls(program, m, named, edges)) return null;
  }
  return new CallGraph(edges);
}

/** What such functions return, and to whom, is another matter. */
function suspends({ functions }: ModuleFacts): boolean {
  return functions.flags.some((flags) => (flags & (functionFlags.async | functionFlags.generator)) !== 0);
}

/** By variable: 1 + the function that it holds, 0 for none, or `mixed`. */
type Named = Int32Array;

const mixed = -1;

/** Null where functions may be held by anything but the variables that they are declared as. */
function functionsByName(module: ModuleFacts): Named | null {
  const held = new Int32Array(module.varCount);
  for (const param of module.functions.params) if (param >= 0) held[param] = mixed;
  let isPlain = true;
  eachConstraint(module, (kind, words, at) => {
    isPlain &&= plainKinds.has(kind) && enter(module, held, kind, words, at);
  });
  // What is told of a variable before it is known to hold a function counts, too.
  eachConstraint(module, (kind, words, at) => {
    isPlain &&= isHarmless(module, held, kind, words, at);
  });
  return isPlain ? held : null;
}

/** Constraints that give functions to nobody; `copy` and `alloc` are looked at. */
const plainKinds: ReadonlySet<number> = new Set([
  kinds.alloc,
  kinds.copy,
  kinds.load,
  kinds.store,
  kinds.typed,
  kinds.idleWrite,
  kinds.idleRead,
  kinds.convert,
  kinds.primitive,
]);

function enter(module: ModuleFacts, held: Named, kind: number, words: Int32Array, at: number): boolean {
  const to = words[at]!;
  if (kind === kinds.alloc) {
    const site = words[at + 1]!;
    const siteKind = module.sites.kind[site];
    if (siteKind !== siteKinds.closure) return siteKind === siteKinds.array || siteKind === siteKinds.object;
    if (held[to] !== 0) return false;
    held[to] = 1 + module.sites.fn[site]!;
  } else if (kind === kinds.copy) {
    const from = held[words[at + 1]!]!;
    if (from <= 0) return true;
    // From the temporary of its closure to the name that it is declared as.
    if (held[to] !== 0 || to >= module.bindings.count || words[at + 1]! < module.bindings.count) return false;
    held[to] = from;
  }
  return true;
}

function isHarmless(module: ModuleFacts, held: Named, kind: number, words: Int32Array, at: number): boolean {
  const first = held[words[at]!]!;
  const second = held[words[at + (kind === kinds.store ? 2 : 1)]!] ?? 0;
  switch (kind) {
    case kinds.alloc:
      return true;
    case kinds.copy:
      // Into a name: only its own function. Out of a name: nothing.
      return first > 0 || second > 0 ? first === second && words[at + 1]! >= module.bindings.count : true;
    case kinds.load:
    case kinds.store:
      return first <= 0 && second <= 0;
    default:
      // The others name one variable, and it comes first.
      return first <= 0;
  }
}

function addCalls(program: Program, m: number, named: Named, edges: CallEdge[]): boolean {
  const { calls } = program.modules[m]!;
  for (let i = 0; i < calls.count; i++) {
    const target = calls.target[i]!;
    const isByName = calleeKinds[calls.callee[i]!] === 'value' && callKinds[calls.kind[i]!] === 'call';
    if (!isByName || target < 0 || named[target]! <= 0) return false;
    for (let arg = calls.argOffset[i]!; arg < calls.argOffset[i + 1]!; arg += 2) {
      const variable = calls.args[arg]!;
      if (calls.args[arg + 1] === 1 || (variable >= 0 && named[variable]! > 0)) return false;
    }
    if (calls.result[i]! >= 0 && named[calls.result[i]!]! > 0) return false;
    edges.push({
      caller: functionId(program.functionBase[m]! + calls.fn[i]!),
      callee: functionId(program.functionBase[m]! + named[target]! - 1),
      site: nodeId(program.nodeBase[m]! + calls.node[i]!),
      returnNode: nodeId(program.nodeBase[m]! + calls.returnNode[i]!),
      kind: 'call',
    });
  }
  return true;
}
