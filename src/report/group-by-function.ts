import type { ImpactedStatement } from '#result/impact-result';
import type { SpanResult } from '#result/location';
import type { Impact } from '#result/result';

export interface FunctionGroup {
  readonly id: string;
  readonly span: SpanResult;
  readonly statements: readonly ImpactedStatement[];
}

/** Statements under the functions they stand in; functions and statements keep their order, most affected first. */
export function groupByFunction(impact: Impact): FunctionGroup[] {
  const statementsOf = new Map<string, ImpactedStatement[]>();
  for (const statement of impact.statements) {
    const known = statementsOf.get(statement.function);
    if (known === undefined) statementsOf.set(statement.function, [statement]);
    else known.push(statement);
  }
  return impact.functions.map(({ id, span }) => ({ id, span, statements: statementsOf.get(id) ?? [] }));
}
