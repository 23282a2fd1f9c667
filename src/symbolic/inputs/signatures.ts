import type { Node, ParamPattern, TSType } from 'oxc-parser';
import {
  anyType,
  arrayOf,
  booleanType,
  once,
  single,
  undefinedType,
  withUndefined,
  type DeclaredType,
  type Lazy,
  type Signature,
  type SignatureParam,
  type TupleType,
} from './declared-type';
import { docOfFunction } from './function-doc';
import { patternType } from './patterns';
import { inferResult } from './inferred-results';
import type { FunctionLike, Scope, TypeReader } from './reader';

export function signatureOf(r: TypeReader, node: FunctionLike, scope: Scope): Signature {
  const result = resultOf(r, node, scope);
  const constructs = node.type === 'TSConstructorType' || node.type === 'TSConstructSignatureDeclaration';
  return {
    params: once(() => realParams(node.params).map((param, i, all) => signatureParam(r, param, i, all, scope))),
    result,
    constructed: constructs ? result : null,
  };
}

function resultOf(r: TypeReader, node: FunctionLike, scope: Scope): Lazy {
  const { returnType } = node;
  if (returnType !== null && returnType !== undefined)
    return once(() => readResult(r, returnType.typeAnnotation, scope));
  return once(() => {
    const written = documentedResult(r, node, scope);
    if (written !== null) return written;
    return 'body' in node && node.body !== null ? inferResult(r, node, scope) : anyType;
  });
}

/** What the comment of a function says that it returns. JavaScript only. */
function documentedResult(r: TypeReader, node: FunctionLike, scope: Scope): DeclaredType | null {
  if (!scope.module.isJavaScript || !('body' in node)) return null;
  const doc = docOfFunction(scope.module, node);
  return doc.tagged(r, 'returns', scope) ?? doc.tagged(r, 'return', scope);
}

export function readResult(r: TypeReader, node: TSType, scope: Scope): DeclaredType {
  if (node.type === 'TSTypePredicate') return node.asserts ? undefinedType : booleanType;
  return r.read(node, scope);
}

/** A `this` parameter is no parameter. */
export function realParams(params: readonly ParamPattern[]): readonly ParamPattern[] {
  return params.filter((param) => !(param.type === 'Identifier' && param.name === 'this'));
}

export function thisParam(params: readonly ParamPattern[]): ParamPattern | null {
  return params.find((param) => param.type === 'Identifier' && param.name === 'this') ?? null;
}

/** The parts of a parameter, whatever way it is written. */
export interface ParamParts {
  readonly place: Node;
  readonly annotation: TSType | null;
  readonly initial: Node | null;
  readonly optional: boolean;
  readonly rest: boolean;
}

export function paramParts(param: ParamPattern): ParamParts {
  const pattern = param.type === 'TSParameterProperty' ? param.parameter : param;
  const rest = pattern.type === 'RestElement';
  const initial = pattern.type === 'AssignmentPattern' ? pattern.right : null;
  const place = pattern.type === 'AssignmentPattern' ? pattern.left : rest ? pattern.argument : pattern;
  const annotation =
    ('typeAnnotation' in place ? place.typeAnnotation : null) ??
    ('typeAnnotation' in pattern ? pattern.typeAnnotation : null) ??
    null;
  const optional = initial !== null || (place as { optional?: boolean }).optional === true;
  return { place, annotation: annotation?.typeAnnotation ?? null, initial, optional, rest };
}

export function paramName(place: Node, index: number): string {
  return place.type === 'Identifier' ? place.name : `arg${index}`;
}

function signatureParam(
  r: TypeReader,
  param: ParamPattern,
  index: number,
  all: readonly ParamPattern[],
  scope: Scope,
): SignatureParam {
  const parts = paramParts(param);
  const { place, rest } = parts;
  const type = once(() => {
    const declared = declaredParamType(r, parts, scope);
    return parts.optional ? withUndefined(declared) : declared;
  });
  return { name: paramName(place, index), type, optional: isOmissible(all, index), rest };
}

/** With a default value a parameter can be omitted only where all that follow can. */
export function isOmissible(params: readonly ParamPattern[], index: number): boolean {
  return (
    params.slice(index).every((param) => {
      const { optional, rest } = paramParts(param);
      return optional || rest;
    }) && params[index]?.type !== 'RestElement'
  );
}

/** The type of a parameter by its annotation, its default value or its pattern. */
export function declaredParamType(r: TypeReader, parts: ParamParts, scope: Scope): DeclaredType {
  const { annotation, place, initial, rest } = parts;
  if (annotation !== null) return r.read(annotation, scope);
  if (rest) return arrayOf(() => anyType);
  return patternType(r, place, initial, scope);
}

/** `Parameters<F>` */
export function paramsTuple(signature: Signature): DeclaredType {
  const params = signature.params();
  const rest = params.find((param) => param.rest);
  const fixed = params.filter((param) => !param.rest).map(({ type, optional }) => ({ type, optional }));
  if (rest === undefined) return single({ kind: 'tuple', elements: fixed, rest: null, readonly: false });
  const [spread] = rest.type().members;
  if (spread?.kind === 'tuple') return single({ ...spread, elements: [...fixed, ...spread.elements] });
  const element = spread?.kind === 'array' ? spread.element : () => anyType;
  if (fixed.length === 0) return arrayOf(element);
  const tuple: TupleType = { kind: 'tuple', elements: fixed, rest: element, readonly: false };
  return single(tuple);
}
