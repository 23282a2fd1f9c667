import type { FunctionIr, ModuleIr, Op } from '#ir/cfg';
import type { Expr, Target } from '#ir/expression';
import { eachOperand, eachPart } from '#ir/operands';

/**
 * What the functions of a module keep in its variables from one call to the next: by assigning to them, by writing into what they
 * hold, or by calling methods of it that are known to change it. What is done to it under another name is not seen.
 */
export class LastingState {
  readonly #module: ModuleIr;
  readonly #uses: readonly Uses[];

  constructor(module: ModuleIr) {
    this.#module = module;
    this.#uses = module.functions.map((fn) => usesIn(module, fn));
  }

  /** Functions, by number, that change what this one may see; those among them that are called change it, too. */
  writersFor(fn: number): ReadonlySet<number> {
    const seen = this.#closure(fn).reads;
    const writers = this.#module.functions.filter(({ index, kind }) => {
      if (kind === 'module') return false;
      return [...this.#closure(index).writes].some((binding) => seen.has(binding));
    });
    return new Set(writers.map(({ index }) => index));
  }

  /** With all that the function names: who names a function may call it. */
  #closure(fn: number): { readonly reads: ReadonlySet<number>; readonly writes: ReadonlySet<number> } {
    const [reads, writes] = [new Set<number>(), new Set<number>()];
    const pending = [fn];
    const met = new Set(pending);
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const uses = this.#uses[at];
      if (uses === undefined) continue;
      for (const binding of uses.reads) reads.add(binding);
      for (const binding of uses.writes) writes.add(binding);
      for (const next of [...uses.functions, ...[...uses.reads].flatMap((binding) => this.#functionsOf(binding))]) {
        if (met.has(next)) continue;
        met.add(next);
        pending.push(next);
      }
    }
    return { reads, writes };
  }

  /** Functions that the module puts into one of its variables, and those of the class that it is. */
  #functionsOf(binding: number): readonly number[] {
    const [body] = this.#uses;
    return [...(body?.held.get(binding) ?? []), ...this.#membersOf(binding)];
  }

  #membersOf(binding: number): readonly number[] {
    return this.#module.classes.flatMap((each) => {
      if (each.binding !== binding) return [];
      const own = [each.constructorFn, each.fieldsFn, each.staticFn].filter((fn) => fn !== null);
      return [...own, ...each.members.map(({ fn }) => fn)];
    });
  }
}

interface Uses {
  /** Variables of the module. */
  readonly reads: ReadonlySet<number>;
  readonly writes: ReadonlySet<number>;
  /** Functions that are made here, or called by the language. */
  readonly functions: ReadonlySet<number>;
  /** By variable of the module: functions that are assigned to it here. */
  readonly held: ReadonlyMap<number, readonly number[]>;
}

function usesIn(module: ModuleIr, { nodes }: FunctionIr): Uses {
  const [reads, writes, functions] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const held = new Map<number, number[]>();
  const isLasting = (binding: number): boolean => module.bindings[binding]?.owner === 0;
  const visit = (expr: Expr): void => {
    if (expr.kind === 'var' && isLasting(expr.binding)) reads.add(expr.binding);
    if (expr.kind === 'closure') functions.add(expr.fn);
    eachPart(expr, visit);
  };
  const write = (binding: number | null): void => {
    if (binding !== null && isLasting(binding)) writes.add(binding);
  };
  for (const { op } of nodes) {
    eachOperand(op, visit);
    const target = targetOf(op);
    if (target?.kind === 'var') write(target.binding);
    else if (target?.kind === 'member') write(rootOf(target.object));
    if (op.kind === 'delete') write(rootOf(op.object));
    if (op.kind === 'assign' && op.target.kind === 'var' && op.value.kind === 'closure') {
      held.set(op.target.binding, [...(held.get(op.target.binding) ?? []), op.value.fn]);
    }
    if (op.kind !== 'call') continue;
    const { callee } = op;
    if (callee.kind === 'function') functions.add(callee.fn);
    if (callee.kind === 'method' && callee.key.kind === 'name' && changing.has(callee.key.name))
      write(rootOf(callee.object));
  }
  return { reads, writes, functions, held };
}

function targetOf(op: Op): Target | null {
  return 'target' in op ? op.target : null;
}

function rootOf(expr: Expr): number | null {
  let at = expr;
  while (at.kind === 'member') at = at.object;
  return at.kind === 'var' ? at.binding : null;
}

const changing: ReadonlySet<string> = new Set(
  'push pop shift unshift splice sort reverse fill copyWithin set add delete clear append next'.split(' '),
);
