import type { BuiltIn } from './built-in';

const parts = ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'];
const clocks = parts.flatMap((part) => [part, `UTC${part}`]);
const numbers = ['Int8', 'Uint8', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float32', 'Float64', 'BigInt64', 'BigUint64'];
const widths = ['8', '16LE', '16BE', '32LE', '32BE'].flatMap((width) => [
  `Int${width}`,
  `UInt${width}`,
  `Uint${width}`,
]);
const wide = ['Float', 'Double', 'BigInt64', 'BigUInt64'].flatMap((kind) => [`${kind}LE`, `${kind}BE`]);
const packed = [...widths, ...wide, 'IntLE', 'IntBE', 'UIntLE', 'UIntBE'];

const change: BuiltIn = { reads: true, writes: [] };
const look: BuiltIn = { reads: true };

/** Methods of objects that keep what is no property: the moment of a date, the bytes of a buffer. It counts as elements. */
export const objectMethods: Readonly<Record<string, BuiltIn>> = {
  ...each(['setTime', 'setYear', ...clocks.map((part) => `set${part}`)], change),
  ...each(
    ['getTime', 'getYear', 'getTimezoneOffset', 'getDay', 'getUTCDay', ...clocks.map((part) => `get${part}`)],
    look,
  ),
  ...each(['toISOString', 'toUTCString', 'toGMTString', 'toDateString', 'toTimeString'], look),
  ...each(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'], look),
  ...each([...numbers.map((kind) => `set${kind}`), ...packed.map((kind) => `write${kind}`)], change),
  ...each([...numbers.map((kind) => `get${kind}`), ...packed.map((kind) => `read${kind}`)], look),
  ...each(['swap16', 'swap32', 'swap64'], { ...change, returns: ['receiver'] }),
  ...each(['valueOf', 'toJSON'], look),
  toString: { reads: true, showsErrors: true },
  ...each(['append'], { writes: ['rest 0'] }),
  ...each(['getAll'], { collects: ['element'], reads: true }),
  ...each(['subarray'], { returns: ['receiver'], collects: ['element'], reads: true }),
};

const errors = ['', 'Type', 'Range', 'Syntax', 'Eval', 'URI', 'Reference', 'Aggregate'].map((kind) => `${kind}Error`);
const kept = [
  'Date',
  'ArrayBuffer',
  'SharedArrayBuffer',
  'URL',
  'URLSearchParams',
  'Headers',
  'FormData',
  'Event',
  'CustomEvent',
];
const arrays = [...numbers.map((kind) => `${kind}Array`), 'Uint8ClampedArray', 'Float16Array'];

/** What is made of a buffer is another view of it; an array of numbers is copied, which counts as one, too. */
export const objectConstructors: Readonly<Record<string, BuiltIn>> = {
  ...each(
    kept.map((name) => `new ${name}`),
    { collects: ['elements 0'] },
  ),
  ...each(
    ['DataView', ...arrays].map((name) => `new ${name}`),
    { returns: ['argument 0'], collects: ['elements 0'], views: true },
  ),
  ...each(
    ['add', 'sub', 'and', 'or', 'xor', 'exchange', 'compareExchange', 'store'].map((name) => `Atomics.${name}`),
    { writesArgument: true, writes: [], readsArguments: true },
  ),
  ...each(
    ['alloc', 'allocUnsafe', 'allocUnsafeSlow', 'copyBytesFrom'].map((name) => `Buffer.${name}`),
    { collects: ['elements 0'] },
  ),
  'Buffer.from': { returns: ['argument 0'], collects: ['elements 0'], views: true },
  'Buffer.concat': { collects: ['entries 0'], readsArguments: true },
  'Atomics.load': { readsArguments: true },
  ...each(
    errors.flatMap((name) => [name, `new ${name}`]),
    { makesError: true, converts: 'arguments' },
  ),
};

function each(names: readonly string[], builtIn: BuiltIn): Readonly<Record<string, BuiltIn>> {
  return Object.fromEntries(names.map((name) => [name, builtIn]));
}
