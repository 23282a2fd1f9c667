import type { Guesses } from './guesses';
import type { ParamPattern } from 'oxc-parser';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { FunctionInputs, InputType, ParamInput } from '../input-type';
import { anything } from './anything';
import { constructorParams } from './constructor-params';
import { contextualSignature } from './contextual-types';
import { anyType, arrayOf, withUndefined, type DeclaredType, type Signature } from './declared-type';
import { isClass } from './declared-names';
import { docOfFunction, type FunctionDoc } from './function-doc';
import { takesFurther, withFurther } from './further-arguments';
import { intersect } from './intersect';
import { knownInstances } from './known-instances';
import { makeReader } from './make-reader';
import { preconditionsOf, type Preconditions } from './preconditions';
import { scopeOf, type FunctionLike, type Scope, type TypeReader } from './reader';
import { receiverType } from './receiver';
import { declaredParamType, paramName, paramParts, realParams } from './signatures';
import { toInput } from './to-input';
import type { TypeSource } from './type-source';
import { typedModule } from './typed-module';

export interface InputOptions {
  /** Conditions from the configuration, by function: `src/a.ts#Class.method`. */
  readonly preconditions?: Preconditions;
  /** What is taken for a type where only a first value says something: all, unless it says otherwise. */
  readonly guesses?: Guesses;
}

/**
 * What a function can be called with: its declared types, read from the source of its module and of those that
 * they name. Without types, what doc comments say; without those, anything.
 */
export function functionInputs(
  source: TypeSource,
  fn: FunctionIr,
  module: ModuleIr,
  options: InputOptions = {},
): FunctionInputs {
  const { reader, widened } = makeReader(source, options.guesses);
  const typed = typedModule(module);
  const doc = docOfFunction(typed, fn.origin);
  const receiver = receiverType(reader, typed, fn, doc);
  const scope: Scope = { ...scopeOf(typed), self: receiver === null ? null : () => receiver };
  const params = paramTypes(reader, fn, scope, doc);
  const { preconditions, ignored } = preconditionsOf(module, fn, doc, options.preconditions ?? {});
  widened.push(...ignored);
  const declared: FunctionInputs = {
    params: params.map(({ name, type, optional, rest }) => ({
      name,
      type: withInstances(toInput(type), source, scope),
      optional,
      rest,
    })),
    receiver: receiver === null ? null : toInput(receiver),
    preconditions,
    widened,
  };
  return takesFurther(module, fn) ? withFurther(declared) : declared;
}

/** What nothing is said of may also be an instance of a class that the module knows. */
function withInstances(type: InputType, source: TypeSource, scope: Scope): InputType {
  if (type !== anything) return type;
  // What is not understood of their classes is no matter of this function's types.
  const instances = knownInstances(makeReader(source).reader, scope);
  return instances.length === 0 ? type : { members: [...type.members, ...instances] };
}

type DeclaredParam = Omit<ParamInput, 'type'> & { readonly type: DeclaredType };

function paramTypes(r: TypeReader, fn: FunctionIr, scope: Scope, doc: FunctionDoc): readonly DeclaredParam[] {
  const { origin } = fn;
  if (isClass(origin) && fn.kind === 'constructor') return constructorParams(r, origin, fn, scope);
  if (!isFunctionLike(origin)) return [];
  const context = contextualSignature(r, origin, scope, doc);
  const params = realParams(origin.params);
  const found = params.map((param, i) => oneParam(r, param, i, scope, doc, context));
  // A parameter can be omitted only where all that follow can.
  const lastRequired = found.findLastIndex(({ optional, rest }) => !optional && !rest);
  return found.map(({ name, type, optional, rest }, i) => ({
    name,
    type,
    optional: optional && i > lastRequired,
    rest,
  }));
}

function isFunctionLike(node: FunctionIr['origin']): node is FunctionLike {
  return (
    node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
  );
}

function oneParam(
  r: TypeReader,
  param: ParamPattern,
  index: number,
  scope: Scope,
  doc: FunctionDoc,
  context: Signature | null,
): DeclaredParam {
  const parts = paramParts(param);
  const { place, annotation, initial, rest } = parts;
  const name = paramName(place, index);
  const documented = doc.param(r, name, index, place.type === 'Identifier', scope);
  const expected = context === null ? null : expectedParam(context, index, rest);
  let type: DeclaredType;
  let optional = parts.optional;
  if (annotation !== null) {
    const declared = r.read(annotation, scope);
    // In TypeScript a doc comment can only say more of a number: `@param {int} x`.
    type = documented?.refines === true ? intersect(declared, documented.type) : declared;
  } else if (documented !== null) {
    type = documented.rest === rest || !rest ? documented.type : arrayOf(() => documented.type);
    optional ||= documented.optional;
  } else if (expected !== null) {
    type = expected.type;
    optional ||= expected.optional;
  } else type = declaredParamType(r, parts, scope);
  const omitted = !rest && (optional || initial !== null);
  return { name, type: omitted ? withUndefined(type) : type, optional: omitted, rest };
}

/** The type that the context gives to a parameter. */
function expectedParam(
  { params }: Signature,
  index: number,
  rest: boolean,
): { readonly type: DeclaredType; readonly optional: boolean } | null {
  const all = params();
  const param = all[index];
  if (param !== undefined && param.rest === rest) return { type: param.type(), optional: param.optional };
  const last = all.at(-1);
  if (last?.rest !== true || rest) return rest ? { type: arrayOf(() => anyType), optional: false } : null;
  const [spread] = last.type().members;
  return spread?.kind === 'array' ? { type: spread.element(), optional: false } : null;
}
