import type { Statement } from 'oxc-parser';
import { settled } from './operands';
import { Label, leaving } from './function-builder';
import type { FunctionScope } from './lowerer';

/** Tests in order, then the bodies in order with fall-through; `default` is tried last wherever it stands. */
export function lowerSwitch(
  f: FunctionScope,
  node: Extract<Statement, { type: 'SwitchStatement' }>,
  names: readonly string[],
): void {
  const b = f.builder;
  const subject = settled(f, f.lower.expr(f, node.discriminant), node.discriminant);
  const functions = node.cases.flatMap((clause) => clause.consequent).filter((s) => s.type === 'FunctionDeclaration');
  f.lower.block(f, functions, node);
  const end = new Label();
  const starts = node.cases.map(() => new Label());
  let fallback = end;
  node.cases.forEach((clause, i) => {
    const start = starts[i] ?? end;
    if (clause.test === null) {
      fallback = start;
      return;
    }
    const value = f.lower.expr(f, clause.test);
    const { yes, no } = b.branch({ kind: 'binary', op: '===', left: subject, right: value }, clause.test);
    for (const edge of yes) b.lead(edge, start);
    b.resume(no);
  });
  b.jump(fallback, node);
  b.jumps.push({ ...leaving(b, end), names });
  node.cases.forEach((clause, i) => {
    b.bind(starts[i] ?? end);
    // A jump to this case skips the declarations of the cases before it.
    for (const binding of f.module.scopes.declaredBy(node)) f.module.declared.delete(binding);
    for (const statement of clause.consequent) f.lower.statement(f, statement, []);
  });
  b.jumps.pop();
  b.bind(end);
}
