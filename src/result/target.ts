import { ambiguousFunction, fileNotFound, functionNotFound, lineOutOfRange, WingbeatError } from '#core/diagnostics';
import type { FunctionId, NodeId } from '#core/ids';
import { nearNames } from '#project/near-names';
import type { NamedPlace } from '#project/surroundings';
import type { NodeDescriber } from './describe-node';

/** The nodes that a named place stands for, and the function they are in. */
export interface Target {
  readonly id: string;
  readonly fn: FunctionId;
  readonly nodes: readonly NodeId[];
}

export function resolveTarget(describer: NodeDescriber, { path, at }: NamedPlace): Target {
  const { program, problems } = describer.loaded;
  const moduleIndex = program.moduleIndex(path);
  if (moduleIndex === undefined) {
    const problem = problems.find((p) => p.span?.file === path);
    throw new WingbeatError(problem === undefined ? fileNotFound(path) : { ...problem, severity: 'error' });
  }
  switch (at.kind) {
    case 'line':
      return atLine(describer, path, moduleIndex, at.line);
    case 'function':
      return wholeFunction(describer, namedFunction(describer, path, moduleIndex, at.name));
    case 'file':
      return wholeFunction(describer, program.functionAt(moduleIndex, 0));
  }
}

function wholeFunction({ loaded: { program } }: NodeDescriber, fn: FunctionId): Target {
  const { first, count } = program.nodesOf(fn);
  return { id: program.nameOf(fn), fn, nodes: Array.from({ length: count }, (_, i) => (first + i) as NodeId) };
}

/** By its full name, else by the end of its name when only one function fits. */
function namedFunction(
  { loaded: { program } }: NodeDescriber,
  path: string,
  moduleIndex: number,
  name: string,
): FunctionId {
  const exact = program.functionByName(path, name);
  if (exact !== undefined) return exact;
  const count = program.modules[moduleIndex]?.functions.count ?? 0;
  const all = Array.from({ length: count }, (_, i) => program.functionAt(moduleIndex, i));
  const fitting = all.filter((fn) => program.shortName(fn).endsWith(`.${name}`));
  const [only, ...others] = fitting;
  const names = (list: readonly FunctionId[]): string[] => list.map((fn) => program.shortName(fn));
  if (only === undefined) throw new WingbeatError(functionNotFound(name, path, nearNames(name, names(all))));
  if (others.length > 0) throw new WingbeatError(ambiguousFunction(name, path, names(fitting).slice(0, 8)));
  return only;
}

/** The nodes that start on a line; where none does, those of the innermost node around it. */
function atLine(describer: NodeDescriber, path: string, moduleIndex: number, line: number): Target {
  const { program } = describer.loaded;
  const lines = describer.linesOf(path);
  const range = lines.rangeOfLine(line);
  if (range === undefined) throw new WingbeatError(lineOutOfRange(path, line, lines.lineCount));
  const module = program.modules[moduleIndex];
  if (module === undefined) throw new WingbeatError(fileNotFound(path));
  const visible = Array.from({ length: module.nodes.count }, (_, i) => program.nodeAt(moduleIndex, i)).filter((n) =>
    describer.isVisible(n),
  );
  let nodes = visible.filter((node) => describer.lineOf(node) === line);
  if (nodes.length === 0) {
    const around = visible.filter((node) => {
      const span = program.spanOf(node);
      return span.start <= range.end && span.end > range.start;
    });
    const size = (node: NodeId): number => program.spanOf(node).end - program.spanOf(node).start;
    const smallest = Math.min(...around.map(size));
    nodes = around.filter((node) => size(node) === smallest);
  }
  const [first] = nodes;
  const fn = first === undefined ? program.functionAt(moduleIndex, 0) : program.functionOf(first);
  return { id: `${path}:${line}`, fn, nodes };
}
