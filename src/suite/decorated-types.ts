import { parseModule, type SyntaxNode } from '#syntax/parse';
import type { ComparedVersions, LoadEffects } from './load-effects';

/**
 * Types that a compiler hands to decorators when modules are loaded (`emitDecoratorMetadata`): code that looks at them does something else when a
 * declared type is another, though no statement has changed.
 */
export function addDecoratedTypes(effects: LoadEffects, { base, head, changes }: ComparedVersions): void {
  for (const pair of changes.modules) {
    if (pair.base === null || pair.head === null) continue;
    const before = typesToldIn(pair.base.path, base.loaded.textOf(pair.base.path));
    const now = typesToldIn(pair.head.path, head.loaded.textOf(pair.head.path));
    if (before.join('\n') !== now.join('\n'))
      effects.addLoading(pair.base.path, pair.head.path, 'loads it, and decorators are told other types');
  }
}

/** Do compilers tell decorators the types of what they stand at? */
export function tellsTypes(texts: readonly string[]): boolean {
  return texts.some((text) => /\b(?:emitDecoratorMetadata|decoratorMetadata)["']?\s*:\s*true\b/.test(text));
}

type Part = Readonly<Record<string, unknown>>;

/** What is declared of decorated members, of methods with decorated parameters, and of what decorated classes are made with. */
function typesToldIn(path: string, text: string): string[] {
  if (!text.includes('@') || !/\.[cm]?tsx?$/.test(path)) return [];
  const told: string[] = [];
  const pending: unknown[] = [parseModule(path, text).tree];
  const source = (part: unknown): string => {
    const { start, end } = Object(part) as Partial<SyntaxNode>;
    return start === undefined || end === undefined ? '' : text.slice(start, end).replace(/\s+/g, ' ');
  };
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const part = next as Part;
    if (part['type'] === 'ClassDeclaration' || part['type'] === 'ClassExpression') {
      for (const member of listOf(partOf(part['body'])['body'])) {
        const { params, returnType } = partOf(member['value']);
        const given = listOf(params);
        const isMade = member['kind'] === 'constructor' && isDecorating(part);
        if (!isMade && !isDecorating(member) && !given.some(isDecorating)) continue;
        const typed = [member, ...given.flatMap((param) => [param, partOf(param['parameter']), partOf(param['left'])])];
        const types = [...typed.map((each) => each['typeAnnotation']), returnType];
        told.push([member['key'], ...types].map(source).join());
      }
    }
    pending.push(...Object.values(part).toReversed());
  }
  return told;
}

function isDecorating(part: Part): boolean {
  return listOf(part['decorators']).length > 0;
}

function listOf(value: unknown): readonly Part[] {
  return Array.isArray(value) ? value.map(partOf) : [];
}

function partOf(value: unknown): Part {
  return Object(value) as Part;
}
