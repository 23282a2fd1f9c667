import { displayPath } from '#core/display-path';
import type { FunctionResult } from '#result/function-result';
import { cutText, oneLine } from './source-text';
import type { Subject } from './subjects';
import { bySurprise } from './surprise';
import { boundWords } from './verdict-words';
import { count } from './words';

/**
 * `src/cart.ts#total changes when quantity < 0, but no caller of checkout can see it`: one sentence for each changed
 * function that an entry point hides.
 */
export function maskedSentences(entryPoint: Subject, functions: readonly FunctionResult[]): string[] {
  const { verdict, name, through } = entryPoint;
  const bound = verdict.kind === 'same' ? verdict.bound : null;
  const limit = bound === null ? '' : ` ${boundWords(bound)}`;
  const assumed = verdict.kind === 'same' ? (verdict.assumptions ?? []) : [];
  const assuming = assumed.length === 0 ? '' : `, assuming ${assumed.join('; ')}`;
  return functions
    .filter((fn) => fn.verdict.kind === 'differs' && through.includes(fn.id))
    .map((fn) => `${changedName(fn)} changes${whenWords(fn)}, but no caller of ${name} can see it${limit}${assuming}`);
}

const longestCondition = 60;

function changedName({ id, span }: FunctionResult): string {
  return id === `${span.file}#<module>` ? `the body of ${displayPath(span.file)}` : displayPath(id);
}

function whenWords({ behaviours }: FunctionResult): string {
  const [first] = bySurprise(behaviours);
  if (first === undefined) return '';
  const rest = behaviours.length - 1;
  const more = rest === 0 ? '' : ` (and in ${count(rest, 'more case')})`;
  const shown = (code: string): string => `\`${cutText(oneLine(code), longestCondition)}\`${more}`;
  if (first.certain === false) return ` for ${shown(first.witness.call)}`;
  return first.when === 'true' ? '' : ` when ${shown(first.when)}`;
}
