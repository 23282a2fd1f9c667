import { AssertionError } from 'node:assert';

/** Names that the language puts into the global object. What else is there belongs to the host. */
export const languageGlobals: readonly string[] = [
  'Object',
  'Function',
  'Array',
  'Number',
  'Boolean',
  'String',
  'Symbol',
  'BigInt',
  'Math',
  'JSON',
  'Reflect',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'WeakRef',
  'Promise',
  'RegExp',
  'Date',
  'Proxy',
  'Intl',
  'Atomics',
  'Error',
  'AggregateError',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'ArrayBuffer',
  'SharedArrayBuffer',
  'DataView',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'FinalizationRegistry',
  'parseInt',
  'parseFloat',
  'isNaN',
  'isFinite',
  'encodeURI',
  'encodeURIComponent',
  'decodeURI',
  'decodeURIComponent',
  'escape',
  'unescape',
  'eval',
  'NaN',
  'Infinity',
  'undefined',
];

/** Objects of the language that no global names. */
export function hiddenIntrinsics(): readonly (readonly [string, object])[] {
  const arrayIterator = protoOf([].values());
  const generator = protoOf(function* () {
    yield 0;
  });
  const asyncGenerator = protoOf(async function* () {
    yield 0;
  });
  const asyncFunction = protoOf(async () => {});
  return [
    ['%ArrayIteratorPrototype%', arrayIterator],
    ['%IteratorPrototype%', protoOf(arrayIterator)],
    ['%AsyncIteratorPrototype%', protoOf(Reflect.get(asyncGenerator, 'prototype') as object)],
    ['%StringIteratorPrototype%', protoOf(''[Symbol.iterator]())],
    ['%MapIteratorPrototype%', protoOf(new Map().values())],
    ['%SetIteratorPrototype%', protoOf(new Set().values())],
    ['%RegExpStringIteratorPrototype%', protoOf(''.matchAll(/a/g))],
    ['%GeneratorFunction.prototype%', generator],
    ['%GeneratorPrototype%', Reflect.get(generator, 'prototype') as object],
    ['%AsyncGeneratorFunction.prototype%', asyncGenerator],
    ['%AsyncGeneratorPrototype%', Reflect.get(asyncGenerator, 'prototype') as object],
    ['%AsyncFunction.prototype%', asyncFunction],
    ['%TypedArray%', protoOf(Uint8Array)],
    // Not of the language, but thrown by what every program of Node asserts with.
    ['AssertionError', AssertionError],
    // The engine keeps the stack of an error in a property that looks like data and is computed when it is read.
    ['get Error.stack', () => ''],
    ['set Error.stack', () => {}],
  ];
}

function protoOf(value: object): object {
  return Object.getPrototypeOf(value) as object;
}
