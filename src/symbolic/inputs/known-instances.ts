import type { Node } from 'oxc-parser';
import type { InputMember } from '../input-type';
import type { Scope, TypeReader } from './reader';
import { childrenOf } from './syntax-children';
import { toInput } from './to-input';
import type { TypedModule } from './typed-module';

/** More classes than these would make too many kinds of one input. */
const mostClasses = 4;

const namesIn = new WeakMap<TypedModule, readonly (Node & { readonly name: string })[]>();

/**
 * Instances of classes that a module makes, or tells apart from others: what is not typed may be one of them, and code that asks
 * `x instanceof C` has a path for it.
 */
export function knownInstances(r: TypeReader, scope: Scope): readonly InputMember[] {
  const { module } = scope;
  let names = namesIn.get(module);
  if (names === undefined) namesIn.set(module, (names = classNames(module.tree)));
  const found = new Map<string, InputMember>();
  for (const name of names) {
    if (found.size >= mostClasses) break;
    const entity = r.entities.ofIdentifier(module, name);
    if (entity.kind !== 'declared') continue;
    for (const member of toInput(r.typeOf(entity, [], { node: name, scope })).members) {
      if (member.kind !== 'object' || member.class === null) continue;
      found.set(`${member.class.path}#${member.class.index}`, member);
    }
  }
  return [...found.values()].slice(0, mostClasses);
}

/** Names after `new` and `instanceof`, and those that classes are declared with, each once. */
function classNames(tree: Node): (Node & { readonly name: string })[] {
  const found = new Map<string, Node & { readonly name: string }>();
  const waiting: Node[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const named =
      node.type === 'NewExpression'
        ? node.callee
        : node.type === 'BinaryExpression' && node.operator === 'instanceof'
          ? node.right
          : node.type === 'ClassDeclaration'
            ? node.id
            : null;
    if (named?.type === 'Identifier' && !found.has(named.name)) found.set(named.name, named);
    waiting.push(...childrenOf(node).toReversed());
  }
  return [...found.values()];
}
