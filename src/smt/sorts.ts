/** What kinds of scalar a term stands for: a boolean, a double, a UTF-16 string, a bigint. */
export type Sort = 'bool' | 'num' | 'str' | 'big';

export type Scalar = boolean | number | string | bigint;

export interface ScalarOf {
  readonly bool: boolean;
  readonly num: number;
  readonly str: string;
  readonly big: bigint;
}

export function sortOf(value: Scalar): Sort {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'number':
      return 'num';
    case 'string':
      return 'str';
    case 'bigint':
      return 'big';
  }
}

/** Identity of scalars as the language's `Object.is` sees it: NaN is itself, −0 is not 0. */
export function sameScalar(left: Scalar, right: Scalar): boolean {
  return Object.is(left, right);
}
