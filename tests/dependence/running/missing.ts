import { compileFunction } from 'node:vm';
import { functionId } from '#core/ids';
import { ObjectSpace } from '#dependence/object-space';
import { accessWidth, modes, places, wellKnown } from '#ir/facts';
import type { LabelledFiles } from '../labelled-files';
import type { RunningProgram } from './generate';
import { Tracer, type Observed } from './tracer';

/** Most functions that a run may enter. */
const fuel = 400;

export function observe({ traced }: RunningProgram): Observed {
  const tracer = new Tracer(fuel);
  const run = compileFunction(traced, ['$']) as (tracer: Tracer) => void;
  try {
    run(tracer);
  } catch {
    // Out of fuel, or an error that nothing in the program catches: what was seen until then counts.
  }
  return tracer;
}

/** What a run showed and the dependence graph does not have. */
export function missing(files: LabelledFiles, { reads, calls, returns, throws }: Observed): string[] {
  const functions = functionsByLine(files);
  const pointOf = (point: string): string => {
    const line = point.startsWith('in:') ? functions.get(point.slice(3)) : undefined;
    return line === undefined ? point : `in:${line}`;
  };
  return [
    ...without(reads, (from, to) => files.direct(pointOf(from), to).length > 0 || readsAnything(files, to), 'read'),
    ...without(
      calls,
      (from, to) => calleesOf(files, from).includes(functions.get(to) ?? '') || callsMany(files, from, to, functions),
      'call',
    ),
    ...without(returns, (from, to) => comesBack(files, from, to), 'return'),
    ...without(throws, (from, to) => files.reaches(from, to), 'throw'),
  ];
}

/** A known gap: by a key that is not known, some property of some object is read. */
function readsAnything(files: LabelledFiles, line: string): boolean {
  const { program, pointers } = files.graph;
  return files.nodesAt(line).some((node) => {
    const m = program.moduleOfNode(node);
    const { accesses } = program.modules[m] ?? {};
    const local = node - (program.nodeBase[m] ?? 0);
    const words = accesses?.words.subarray(accesses.offset[local], accesses.offset[local + 1]) ?? new Int32Array();
    for (let at = 0; at < words.length; at += accessWidth) {
      const [mode, , place, object = 0, property] = words.subarray(at, at + accessWidth);
      if (mode !== modes.use || place !== places.field || property !== wellKnown.computed) continue;
      if (pointers.pointsTo.objectsOf((pointers.varBase[m] ?? 0) + object).includes(ObjectSpace.any)) return true;
    }
    return false;
  });
}

function without(seen: ReadonlySet<string>, holds: (from: string, to: string) => boolean, kind: string): string[] {
  return [...seen].flatMap((pair) => {
    const [from = '', to = ''] = pair.split(' -> ');
    return holds(from, to) ? [] : [`${kind} ${pair}`];
  });
}

function calleesOf(files: LabelledFiles, line: string): string[] {
  return files.nodesAt(line).flatMap((node) => {
    return files.graph.callGraph.callsAt(node).map((edge) => files.program.nameOf(edge.callee));
  });
}

/** A call that too many functions lead to is listed, and in the graph it reaches all that were left out. */
function callsMany(files: LabelledFiles, from: string, to: string, functions: ReadonlyMap<string, string>): boolean {
  const isListed = files.unresolved(from).some((call) => call.startsWith('too-many-targets'));
  return isListed && files.direct(from, `in:${functions.get(to) ?? ''}`).length > 0;
}

/** Through the end of the function of the first line, or, for `yield`, directly. */
function comesBack(files: LabelledFiles, from: string, to: string): boolean {
  const [node] = files.nodesAt(from).toReversed();
  if (node === undefined) return false;
  const out = `out:${files.program.nameOf(files.program.functionOf(node))}`;
  if (files.direct(from, to).length > 0) return true;
  return files.direct(from, out).length > 0 && files.direct(out, to).length > 0;
}

/** Functions by the name of the line on which they start; there is one per line. */
function functionsByLine(files: LabelledFiles): Map<string, string> {
  const found = new Map<string, string>();
  for (let index = 0; index < files.program.functionCount; index++) {
    const fn = functionId(index);
    const entry = files.program.entryOf(fn);
    if (files.program.functionKind(fn) !== 'module') found.set(`n${files.lineOf(entry)}`, files.program.nameOf(fn));
  }
  return found;
}
