import type { FunctionId, NodeId } from '#core/ids';
import type { Program } from '#ir/program';
import { FunctionFlow, type FlowOptions } from './function-flow';

/** The flows of the functions of one program, each made when first asked for. */
export class ProgramFlows {
  readonly program: Program;
  readonly #optionsOf: (fn: FunctionId) => FlowOptions;
  readonly #flows = new Map<FunctionId, FunctionFlow>();

  constructor(program: Program, optionsOf: (fn: FunctionId) => FlowOptions = () => ({})) {
    this.program = program;
    this.#optionsOf = optionsOf;
  }

  of(fn: FunctionId): FunctionFlow {
    const known = this.#flows.get(fn);
    if (known !== undefined) return known;
    const flow = new FunctionFlow(this.program, fn, this.#optionsOf(fn));
    this.#flows.set(fn, flow);
    return flow;
  }

  ofNode(node: NodeId): FunctionFlow {
    return this.of(this.program.functionOf(node));
  }
}
