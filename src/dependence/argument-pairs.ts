import { functionId } from '#core/ids';
import { calleeKinds } from '#ir/facts';
import type { Program } from '#ir/program';
import type { ResolvedCall } from './pointers';
import type { FunctionGraph } from './function-graph';

/** `position` is −1 for `this`. */
export type VisitPair = (argument: number, formal: number, position: number) => void;

/** The vertices on both sides of a call. */
interface Sides {
  readonly program: Program;
  readonly vertexBase: Int32Array;
  graphOf(fn: number): FunctionGraph;
}

/**
 * Which argument of a call becomes which formal of one of its targets. `bound` are the numbers of arguments that the
 * program fixes with `bind` on the target.
 */
export function eachArgumentPair(
  graph: Sides,
  call: ResolvedCall,
  target: number,
  bound: readonly number[],
  visit: VisitPair,
): void {
  const { caller } = call;
  const layout = graph.graphOf(caller).layout;
  const record = layout.callAtNode.get(call.node - graph.program.nodesOf(functionId(caller)).first);
  if (record === undefined) return;
  const formals = formalsOf(graph, target);
  const { args, argOffset } = graph.program.modules[call.module]!.calls;
  const style = styleOf(graph.program, call);
  const receiver = graph.vertexBase[caller]! + record.first;
  if (style === 'plain') visit(receiver, formals.receiver, -1);
  let afterList = -1;
  for (let i = 0; i < record.args; i++) {
    const argument = receiver + 1 + i;
    const position = style === 'plain' ? i : i - 1;
    if (position < 0) {
      visit(argument, formals.receiver, -1);
      continue;
    }
    const isList = args[argOffset[call.index]! + 2 * i + 1] === 1 || style === 'apply';
    if (isList && afterList < 0) afterList = position;
    if (afterList >= 0) formals.from(afterList, argument, visit);
    else {
      formals.at(position, argument, visit);
      if (style === 'plain') for (const fixed of bound) formals.at(position + fixed, argument, visit);
    }
    visit(argument, formals.arguments, position);
  }
}

interface Formals {
  readonly receiver: number;
  readonly arguments: number;
  at(position: number, argument: number, visit: VisitPair): void;
  /** After a list of unknown length an argument may be at any later position. */
  from(position: number, argument: number, visit: VisitPair): void;
}

function formalsOf(graph: Sides, target: number): Formals {
  const { layout } = graph.graphOf(target);
  const base = graph.vertexBase[target]!;
  const { module, index } = graph.program.locate(functionId(target));
  const rest = module.functions.rest[index]!;
  const at = (position: number, argument: number, visit: VisitPair): void => {
    const formal = rest >= 0 ? Math.min(position, rest) : position;
    if (formal < layout.paramCount) visit(argument, base + layout.firstFormal + formal, formal);
  };
  return {
    receiver: base + layout.thisFormal,
    arguments: base + layout.argumentsFormal,
    at,
    from(position, argument, visit) {
      for (let p = Math.min(position, layout.paramCount - 1); p >= 0 && p < layout.paramCount; p++)
        at(p, argument, visit);
    },
  };
}

/** `call`: the first argument becomes `this`; `apply`: and the second is a list of the others. */
function styleOf(program: Program, { module, index }: ResolvedCall): 'plain' | 'call' | 'apply' {
  const { calls, strings } = program.modules[module]!;
  if (calleeKinds[calls.callee[index]!] !== 'method') return 'plain';
  const property = strings[calls.property[index]!];
  return property === 'call' || property === 'apply' ? property : 'plain';
}
