import {
  anyType,
  arrayOf,
  booleanType,
  functionReturning,
  literal,
  never,
  once,
  single,
  stringType,
  union,
  unknownType,
  type DeclaredType,
  type Lazy,
  type Member,
  type Signature,
} from './declared-type';
import { elementTypes, type BinaryType } from '../binary-types';
import { assignable } from './assignable';
import { numberType, propertyKeyType } from './keys';
import { recordOf, reshaped } from './mapped';
import type { TypeArgument, TypeReader, Use } from './reader';
import { paramsTuple } from './signatures';

/** A generic type of the language's library, from its arguments. */
type Make = (args: readonly Lazy[], context: Context) => DeclaredType;

interface Context {
  readonly r: TypeReader;
  readonly use: Use;
  readonly label: string;
}

/** Types of the standard library by name; null for names that are not in the table. */
export function libraryType(r: TypeReader, name: string, args: readonly TypeArgument[], use: Use): DeclaredType | null {
  if (!Object.hasOwn(table, name)) return null;
  const label = args.length === 0 ? name : `${name}<${args.map((arg) => arg.label).join(', ')}>`;
  const make = table[name];
  return make === undefined
    ? null
    : make(
        args.map((arg) => arg.type),
        { r, use, label },
      );
}

const at = (args: readonly Lazy[], index: number): Lazy => args[index] ?? (() => anyType);
const list: Make = (args) => arrayOf(at(args, 0));
const readonlyList: Make = (args) => arrayOf(at(args, 0), true);
const dictionary: Make = (args) => single({ kind: 'map', key: at(args, 0), value: at(args, 1) });
const collection: Make = (args) => single({ kind: 'set', value: at(args, 0) });
const promise: Make = (args) => single({ kind: 'promise', value: at(args, 0) });
const binary =
  (type: BinaryType): Make =>
  () =>
    single({ kind: 'binary', type });
const error =
  (constructorName: string): Make =>
  () =>
    single({ kind: 'error', constructorName });

/** Taken for something near that an input can be. */
function near(make: Make, reason: string): Make {
  return (args, context) => {
    context.r.narrow(context.use, reason);
    return make(args, context);
  };
}

const table: Readonly<Record<string, Make>> = {
  Array: list,
  ReadonlyArray: readonlyList,
  ConcatArray: readonlyList,
  ArrayLike: near(readonlyList, 'taken for an array'),
  Iterable: near(readonlyList, 'taken for an array'),
  TemplateStringsArray: near(() => arrayOf(() => stringType, true), 'taken for an array without raw strings'),
  IArguments: near(() => arrayOf(() => anyType), 'taken for an array'),
  Map: dictionary,
  ReadonlyMap: dictionary,
  WeakMap: near(dictionary, 'taken for a Map'),
  Set: collection,
  ReadonlySet: collection,
  WeakSet: near(collection, 'taken for a Set'),
  Date: () => single({ kind: 'date' }),
  RegExp: () => single({ kind: 'regexp' }),
  ...Object.fromEntries(elementTypes.map((type) => [type, binary(type)])),
  ArrayBuffer: binary('ArrayBuffer'),
  ArrayBufferLike: binary('ArrayBuffer'),
  DataView: binary('DataView'),
  Promise: promise,
  PromiseLike: near(promise, 'taken for a Promise'),
  Error: error('Error'),
  EvalError: error('EvalError'),
  RangeError: error('RangeError'),
  ReferenceError: error('ReferenceError'),
  SyntaxError: error('SyntaxError'),
  TypeError: error('TypeError'),
  URIError: error('URIError'),
  String: () => stringType,
  Number: () => numberType,
  Boolean: () => booleanType,
  Symbol: () => single({ kind: 'symbol' }),
  BigInt: () => single({ kind: 'bigint' }),
  PropertyKey: () => propertyKeyType,
  Function: () => single(functionReturning(() => anyType)),
  CallableFunction: () => single(functionReturning(() => anyType)),
  NewableFunction: () => single(functionReturning(() => anyType)),
  Object: (args, { label, use }) => {
    if (args.length === 2) return recordOf(at(args, 0)(), at(args, 1), label);
    // In doc comments it says that something is an object.
    return use.scope.module.host === null
      ? single({ kind: 'not-nullish' })
      : recordOf(stringType, () => anyType, label);
  },
  ThisType: () => single({ kind: 'not-nullish' }),
  NoInfer: (args) => at(args, 0)(),
  Partial: (args, { label }) => reshaped(at(args, 0)(), label, (_, property) => ({ ...property, optional: true })),
  Required: (args, { label }) =>
    reshaped(at(args, 0)(), label, (_, property) => ({
      ...property,
      optional: false,
      type: property.optional ? once(() => without(property.type(), ['undefined'])) : property.type,
    })),
  Readonly: (args) => readonlyType(at(args, 0)()),
  Pick: (args, { label }) => {
    const names = literalNames(at(args, 1)());
    return reshaped(at(args, 0)(), label, (name, property) => (names.has(name) ? property : null), false);
  },
  Omit: (args, { label }) => {
    const names = literalNames(at(args, 1)());
    return reshaped(at(args, 0)(), label, (name, property) => (names.has(name) ? null : property));
  },
  Record: (args, { label }) => recordOf(at(args, 0)(), at(args, 1), label),
  NonNullable: (args) => nonNullable(at(args, 0)()),
  Exclude: (args, context) => filtered(at(args, 0)(), at(args, 1)(), false, context),
  Extract: (args, context) => filtered(at(args, 0)(), at(args, 1)(), true, context),
  ReturnType: (args, context) => ofFunctions(args, context, (signature) => signature.result()),
  Parameters: (args, context) => ofFunctions(args, context, paramsTuple),
  ConstructorParameters: (args, context) => ofFunctions(args, context, paramsTuple),
  InstanceType: (args, context) =>
    ofFunctions(args, context, (signature) => (signature.constructed ?? signature.result)()),
  ThisParameterType: () => unknownType,
  OmitThisParameter: (args) => at(args, 0)(),
  Awaited: (args) => awaited(at(args, 0)(), 0),
  Uppercase: (args) => onStrings(at(args, 0)(), (text) => text.toUpperCase()),
  Lowercase: (args) => onStrings(at(args, 0)(), (text) => text.toLowerCase()),
  Capitalize: (args) => onStrings(at(args, 0)(), (text) => text.slice(0, 1).toUpperCase() + text.slice(1)),
  Uncapitalize: (args) => onStrings(at(args, 0)(), (text) => text.slice(0, 1).toLowerCase() + text.slice(1)),
};

