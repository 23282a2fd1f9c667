/** Milliseconds of `500ms`, `60s`, `1.5m` or `1h`; a bare number counts seconds. `undefined` when it is none of them. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, amount, unit = 's'] = match;
  const milliseconds = Math.round(Number(amount) * (unitLengths[unit] ?? 0));
  return milliseconds > 0 && Number.isSafeInteger(milliseconds) ? milliseconds : undefined;
}

const unitLengths: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
