import { converts } from './conversions';
import type { Expr } from './expression';
import { presenceFacts } from './presence-facts';

type Binary = Extract<Expr, { kind: 'binary' }>;

type Writer = Parameters<typeof presenceFacts>[0] & {
  read(expr: Expr): number;
  convert(value: number): void;
};

/** Reads a left-deep chain of operators without recursion on the left; no object comes of it. */
export function binaryFacts(w: Writer, expr: Binary): number {
  const steps: Binary[] = [];
  let left: Expr = expr;
  while (left.kind === 'binary') {
    steps.push(left);
    left = left.left;
  }
  let value = w.read(left);
  for (const step of steps.reverse()) {
    const right = w.read(step.right);
    if (converts(step)) {
      w.convert(value);
      if (step.op !== 'in') w.convert(right);
    }
    if (step.op === 'in') presenceFacts(w, right, step.left);
    value = -1;
  }
  return -1;
}
