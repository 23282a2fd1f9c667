import type { FunctionRef } from '#change/change-set';
import { sameExpr, sameTarget, type Correspondence } from '#change/same-op';
import type { Op } from '#ir/cfg';

/**
 * Whether a changed node puts what it has somewhere else than before: `exports.a = 1` that was `module.exports.a = 1`. Who reads
 * the place that it wrote before is reached from the base alone.
 */
export function writesElsewhere(base: FunctionRef, baseNode: number, head: FunctionRef, headNode: number): boolean {
  const [before, now] = [base.fn.nodes[baseNode]?.op, head.fn.nodes[headNode]?.op];
  return before !== undefined && now !== undefined && !isSamePlace(before, now, byNames(base, head));
}

function isSamePlace(before: Op, now: Op, names: Correspondence): boolean {
  if ('target' in before && before.target !== null && before.target.kind !== 'temp') {
    if (!('target' in now) || !sameTarget(before.target, now.target, names)) return false;
  }
  if (before.kind === 'delete') {
    return now.kind === 'delete' && sameTarget(deleted(before), deleted(now), names);
  }
  // A method may change its object: `list.push(x)`.
  if (before.kind !== 'call' || before.callee.kind !== 'method') return true;
  if (now.kind !== 'call' || now.callee.kind !== 'method') return false;
  return sameExpr(before.callee.object, now.callee.object, names);
}

function deleted({ object, key }: Extract<Op, { kind: 'delete' }>): Parameters<typeof sameTarget>[0] {
  return { kind: 'member', object, key };
}

/** Variables are the same when they are called the same; values on the way are not looked at. */
function byNames(base: FunctionRef, head: FunctionRef): Correspondence {
  const isSameName = (before: number, now: number): boolean =>
    base.module.bindings[before]?.name === head.module.bindings[now]?.name;
  return {
    binding: isSameName,
    declaration: isSameName,
    temp: alike,
    fn: alike,
    klass: alike,
    node: alike,
  };
}

function alike(): boolean {
  return true;
}
