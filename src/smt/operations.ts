import { bigintOperations } from './bigint-operations';
import { dateOperations } from './date-operations';
import { numberOperations } from './number-operations';
import { operation, variadic, type Operation } from './operation';
import { regExpOperations } from './regexp-operations';
import { stringOperations } from './string-operations';

const booleanOperations = {
  not: operation(['bool'], 'bool', (a) => !a),
  and: variadic('bool', 'bool', (parts) => parts.every(Boolean)),
  or: variadic('bool', 'bool', (parts) => parts.some(Boolean)),
  'bool.eq': operation(['bool', 'bool'], 'bool', (a, b) => a === b),
};

const table = {
  ...booleanOperations,
  ...numberOperations,
  ...dateOperations,
  ...stringOperations,
  ...regExpOperations,
  ...bigintOperations,
};

export type OperationName = keyof typeof table;

/** Every operation that terms are made of, but for choice (`ite`) and uninterpreted functions. */
export const operations: Readonly<Record<OperationName, Operation>> = table;

export const operationNames = Object.keys(table) as readonly OperationName[];
