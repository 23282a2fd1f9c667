import type { CfgNode, FunctionIr } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import { eachExpr, targetOf } from '#ir/operands';
import type { NodeMap } from './change-set';
import { sameExpr, type Correspondence } from './same-op';
import type { Version, VersionFunction } from './version';

type ClassExpr = Extract<Expr, { kind: 'class' }>;

/** Remembers which classes now extend something else, for the members that depend on it. */
export class Heritage {
  readonly #base: Version;
  readonly #changed = new Set<string>();

  constructor(base: Version) {
    this.#base = base;
  }

  /** Looks at the classes that a function makes; to be called for it before its members are asked about. */
  note(ours: VersionFunction, theirs: VersionFunction, same: Correspondence, nodes: NodeMap): void {
    const { classes } = ours.module;
    if (classes.length === 0) return;
    const others = classExprs(theirs.fn);
    for (const expr of classExprs(ours.fn)) {
      const constructorFn = classes[expr.index]!.constructorFn;
      const other = others.find(({ index }) => same.fn(constructorFn, theirs.module.classes[index]!.constructorFn));
      const extended = expr.superClass;
      const unchanged =
        other !== undefined &&
        (extended === null || other.superClass === null
          ? extended === other.superClass
          : sameExpr(extended, other.superClass, same) &&
            makers(ours.fn, extended).every((node) => nodes.baseStatus[node.index] === 'unchanged'));
      if (!unchanged) this.#changed.add(key(ours, expr.index));
    }
  }

  /** Constructors, and whatever calls on `super`, depend on what their class extends. */
  changes(ours: VersionFunction): boolean {
    if (this.#changed.size === 0) return false;
    let home = ours;
    while (home.fn.classIndex === null) {
      const up = this.#base.parentOf(home.id);
      if (up === null) return false;
      home = this.#base.at(up);
    }
    if (!this.#changed.has(key(home, home.fn.classIndex))) return false;
    return ours.fn.kind === 'constructor' || ours.fn.nodes.some(usesSuper);
  }
}

function key({ moduleIndex }: VersionFunction, classIndex: number): string {
  return `${moduleIndex} ${classIndex}`;
}

function classExprs(fn: FunctionIr): ClassExpr[] {
  const found: ClassExpr[] = [];
  for (const node of fn.nodes) {
    eachExpr(node.op, (expr) => {
      if (expr.kind === 'class') found.push(expr);
    });
  }
  return found;
}

/** The nodes that compute the temporaries in an expression. */
function makers(fn: FunctionIr, expr: Expr): CfgNode[] {
  const found = new Set<CfgNode>();
  const temps = new Set<number>();
  const wanted: number[] = [];
  const want = (part: Expr): void => {
    if (part.kind === 'temp' && !temps.has(part.temp)) {
      temps.add(part.temp);
      wanted.push(part.temp);
    }
  };
  eachExpr({ kind: 'eval', value: expr }, want);
  for (let temp = wanted.pop(); temp !== undefined; temp = wanted.pop()) {
    for (const node of fn.nodes) {
      const target = targetOf(node.op);
      if (target?.kind !== 'temp' || target.temp !== temp) continue;
      const call = node.op.kind === 'call-return' ? fn.nodes[node.op.callNode] : undefined;
      for (const maker of call === undefined ? [node] : [node, call]) {
        found.add(maker);
        eachExpr(maker.op, want);
      }
    }
  }
  return [...found];
}

function usesSuper({ op }: CfgNode): boolean {
  if (op.kind === 'call' && (op.callee.kind === 'super' || op.callee.kind === 'super-method')) return true;
  if (targetOf(op)?.kind === 'super-member') return true;
  let found = false;
  eachExpr(op, (expr) => {
    if (expr.kind === 'super-member') found = true;
  });
  return found;
}
