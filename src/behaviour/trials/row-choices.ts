import { numberOf, stringOf, type Argument } from './argument';

/** A row of a table of tests holds expected results, too, and its columns may be in another order than the parameters. */
export function choicesFrom(row: readonly Argument[], count: number): (readonly Argument[])[] {
  if (count === 1) return row.map((value) => [value]);
  const [first, second, ...rest] = row;
  if (first === undefined || second === undefined) return [row];
  if (count === 2 && row.length <= mostColumns) {
    return [
      ...row.map((value) => [value]),
      ...row.flatMap((left) => row.flatMap((right) => (left === right ? [] : [[left, right]]))),
    ];
  }
  const withoutOne = row.length > 2 ? row.slice(0, count + 1).map((_, at) => row.toSpliced(at, 1)) : [];
  return [row, [second, first, ...rest], ...withoutOne, [first], [second]].map((each) => each.slice(0, count));
}

const mostColumns = 4;

/** Of functions that nobody calls with values that are written out. */
export function neutralCalls(count: number): (readonly Argument[])[] {
  const values: readonly Argument[] = [
    { kind: 'object', entries: [] },
    stringOf('a'),
    { kind: 'array', elements: [] },
    numberOf(1),
  ];
  return values.map((value) => Array.from({ length: count }, () => value));
}
