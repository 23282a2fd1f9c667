import type { NodeId } from '#core/ids';
import { accessWidth, modes, places } from '#ir/facts';
import type { Program } from '#ir/program';

/** Statements that read a property of that name, or call a method of it, of whatever object. */
export function nodesReading(program: Program, name: string): NodeId[] {
  const nodes: NodeId[] = [];
  program.modules.forEach((module, m) => {
    const property = module.strings.indexOf(name);
    if (property < 0) return;
    const { offset, words } = module.accesses;
    for (let node = 0; node < module.nodes.count; node++) {
      for (let at = offset[node] ?? 0; at < (offset[node + 1] ?? 0); at += accessWidth) {
        if (words[at] === modes.use && words[at + 2] === places.field && words[at + 4] === property) {
          nodes.push(program.nodeAt(m, node));
          break;
        }
      }
    }
    const { calls } = module;
    for (let i = 0; i < calls.count; i++) {
      if (calls.property[i] === property) nodes.push(program.nodeAt(m, calls.node[i] ?? 0));
    }
  });
  return nodes;
}

/** Statements that read a property or a global of that name. */
export function nodesNaming(program: Program, name: string): NodeId[] {
  const nodes = nodesReading(program, name);
  program.modules.forEach((module, m) => {
    const global = module.strings.indexOf(name);
    if (global < 0) return;
    const { offset, words } = module.accesses;
    for (let node = 0; node < module.nodes.count; node++) {
      for (let at = offset[node] ?? 0; at < (offset[node + 1] ?? 0); at += accessWidth) {
        if (words[at] === modes.use && words[at + 2] === places.global && words[at + 3] === global) {
          nodes.push(program.nodeAt(m, node));
          break;
        }
      }
    }
  });
  return nodes;
}

/** Statements that use one of the bindings of a module. */
export function nodesUsing(program: Program, m: number, bindings: ReadonlySet<number>): NodeId[] {
  const module = program.modules[m];
  const nodes: NodeId[] = [];
  if (module === undefined) return nodes;
  const { offset, words } = module.accesses;
  for (let node = 0; node < module.nodes.count; node++) {
    for (let at = offset[node] ?? 0; at < (offset[node + 1] ?? 0); at += accessWidth) {
      if (words[at] === modes.use && words[at + 2] === places.binding && bindings.has(words[at + 3] ?? -1)) {
        nodes.push(program.nodeAt(m, node));
        break;
      }
    }
  }
  return nodes;
}
