/** How a text report is laid out. */
export interface TextOptions {
  readonly colour: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** Show every entry of every list. */
  readonly all: boolean;
}

export type Paint = Readonly<Record<keyof typeof codes, (text: string) => string>>;

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
} as const;

export function paintFor(colour: boolean): Paint {
  const brush =
    (name: keyof typeof codes) =>
    (text: string): string =>
      colour ? `\u001b[${codes[name][0]}m${text}\u001b[${codes[name][1]}m` : text;
  return {
    bold: brush('bold'),
    dim: brush('dim'),
    red: brush('red'),
    green: brush('green'),
    yellow: brush('yellow'),
    blue: brush('blue'),
    cyan: brush('cyan'),
  };
}
