import type { Node } from 'oxc-parser';
import type { FunctionRef } from '#change/change-set';
import { pathTo } from '#symbolic/inputs/syntax-children';
import { typedModule } from '#symbolic/inputs/typed-module';

/**
 * A call of a function that is kept in an object or a list, as one writes it: `handlers.del(0)`, `steps[1](2)`. `name` is how others get at
 * one that was made inside of another function.
 */
export function withCallableName(call: string, { module, fn }: FunctionRef, name: string | null = null): string {
  const kept = name ?? (isKept(fn.origin) ? keptAs(pathTo(typedModule(module).tree, fn.origin)) : null);
  const shown = kept ?? fn.qualifiedName.replace(/~\d+$/, '');
  if (shown === fn.qualifiedName) return call;
  const known = fn.qualifiedName.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  // A text among the arguments may look like it.
  const calls = new RegExp(String.raw`(${texts.source})|(^|; |= |await |\()${known}(?=[(.])`, 'gu');
  return call.replaceAll(calls, (found, text: string | undefined, before: string) =>
    text === undefined ? `${before}${shown}` : found,
  );
}

const texts = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/;

function isKept({ type }: Node): boolean {
  return type === 'FunctionExpression' || type === 'ArrowFunctionExpression';
}

/** From the variable or export that holds the function inside; null where there is none. */
function keptAs(path: readonly Node[]): string | null {
  const keys: string[] = [];
  for (let at = path.length - 1; at > 0; at--) {
    const [node, parent] = [path[at], path[at - 1]];
    switch (parent?.type) {
      case 'Property': {
        const { key } = parent;
        if (parent.computed || parent.kind !== 'init' || key.type !== 'Identifier') return null;
        keys.unshift(`.${key.name}`);
        break;
      }
      case 'ArrayExpression': {
        const index = parent.elements.findIndex((element) => element === node);
        if (parent.elements.slice(0, index).some((element) => element?.type === 'SpreadElement')) return null;
        keys.unshift(`[${index}]`);
        break;
      }
      case 'ObjectExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'ParenthesizedExpression':
        break;
      case 'VariableDeclarator':
        return parent.id.type === 'Identifier' && keys.length > 0 ? `${parent.id.name}${keys.join('')}` : null;
      case 'AssignmentExpression':
        return keys.length > 0 && isExports(parent.left) ? keys.join('').replace(/^\./, '') : null;
      default:
        return null;
    }
  }
  return null;
}

function isExports(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'exports';
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'exports'
  );
}
