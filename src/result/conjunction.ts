import { parseModule } from '#syntax/parse';

/** Conditions that hold together as one expression; `true` when there are none. */
export function conjunction(conditions: readonly string[]): string {
  const distinct = [...new Set(conditions.filter((text) => text !== 'true'))];
  const [only, ...others] = distinct;
  if (only === undefined) return 'true';
  return others.length === 0 ? only : distinct.map(asOperand).join(' && ');
}

/** In parentheses where `&&` would take the text apart. */
function asOperand(text: string): string {
  return /\|\||[?,]|=>/.test(text) && bindsWeakly(text) ? `(${text})` : text;
}

function bindsWeakly(text: string): boolean {
  const [statement] = parseModule('condition.ts', `(${text}\n)`).tree?.body ?? [];
  // Names of places that no source can read, such as `(error of f(#0))`: parentheses do no harm.
  if (statement?.type !== 'ExpressionStatement') return text.includes('||');
  const { expression } = statement;
  return expression.type === 'LogicalExpression' ? expression.operator !== '&&' : weak.has(expression.type);
}

const weak: ReadonlySet<string> = new Set([
  'ArrowFunctionExpression',
  'AssignmentExpression',
  'ConditionalExpression',
  'SequenceExpression',
]);
