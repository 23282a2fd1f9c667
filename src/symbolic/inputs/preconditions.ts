import type { FunctionIr, ModuleIr } from '#ir/cfg';
import { parseModule } from '#syntax/parse';
import type { Precondition, Widened } from '../input-type';
import type { FunctionDoc } from './function-doc';

/** Conditions by function: `src/a.ts#Class.method`. */
export type Preconditions = Readonly<Record<string, readonly string[]>>;

interface Found {
  readonly preconditions: readonly Precondition[];
  /** Those that are no expressions: without them more inputs are possible. */
  readonly ignored: readonly Widened[];
}

export function preconditionsOf(module: ModuleIr, fn: FunctionIr, doc: FunctionDoc, configured: Preconditions): Found {
  const written = doc.tags.flatMap((tag): Precondition[] => {
    if (tag.name !== 'pre') return [];
    return [{ text: conditionText(tag.text), from: 'doc-comment', start: tag.start }];
  });
  const id = `${module.path}#${fn.qualifiedName}`;
  const given = Object.hasOwn(configured, id) ? (configured[id] ?? []) : [];
  const all: readonly Precondition[] = [
    ...written,
    ...given.map((text): Precondition => ({ text: text.trim(), from: 'configuration', start: fn.start })),
  ];
  const preconditions = all.filter(({ text }) => isExpression(text));
  const ignored = all
    .filter((condition) => !preconditions.includes(condition))
    .map(({ text, start }) => ({
      type: `@pre ${text}`,
      reason: 'a precondition that is not an expression',
      isNarrower: false,
      path: module.path,
      start,
      end: start,
    }));
  return { preconditions, ignored };
}

/** Up to the first blank line; lines are joined. */
function conditionText(text: string): string {
  const [first = ''] = text.split(/\n\s*\n/);
  return first.replaceAll(/\s*\n\s*/g, ' ').trim();
}

function isExpression(text: string): boolean {
  if (text === '') return false;
  const { tree } = parseModule('condition.ts', `(${text}\n)`);
  const [statement, ...others] = tree?.body ?? [];
  return statement?.type === 'ExpressionStatement' && others.length === 0;
}
