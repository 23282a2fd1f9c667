import type { Node } from 'oxc-parser';
import type { Machine } from './machine';
import { isFunction, parentOf } from './site-source';
import { intermediate, sourceText } from './source-text';

/**
 * What a pattern takes apart, as the engine sees it. `nested`: in another pattern, where it loses track. `given`: an
 * argument, which has no source text.
 */
export type PatternSource =
  | {
      readonly kind: 'value';
      readonly value: Node;
      readonly by: 'declaration' | 'parenthesised declaration' | 'assignment' | 'default';
    }
  | { readonly kind: 'text'; readonly text: string; readonly by: 'for' | 'catch' | 'parameter' }
  | { readonly kind: 'given' }
  | { readonly kind: 'nested' };

export function patternSource(machine: Machine, pattern: Node): PatternSource {
  const around = parentOf(machine, pattern);
  switch (around?.type) {
    case 'VariableDeclarator':
      return around.init === null
        ? { kind: 'text', text: '.for', by: 'for' }
        : { kind: 'value', value: around.init, by: declarationKind(machine, around.id.end, around.init.start) };
    case 'AssignmentExpression':
      return { kind: 'value', value: around.right, by: 'assignment' };
    case 'CatchClause':
      return { kind: 'text', text: '.catch', by: 'catch' };
    case 'AssignmentPattern': {
      const outer = parentOf(machine, around);
      return outer !== null && isFunction(outer)
        ? { kind: 'text', text: intermediate.repeat(3), by: 'parameter' }
        : { kind: 'value', value: around.right, by: 'default' };
    }
    default:
      return around !== null && around !== undefined && isFunction(around) ? { kind: 'given' } : { kind: 'nested' };
  }
}

/** The tree does not have parentheses. */
function declarationKind(
  { world, site }: Machine,
  from: number,
  to: number,
): 'declaration' | 'parenthesised declaration' {
  const between = world.source.module(site.path)?.text.slice(from, to) ?? '';
  return between.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '').includes('(') ? 'parenthesised declaration' : 'declaration';
}

/** The source text of what is taken apart; null where the engine has none. */
export function patternSourceText(source: PatternSource): string | null {
  if (source.kind === 'value') return sourceText(source.value);
  return source.kind === 'text' ? source.text : null;
}

/** The pattern that a node takes apart, by the syntax that it computes. */
export function patternOf(origin: Node): Node | null {
  switch (origin.type) {
    case 'ArrayPattern':
    case 'ObjectPattern':
      return origin;
    case 'VariableDeclarator':
      return patternOf(origin.id);
    case 'VariableDeclaration': {
      const [first] = origin.declarations;
      return first === undefined ? null : patternOf(first.id);
    }
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return patternOf(origin.left);
    case 'Property':
      return patternOf(origin.value);
    case 'CatchClause':
      return origin.param === null ? null : patternOf(origin.param);
    case 'RestElement':
      return patternOf(origin.argument);
    default:
      return null;
  }
}
