/**
 * Vitest gets, for `vite`, a module that is vite but for `createServer`: every project of vitest goes through it,
 * whatever its configuration looks like. These are parts of the hooks of a module loader.
 */
export interface Resolved {
  readonly url: string;
  readonly format?: string | null | undefined;
}

const mark = '?wingbeat=';

/** What `specifier` of `parent` is to be resolved to, given what it would be; null to leave it. */
export function standInForVite(specifier: string, parent: string | undefined, resolved: Resolved): Resolved | null {
  const vitest = specifier === 'vite' ? /^(file:.*\/vitest)\/dist\/[^?]*$/.exec(parent ?? '')?.[1] : undefined;
  return vitest === undefined ? null : { url: resolved.url + mark + encodeURIComponent(vitest), format: 'module' };
}

/** The text of a module that stands in for vite; null for any other. */
export function textOfStandIn(url: string): string | null {
  const at = url.indexOf(mark);
  if (at < 0) return null;
  const real = JSON.stringify(url.slice(0, at));
  const vitest = JSON.stringify(decodeURIComponent(url.slice(at + mark.length)));
  return (
    `export*from${real};import{createServer as s}from${real};` +
    `export const createServer=(c)=>s(__wingbeat__.vite(c,${vitest}));`
  );
}
