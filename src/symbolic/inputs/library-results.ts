import {
  arrayOf,
  booleanType,
  single,
  stringType,
  withUndefined,
  type DeclaredType,
  type Member,
} from './declared-type';
import { numberType } from './keys';

/** What a method of the library gives, where that does not depend on what it is given; null for others. */
export function libraryResult(member: Member, method: string): DeclaredType | null {
  const kind = member.kind === 'literal' ? typeof member.value : member.kind;
  const own = results[kind]?.[method];
  if (own !== undefined) return own;
  if (member.kind === 'array' && likeItself.has(method)) return single(member);
  return null;
}

function each(names: string, type: DeclaredType): Readonly<Record<string, DeclaredType>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, type]));
}

const ofArrays = {
  ...each('includes some every', booleanType),
  ...each('indexOf lastIndexOf findIndex findLastIndex push unshift', numberType),
  ...each('join toString toLocaleString', stringType),
};

const results: Readonly<Partial<Record<string, Readonly<Record<string, DeclaredType>>>>> = {
  string: {
    ...each('includes startsWith endsWith isWellFormed', booleanType),
    ...each('indexOf lastIndexOf search charCodeAt localeCompare', numberType),
    ...each('codePointAt', withUndefined(numberType)),
    ...each('at', withUndefined(stringType)),
    ...each(
      'charAt concat normalize padEnd padStart repeat replace replaceAll slice substring substr toLowerCase toUpperCase toLocaleLowerCase toLocaleUpperCase trim trimStart trimEnd toString valueOf toWellFormed',
      stringType,
    ),
    ...each(
      'split',
      arrayOf(() => stringType),
    ),
  },
  number: each('toFixed toString toPrecision toExponential toLocaleString', stringType),
  boolean: each('toString', stringType),
  regexp: { ...each('test', booleanType), ...each('toString', stringType) },
  array: ofArrays,
  tuple: ofArrays,
  map: each('has delete', booleanType),
  set: each('has delete', booleanType),
  date: {
    ...each('getTime valueOf getFullYear getMonth getDate getHours getMinutes getSeconds getMilliseconds', numberType),
    ...each('toISOString toString toDateString', stringType),
  },
};

/** Methods that give an array of the same elements. */
const likeItself: ReadonlySet<string> = new Set('slice filter reverse sort toReversed toSorted splice'.split(' '));
