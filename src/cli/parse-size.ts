/** Bytes of `500KB`, `200MB`, `1.5GB` or `64MiB`; a bare number counts bytes. `undefined` when it is none of them. */
export function parseSize(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*(?:([kmgt])(i?)b?|b)?$/i.exec(text.trim());
  if (match === null) return undefined;
  const [, amount, unit = '', binary = ''] = match;
  const step = binary === '' ? 1000 : 1024;
  const bytes = Math.round(Number(amount) * step ** ' kmgt'.indexOf(unit.toLowerCase() || ' '));
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : undefined;
}
