import { anyDouble, integersFrom, type Domain, type Term } from '#smt/term';
import type { Terms } from '#smt/terms';

/** The constructors of typed arrays. */
export type ElementType =
  | 'Int8Array'
  | 'Uint8Array'
  | 'Uint8ClampedArray'
  | 'Int16Array'
  | 'Uint16Array'
  | 'Int32Array'
  | 'Uint32Array'
  | 'Float32Array'
  | 'Float64Array'
  | 'BigInt64Array'
  | 'BigUint64Array';

/** Objects of the language that hold bytes. */
export type BinaryType = ElementType | 'ArrayBuffer' | 'DataView';

interface Elements {
  readonly bytes: number;
  readonly sort: 'num' | 'big';
  /** Of numbers that the type holds; those of 32 bits with a fraction are any number, rounded. */
  readonly domain: Domain;
  readonly isInteger: boolean;
}

const integers = (bytes: number, min: number, max: number): Elements => ({
  bytes,
  sort: 'num',
  domain: integersFrom(min, max),
  isInteger: true,
});
const numbers = (bytes: number): Elements => ({ bytes, sort: 'num', domain: anyDouble, isInteger: false });
const bigints: Elements = { bytes: 8, sort: 'big', domain: anyDouble, isInteger: true };

const table: Readonly<Record<ElementType, Elements>> = {
  Int8Array: integers(1, -(2 ** 7), 2 ** 7 - 1),
  Uint8Array: integers(1, 0, 2 ** 8 - 1),
  Uint8ClampedArray: integers(1, 0, 2 ** 8 - 1),
  Int16Array: integers(2, -(2 ** 15), 2 ** 15 - 1),
  Uint16Array: integers(2, 0, 2 ** 16 - 1),
  Int32Array: integers(4, -(2 ** 31), 2 ** 31 - 1),
  Uint32Array: integers(4, 0, 2 ** 32 - 1),
  Float32Array: numbers(4),
  Float64Array: numbers(8),
  BigInt64Array: bigints,
  BigUint64Array: bigints,
};

export const elementTypes = Object.keys(table) as readonly ElementType[];

export function elementsOfType(type: ElementType): Elements {
  return table[type];
}

export function isElementType(type: BinaryType): type is ElementType {
  return type !== 'ArrayBuffer' && type !== 'DataView';
}

/** How an input of a type is given: buffers byte by byte. */
export function givenAs(type: BinaryType): ElementType {
  return isElementType(type) ? type : 'Uint8Array';
}

/** The element that a number or bigint becomes when it is stored. */
export function stored(terms: Terms, type: ElementType, value: Term): Term {
  const { domain, isInteger } = table[type];
  if (value.kind === 'symbol' && value.sort === 'num' && isInteger && value.domain === domain) return value;
  switch (type) {
    case 'Uint8ClampedArray':
      return clamped(terms, value);
    case 'Float32Array':
      return terms.apply('num.fround', [value]);
    case 'Float64Array':
      return value;
    default:
      return reinterpreted(terms, type, value);
  }
}

/** An integer as an element with the same low bits. */
export function reinterpreted(terms: Terms, type: ElementType, value: Term): Term {
  const bits = terms.constant(table[type].bytes * 8);
  const unused = terms.constant(32 - table[type].bytes * 8);
  switch (type) {
    case 'Int8Array':
    case 'Int16Array':
      return terms.apply('num.shr', [terms.apply('num.shl', [value, unused]), unused]);
    case 'Uint8Array':
    case 'Uint8ClampedArray':
    case 'Uint16Array':
      return terms.apply('num.bitAnd', [value, terms.constant(table[type].domain.max)]);
    case 'Int32Array':
      return terms.apply('num.toInt32', [value]);
    case 'Uint32Array':
      return terms.apply('num.toUint32', [value]);
    case 'BigInt64Array':
      return terms.apply('big.asIntN', [bits, value]);
    case 'BigUint64Array':
      return terms.apply('big.asUintN', [bits, value]);
    default:
      return value;
  }
}

/** ToUint8Clamp: the nearest byte, of two the even one. */
function clamped(terms: Terms, value: Term): Term {
  const [zero, most] = [terms.constant(0), terms.constant(255)];
  const inside = terms.apply('num.min', [terms.apply('num.max', [value, zero]), most]);
  const floor = terms.apply('num.floor', [inside]);
  const above = terms.apply('num.add', [floor, terms.constant(1)]);
  const fraction = terms.apply('num.sub', [inside, floor]);
  const half = terms.constant(0.5);
  const isEven = terms.apply('num.eq', [terms.apply('num.bitAnd', [floor, terms.constant(1)]), zero]);
  const isLow = terms.or([
    terms.apply('num.lt', [fraction, half]),
    terms.and([terms.apply('num.eq', [fraction, half]), isEven]),
  ]);
  const rounded = terms.choice(isLow, floor, above);
  // Zero has no sign among integers.
  const isZero = terms.or([terms.apply('num.isNaN', [value]), terms.apply('num.le', [value, zero])]);
  return terms.choice(isZero, zero, rounded);
}

/** The bytes of an element, lowest first; null where they are open. */
export function bytesOf(terms: Terms, type: ElementType, element: Term): readonly Term[] | null {
  const { bytes, sort, isInteger } = table[type];
  if (element.kind === 'constant') {
    const made = inEngine(type, element.value as number | bigint);
    return [...new Uint8Array(made.buffer)].map((byte) => terms.constant(byte));
  }
  if (!isInteger || sort === 'big') return null;
  return Array.from({ length: bytes }, (_, index) => {
    const shifted = index === 0 ? element : terms.apply('num.ushr', [element, terms.constant(index * 8)]);
    return terms.apply('num.bitAnd', [shifted, terms.constant(255)]);
  });
}

/** The element that bytes make, lowest first; null where it cannot be said of open ones. */
export function elementOfBytes(terms: Terms, type: ElementType, bytes: readonly Term[]): Term | null {
  const { sort, isInteger } = table[type];
  if (bytes.every((byte) => byte.kind === 'constant')) {
    const whole = Uint8Array.from(bytes, (byte) => Number(byte.value));
    const [element] = viewOf(type, whole.buffer);
    return terms.constant(element ?? 0);
  }
  if (!isInteger || sort === 'big') return null;
  const parts = bytes.map((byte, index) => terms.apply('num.shl', [byte, terms.constant(index * 8)]));
  const [first, ...others] = parts;
  if (first === undefined) return null;
  const joined = others.reduce((low, high) => terms.apply('num.bitOr', [low, high]), first);
  return reinterpreted(terms, type, joined);
}

/** What the engine stores for a value. */
export function storedByEngine(type: ElementType, value: number | bigint): number | bigint {
  return inEngine(type, value)[0] ?? 0;
}

/** Bytes of elements, as the engine has them. */
export function bytesByEngine(type: ElementType, elements: readonly (number | bigint)[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(elements.flatMap((element) => [...new Uint8Array(inEngine(type, element).buffer)]));
}

type EngineArray = ArrayLike<number | bigint> & { readonly buffer: ArrayBuffer };

function inEngine(type: ElementType, value: number | bigint): EngineArray {
  const made = viewOf(type, new ArrayBuffer(table[type].bytes));
  Reflect.set(made, 0, value);
  return made;
}

/** Bytes as the engine sees them. */
export function viewOf(type: ElementType, buffer: ArrayBuffer): EngineArray & Iterable<number | bigint> {
  const constructors = {
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
  } as const;
  return new constructors[type](buffer);
}
