import type { CfgNode, FunctionIr, ModuleIr } from './cfg';

/** Collects violated invariants, each with the place where it does not hold. */
export class Report {
  readonly violations: string[] = [];
  readonly #path: string;

  constructor(module: ModuleIr) {
    this.#path = module.path;
  }

  /** `invariant` says what should hold. */
  check(holds: boolean, invariant: string, fn?: FunctionIr, node?: CfgNode): void {
    if (holds) return;
    const inFunction = fn === undefined ? '' : `#${fn.qualifiedName}`;
    const atNode = node === undefined ? '' : ` n${node.index} (${node.op.kind})`;
    this.violations.push(`${invariant}: ${this.#path}${inFunction}${atNode}`);
  }
}
