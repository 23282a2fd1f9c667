import { calleeKinds, type CallTable } from '#ir/facts';
import type { Program } from '#ir/program';
import type { ResolvedCalls } from './pointers';
import type { VertexNumbering } from './vertex-numbering';

/** `position` is −1 for `this`. */
export type VisitFormal = (formal: number, position: number) => void;

/**
 * Which argument of a call becomes which formal of one of its targets. `bound` are the numbers of arguments that the
 * program fixes with `bind` on each function.
 */
export class ArgumentPairs {
  /** All parts of a call are asked for one after the other. */
  private last: CallShape | undefined;

  constructor(
    private readonly program: Program,
    private readonly calls: ResolvedCalls,
    private readonly numbering: VertexNumbering,
    private readonly bound: ReadonlyMap<number, readonly number[]>,
  ) {}

  /** How many vertices a call has for its receiver and arguments. */
  partCount(call: number): number {
    return this.shapeOf(call).parts;
  }

  /** The formals of a target that one part of a call becomes; part 0 is the receiver, the arguments follow. */
  eachFormal(call: number, part: number, target: number, visit: VisitFormal): void {
    const { style, list } = this.shapeOf(call);
    const to = this.formalsOf(target);
    if (part === 0) {
      if (style === 'plain') visit(to.receiver, -1);
      return;
    }
    const position = style === 'plain' ? part - 1 : part - 2;
    if (position < 0) {
      visit(to.receiver, -1);
      return;
    }
    if (list <= position) {
      // After a list of unknown length an argument may be at any later position.
      for (let p = Math.min(list, to.count - 1); p >= 0 && p < to.count; p++) at(to, p, visit);
    } else {
      at(to, position, visit);
      if (style === 'plain') for (const fixed of this.bound.get(target) ?? []) at(to, position + fixed, visit);
    }
    visit(to.first + to.count + 1, position);
  }

  private shapeOf(call: number): CallShape {
    if (this.last?.call === call) return this.last;
    const fn = this.numbering.functionOf[this.numbering.callVertex[call]!]!;
    const m = this.program.moduleOfFunction[fn]!;
    const { calls } = this.program.modules[m]!;
    const index = call - this.calls.base[m]!;
    const style = styleOf(this.program, m, index);
    const parts = 1 + ((calls.argOffset[index + 1]! - calls.argOffset[index]!) >> 1);
    const list = style === 'apply' ? 0 : firstList(calls, index, style === 'plain' ? 0 : 1);
    return (this.last = { call, style, parts, list });
  }

  private formalsOf(target: number): Formals {
    const m = this.program.moduleOfFunction[target]!;
    const { functions } = this.program.modules[m]!;
    const index = target - this.program.functionBase[m]!;
    const count = functions.firstParam[index + 1]! - functions.firstParam[index]!;
    const first = this.numbering.base[target]! + functions.nodeCount[index]!;
    return { first, count, receiver: first + count, rest: functions.rest[index]! };
  }
}

interface CallShape {
  readonly call: number;
  readonly style: 'plain' | 'call' | 'apply';
  /** Vertices for its receiver and arguments. */
  readonly parts: number;
  /** The position of the first argument that is spread; beyond all when there is none. */
  readonly list: number;
}

/** Counted from the argument `from`. */
function firstList({ args, argOffset }: CallTable, index: number, from: number): number {
  const begin = argOffset[index]!;
  const count = (argOffset[index + 1]! - begin) >> 1;
  let list = from;
  while (list < count && args[begin + 2 * list + 1] !== 1) list++;
  return list < count ? list - from : Number.MAX_SAFE_INTEGER;
}

/** The formals of a function: parameters, then `this`, then `arguments`. */
interface Formals {
  readonly first: number;
  readonly count: number;
  readonly receiver: number;
  readonly rest: number;
}

function at({ first, count, rest }: Formals, position: number, visit: VisitFormal): void {
  const formal = rest >= 0 ? Math.min(position, rest) : position;
  if (formal < count) visit(first + formal, formal);
}

/** `call`: the first argument becomes `this`; `apply`: and the second is a list of the others. */
function styleOf(program: Program, m: number, index: number): 'plain' | 'call' | 'apply' {
  const { calls, strings } = program.modules[m]!;
  if (calleeKinds[calls.callee[index]!] !== 'method') return 'plain';
  const property = strings[calls.property[index]!];
  return property === 'call' || property === 'apply' ? property : 'plain';
}
