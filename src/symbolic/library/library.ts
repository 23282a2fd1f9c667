import { arrayBuffers } from './array-buffers';
import { arrayConstructor } from './array-constructor';
import { arrayCopy } from './array-copy';
import { arrayIteration } from './array-iteration';
import { arrayIterators } from './array-iterators';
import { arrayMutation } from './array-mutation';
import { arraySearch } from './array-search';
import { arraySort } from './array-sort';
import { asyncFromSyncIterators } from './async-from-sync';
import { asyncGenerators } from './async-generators';
import { assertions } from './assertions';
import { bigints } from './bigints';
import { booleans } from './booleans';
import { dateConstructor } from './date-constructor';
import { dateTexts } from './date-text';
import { dates } from './dates';
import { errorConstructors } from './error-constructors';
import { functionMethods } from './function-methods';
import { generators } from './generators';
import { jsonParse } from './json-parse';
import { jsonStringify } from './json-stringify';
import { mapsAndSets } from './maps-and-sets';
import type { LibraryModel, LibraryPart } from './library-model';
import { math } from './math';
import { numbers } from './numbers';
import { objectIntegrity } from './object-integrity';
import { objectKeys } from './object-keys';
import { objectMethods } from './object-methods';
import { objectPrototypes } from './object-prototypes';
import { promiseCombinators } from './promise-combinators';
import { promiseConstructor } from './promise-constructor';
import { reflect } from './reflect';
import { regExpMethods } from './regexp-methods';
import { regExpSymbols } from './regexp-symbols';
import { commonJs } from './require';
import { stringConstructor } from './string-constructor';
import { stringIteration } from './string-iteration';
import { stringLocale } from './string-locale';
import { stringMaking } from './string-making';
import { stringPatterns } from './string-patterns';
import { stringPositions } from './string-positions';
import { stringSearch } from './string-search';
import { symbols } from './symbols';
import { typedArrayConstructors } from './typed-array-constructors';
import { typedArrayMethods } from './typed-array-methods';
import { typedArraySort } from './typed-array-sort';
import { uris } from './uris';
import { weakCollections } from './weak-collections';

const parts: readonly LibraryPart[] = [
  arrayBuffers,
  arrayConstructor,
  arrayCopy,
  arrayIteration,
  arrayIterators,
  arrayMutation,
  arraySearch,
  arraySort,
  asyncFromSyncIterators,
  asyncGenerators,
  assertions,
  bigints,
  booleans,
  dateConstructor,
  dateTexts,
  dates,
  errorConstructors,
  functionMethods,
  generators,
  jsonParse,
  jsonStringify,
  mapsAndSets,
  math,
  numbers,
  objectIntegrity,
  objectKeys,
  objectMethods,
  objectPrototypes,
  promiseCombinators,
  promiseConstructor,
  reflect,
  regExpMethods,
  regExpSymbols,
  commonJs,
  stringConstructor,
  stringIteration,
  stringLocale,
  stringMaking,
  stringPatterns,
  stringPositions,
  stringSearch,
  symbols,
  typedArrayConstructors,
  typedArrayMethods,
  typedArraySort,
  uris,
  weakCollections,
];

/** The model of a function of the language by its name. */
export const library: ReadonlyMap<string, LibraryModel> = new Map(parts.flatMap((part) => Object.entries(part)));
