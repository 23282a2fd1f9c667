import type { Class } from 'oxc-parser';
import type { FunctionIr } from '#ir/cfg';
import { anyType, arrayOf, type DeclaredType } from './declared-type';
import { constructorSignature } from './classes';
import { paramsTuple } from './signatures';
import type { Scope, TypeReader } from './reader';

interface ConstructorParam {
  readonly name: string;
  readonly type: DeclaredType;
  readonly optional: boolean;
  readonly rest: boolean;
}

/** A constructor that is not written passes on what the inherited one takes. */
export function constructorParams(
  r: TypeReader,
  node: Class,
  fn: FunctionIr,
  scope: Scope,
): readonly ConstructorParam[] {
  const [args] = fn.params;
  if (args === undefined) return [];
  const signature = constructorSignature(r, node, scope, () => anyType);
  const type = signature === null ? arrayOf(() => anyType) : paramsTuple(signature);
  return [{ name: args.name, type, optional: false, rest: true }];
}