function literalNames(keys: DeclaredType): ReadonlySet<string> {
  return new Set(keys.members.flatMap((key) => (key.kind === 'literal' ? [String(key.value)] : [])));
}

function without(type: DeclaredType, kinds: readonly Member['kind'][]): DeclaredType {
  return { members: type.members.filter(({ kind }) => !kinds.includes(kind)) };
}

export function nonNullable(type: DeclaredType): DeclaredType {
  return union(
    without(type, ['undefined', 'null']).members.map((member) =>
      single(member.kind === 'anything' ? { kind: 'not-nullish' } : member),
    ),
  );
}

function readonlyType(type: DeclaredType): DeclaredType {
  return {
    members: type.members.map((member) =>
      member.kind === 'array' || member.kind === 'tuple' ? { ...member, readonly: true } : member,
    ),
  };
}

/** Members of a union that are, or are not, of another type. */
function filtered(type: DeclaredType, other: DeclaredType, keep: boolean, { r, use }: Context): DeclaredType {
  const members = type.members.filter((member) => {
    const decision = assignable(single(member), other);
    if (decision === null) r.note(use, 'whether a member is of the other type was not decided');
    return decision === null || decision === keep;
  });
  return { members };
}

function ofFunctions(
  args: readonly Lazy[],
  { r, use }: Context,
  read: (signature: Signature) => DeclaredType,
): DeclaredType {
  const { members } = at(args, 0)();
  if (members.some((member) => member.kind === 'anything')) return anyType;
  const functions = members.filter((member) => member.kind === 'function');
  if (functions.length < members.length || functions.length === 0)
    return r.widen(use, 'not of a function that is known');
  return union(functions.map(({ signature }) => read(signature)));
}

export function awaited(type: DeclaredType, depth: number): DeclaredType {
  return union(
    type.members.map((member) =>
      member.kind === 'promise' && depth < 10 ? awaited(member.value(), depth + 1) : single(member),
    ),
  );
}

function onStrings(type: DeclaredType, change: (text: string) => string): DeclaredType {
  return union(
    type.members.map((member) =>
      member.kind === 'literal' ? literal(change(String(member.value))) : member.kind === 'string' ? stringType : never,
    ),
  );
}
