import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { InputType } from '../input-type';
import { makeReader } from './make-reader';
import { scopeOf } from './reader';
import { toInput } from './to-input';
import type { TypeSource } from './type-source';
import { typedModule } from './typed-module';

/** What a function gives, by its declaration or by what it returns. */
export function resultType(source: TypeSource, fn: FunctionIr, module: ModuleIr): InputType | null {
  const { origin } = fn;
  const isFunction =
    origin.type === 'FunctionDeclaration' ||
    origin.type === 'FunctionExpression' ||
    origin.type === 'ArrowFunctionExpression';
  if (!isFunction) return null;
  const { reader } = makeReader(source);
  return toInput(reader.signature(origin, scopeOf(typedModule(module))).result());
}
