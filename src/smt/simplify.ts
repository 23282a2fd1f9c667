import { bigintRules } from './bigint-rules';
import { bitRules } from './bit-rules';
import { booleanRules } from './boolean-rules';
import { choiceRules } from './choice-rules';
import { comparisonRules } from './comparison-rules';
import { conversionRules } from './conversion-rules';
import { choiceOfConstants, choicesByOneCondition, knownResult, neverKnown } from './generic-rules';
import { linearRules } from './linear-rules';
import { numberRules } from './number-rules';
import { operationNames, operations, type OperationName } from './operations';
import { regExpRules } from './regexp-rules';
import type { Rewritten, Rule, RuleTable, TermFactory } from './rule';
import { stringRules } from './string-rules';
import { textEqualityRules } from './text-equality-rules';
import { textSearchRules } from './text-search-rules';
import type { Term } from './term';

/** In order: of an operation's rules the first that applies is taken. */
const tables: readonly RuleTable[] = [
  booleanRules,
  choiceRules,
  linearRules,
  numberRules,
  bitRules,
  comparisonRules,
  stringRules,
  textSearchRules,
  textEqualityRules,
  conversionRules,
  regExpRules,
  bigintRules,
];

/** Every rule, by what it rewrites. */
export const rules: Readonly<Record<Rewritten, readonly Rule[]>> = Object.fromEntries(
  (['choice', ...operationNames] as const).map((rewritten) => [
    rewritten,
    [...generalRules(rewritten), ...tables.flatMap((table) => table[rewritten] ?? [])],
  ]),
) as unknown as Record<Rewritten, readonly Rule[]>;

function generalRules(rewritten: Rewritten): readonly Rule[] {
  if (rewritten === 'choice' || isOnBooleans(rewritten)) return [];
  const { params, variadic } = operations[rewritten];
  const onChoices = [choiceOfConstants(rewritten)];
  if (variadic || params.length > 1) onChoices.push(choicesByOneCondition(rewritten));
  return neverKnown.has(rewritten) ? onChoices : [knownResult(rewritten), ...onChoices];
}

/** Choices between truth values are conjunctions and disjunctions already. */
function isOnBooleans(operation: OperationName): boolean {
  return operations[operation].params.every((sort) => sort === 'bool');
}

/** The canonical form of an operation, or choice, on canonical arguments; null when it is canonical itself. */
export function simplify(terms: TermFactory, rewritten: Rewritten, args: readonly Term[], data: string): Term | null {
  for (const rule of rules[rewritten]) {
    const result = rule.rewrite(terms, args, data);
    if (result !== null) return result;
  }
  return null;
}
