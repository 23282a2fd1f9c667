import type { Argument } from './argument';

type Row = readonly Argument[];

/**
 * The same rows, one of each kind before a second of any: only some are tried, and tests write the plain cases first and often,
 * and the others last and once.
 */
export function variedRows(rows: readonly Row[]): readonly Row[] {
  const kinds = new Map<string, Row[]>();
  for (const row of rows) {
    const kind = row.map(kindOf).join();
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [row]);
    else known.push(row);
  }
  const lists = [...kinds.values()];
  const turns = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat();
}

/** Which properties an object has, and what is on and off, tells more than texts and numbers do. */
function kindOf(argument: Argument): string {
  switch (argument.kind) {
    case 'object':
      return `{${argument.entries.map(([key, value]) => `${key}:${kindOf(value)}`).join()}}`;
    case 'array':
    case 'set':
    case 'map':
      return `${argument.kind === 'array' ? '' : argument.kind}[${[...new Set(argument.elements.map(kindOf))].join()}]`;
    case 'instance':
      return `new ${argument.className}(${argument.args.map(kindOf).join()})`;
    case 'boolean':
    case 'special':
      return argument.text;
    default:
      return argument.kind;
  }
}
