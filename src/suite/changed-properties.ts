import type { ChangeSet, FunctionChange, FunctionRef } from '#change/change-set';
import type { Expr, Property } from '#ir/expression';
import { targetOf } from '#ir/operands';
import { propertiesMade } from './object-content';

/**
 * Which properties of the object that a statement makes are others than in the other version; null where more may be another than
 * properties.
 */
export function changedProperties(
  changes: ChangeSet,
  change: FunctionChange,
  side: 'base' | 'head',
  index: number,
): ReadonlySet<string> | null {
  if (change.base === null || change.head === null) return null;
  const { toHead, toBase } = change.nodes;
  const [b, h] = side === 'base' ? [index, toHead[index] ?? -1] : [toBase[index] ?? -1, index];
  const before = change.base.fn.nodes[b];
  const after = change.head.fn.nodes[h];
  if (before?.op.kind !== 'assign' || after?.op.kind !== 'assign') return null;
  const old = propertiesMade(change.base.module, before.op);
  const now = propertiesMade(change.head.module, after.op);
  const pair = new SamePair(changes, change, change.base, change.head);
  if (old === null || now === null || !pair.isSameTarget(before.op.target, after.op.target)) return null;
  const found = new Set<string>();
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const was = old.get(name);
    const is = now.get(name);
    if (was === undefined || is === undefined || !pair.isSameProperty(was, is)) found.add(name);
  }
  return found.size === 0 ? null : found;
}

type Target = NonNullable<ReturnType<typeof targetOf>>;

/** Compares expressions of two versions of a function: the same operations on the same variables, functions and temporaries. */
class SamePair {
  constructor(
    private readonly changes: ChangeSet,
    private readonly change: FunctionChange,
    private readonly base: FunctionRef,
    private readonly head: FunctionRef,
  ) {}

  isSameTarget(a: Target, b: Target): boolean {
    if (a.kind === 'var' && b.kind === 'var') return this.isSameVariable(a.binding, b.binding);
    // Temporaries have numbers; whoever uses one is compared by the statement that makes it.
    if (a.kind === 'temp') return b.kind === 'temp';
    return a.kind === 'member' && b.kind === 'member' && a.key.kind === 'name' && b.key.kind === 'name'
      ? a.key.name === b.key.name
      : false;
  }

  isSameProperty(a: Property, b: Property): boolean {
    if (a.kind === 'value' && b.kind === 'value') return this.isSame(a.value, b.value);
    return a.kind === 'method' && b.kind === 'method' && this.isSameFunction(a.fn, b.fn);
  }

  private isSame(a: Expr, b: Expr): boolean {
    if (a.kind === 'const') return b.kind === 'const' && Object.is(a.value, b.value);
    if (a.kind === 'regexp') return b.kind === 'regexp' && a.pattern === b.pattern && a.flags === b.flags;
    if (a.kind === 'global') return b.kind === 'global' && a.name === b.name;
    if (a.kind === 'var') return b.kind === 'var' && this.isSameVariable(a.binding, b.binding);
    if (a.kind === 'temp') return b.kind === 'temp' && this.isSameTemporary(a.temp, b.temp);
    if (a.kind === 'closure') return b.kind === 'closure' && this.isSameFunction(a.fn, b.fn);
    if (a.kind === 'unary') return b.kind === 'unary' && a.op === b.op && this.isSame(a.operand, b.operand);
    if (a.kind === 'binary') {
      return b.kind === 'binary' && a.op === b.op && this.isSame(a.left, b.left) && this.isSame(a.right, b.right);
    }
    if (a.kind === 'member') {
      const isSameKey =
        b.kind === 'member' && a.key.kind === 'name' && b.key.kind === 'name' && a.key.name === b.key.name;
      return isSameKey && this.isSame(a.object, b.object);
    }
    return false;
  }

  /** Variables of one name that are declared in the function itself; what they hold is followed from where it is computed. */
  private isSameVariable(a: number, b: number): boolean {
    const before = this.base.module.bindings[a];
    const after = this.head.module.bindings[b];
    if (before === undefined || after === undefined) return false;
    return before.name === after.name && before.kind === after.kind && before.owner === 0 && after.owner === 0;
  }

  private isSameFunction(a: number, b: number): boolean {
    return this.changes.functions.some(
      ({ base, head }) =>
        base?.module === this.base.module &&
        head?.module === this.head.module &&
        base.fn.index === a &&
        head.fn.index === b,
    );
  }

  /** What the same statement computes in both. */
  private isSameTemporary(a: number, b: number): boolean {
    const { toBase, headStatus } = this.change.nodes;
    const makers = this.head.fn.nodes.filter(({ op }) => isTemporary(targetOf(op), b));
    const [only] = makers;
    if (makers.length !== 1 || only === undefined || headStatus[only.index] !== 'unchanged') return false;
    const partner = this.base.fn.nodes[toBase[only.index] ?? -1];
    return partner !== undefined && isTemporary(targetOf(partner.op), a);
  }
}

function isTemporary(target: ReturnType<typeof targetOf>, temp: number): boolean {
  return target?.kind === 'temp' && target.temp === temp;
}
