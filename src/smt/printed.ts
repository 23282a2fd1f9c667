/** Source text with how tightly it binds. */
export interface Printed {
  readonly text: string;
  readonly level: number;
}

/** How tightly JavaScript's operators bind. A number is not followed by a dot. */
export const levels = {
  conditional: 3,
  or: 4,
  and: 5,
  bitOr: 6,
  bitXor: 7,
  bitAnd: 8,
  equality: 9,
  relation: 10,
  shift: 11,
  sum: 12,
  product: 13,
  power: 14,
  unary: 15,
  number: 19,
  primary: 20,
} as const;

/** The text as a part of what needs at least a level. */
export function part({ text, level }: Printed, least: number): string {
  return level < least ? `(${text})` : text;
}

export function object(text: string): Printed {
  return { text, level: levels.primary };
}
