import type { Domain } from '#smt/term';
import type { InputMember, InputType, ParamInput } from '#symbolic/input-type';
import { undefinedLeaf, type Argument } from './argument';

/** Whether a function with these parameters may be called so. */
export function fitsParameters(args: readonly Argument[], params: readonly ParamInput[]): boolean {
  const last = params.at(-1);
  if (args.length < requiredCount(params) || (args.length > params.length && last?.rest !== true)) return false;
  return args.every((argument, index) => {
    const param = params[Math.min(index, params.length - 1)];
    return param !== undefined && fitsParameter(argument, param);
  });
}

/** What may be undefined may be left out as well. */
function requiredCount(params: readonly ParamInput[]): number {
  return 1 + params.findLastIndex(({ optional, rest, type }) => !optional && !rest && !fitsType(undefinedLeaf, type));
}

export function fitsParameter(argument: Argument, { type, rest, optional }: ParamInput): boolean {
  if (!rest) return (optional && argument.kind === 'undefined') || fitsType(argument, type);
  if (isUntyped(type)) return true;
  const { members } = type;
  const elements = members.flatMap((member) => (member.kind === 'array' ? [member.element()] : []));
  // Of a tuple that is spread it is not known which element comes where.
  return elements.length === members.length && elements.some((element) => fitsType(argument, element));
}

export function fitsType(argument: Argument, type: InputType): boolean {
  if (argument.kind === 'shared') return fitsType(argument.of, type);
  // Anything can be handed in where nothing is declared.
  if (ofNoType.has(argument.kind) && isUntyped(type)) return true;
  return type.members.some((member) => fitsMember(argument, member));
}

const ofNoType: ReadonlySet<Argument['kind']> = new Set([
  'instance',
  'special',
  'code',
  'regexp',
  'date',
  'set',
  'map',
  'error',
  'symbol',
  'binary',
]);

/** Types are named for the file that declares them, and with what they are given: `a.ts#Box<string>`. */
export function declaredClass(name: string): string {
  return name.slice(name.indexOf('#') + 1).replace(/<.*/, '');
}

/** Wider than what a declaration says as a rule. */
export function isUntyped({ members }: InputType): boolean {
  return members.length > mostDeclared;
}

const mostDeclared = 8;

function fitsMember(argument: Argument, member: InputMember): boolean {
  switch (member.kind) {
    case 'number':
      return argument.kind === 'number' && isIn(member.domain, Number(argument.value));
    case 'literals':
      return 'value' in argument && member.values.some((known) => Object.is(known, argument.value));
    case 'array':
      return argument.kind === 'array' && argument.elements.every((element) => fitsType(element, member.element()));
    case 'tuple':
      return argument.kind === 'array' && fitsTuple(argument.elements, member);
    case 'set':
      return argument.kind === 'set' && argument.elements.every((element) => fitsType(element, member.value()));
    case 'map':
      return argument.kind === 'map' && argument.elements.every((element) => fitsPair(element, member));
    case 'binary':
      return argument.kind === 'binary' && argument.text.startsWith(`new ${member.type}(`);
    case 'error':
      return argument.kind === 'error' && argument.text.startsWith(`new ${member.constructorName}(`);
    case 'object':
      if (argument.kind === 'instance')
        return member.class !== null && declaredClass(member.name) === argument.className;
      return argument.kind === 'object' && member.class === null && fitsProperties(argument, member);
    case 'function':
      if (member.properties.size > 0) return false;
      if (argument.kind === 'code') return takesAnyResult(member.result());
      if (member.constructs === true && (argument.kind !== 'function' || argument.isConstructor !== true)) return false;
      return argument.kind === 'function' && fitsType(argument.result, member.result());
    default:
      return argument.kind === member.kind;
  }
}

function fitsPair(element: Argument, { key, value }: Extract<InputMember, { kind: 'map' }>): boolean {
  if (element.kind !== 'array' || element.elements.length !== 2) return false;
  const [first, second] = element.elements;
  return first !== undefined && second !== undefined && fitsType(first, key()) && fitsType(second, value());
}

/** What a function gives that somebody has written is not known. */
function takesAnyResult(type: InputType): boolean {
  return isUntyped(type) || type.members.every(({ kind }) => kind === 'undefined');
}

function fitsTuple(
  elements: readonly Argument[],
  { elements: types, rest }: Extract<InputMember, { kind: 'tuple' }>,
): boolean {
  const required = types.filter(({ optional }) => !optional).length;
  if (elements.length < required || (elements.length > types.length && rest === null)) return false;
  return elements.every((element, index) => {
    const type = types[index]?.type() ?? rest?.();
    return type !== undefined && fitsType(element, type);
  });
}

function fitsProperties(
  { entries }: Extract<Argument, { kind: 'object' }>,
  { properties, index }: Extract<InputMember, { kind: 'object' }>,
): boolean {
  const names = new Set(entries.map(([key]) => key));
  if (names.size < entries.length) return false;
  if ([...properties].some(([name, { optional }]) => !optional && !names.has(name))) return false;
  return entries.every(([key, value]) => {
    const property = properties.get(key);
    if (property === undefined) return index !== null && fitsType(value, index());
    return (property.optional && value.kind === 'undefined') || fitsType(value, property.type());
  });
}

function isIn({ integer, min, max, negativeZero, nan }: Domain, value: number): boolean {
  if (Number.isNaN(value)) return nan;
  if (integer && !Number.isInteger(value)) return false;
  return value >= min && value <= max && (negativeZero || !Object.is(value, -0));
}
