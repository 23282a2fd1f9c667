/**
 * Hooks of a module loader: vitest gets, for `vite`, a module that is vite but for `createServer`, which every
 * project of vitest goes through whatever its configuration looks like.
 */
export interface ResolveContext {
  readonly parentURL?: string | undefined;
}

export interface Resolved {
  readonly url: string;
  readonly format?: string | null | undefined;
  readonly shortCircuit?: boolean;
}

export interface Loaded {
  readonly format: string;
  readonly source: string;
  readonly shortCircuit: true;
}

const mark = '?wingbeat=';

/** What `specifier` is to be resolved to, given what it would be; null to leave it. */
export function standInForVite(specifier: string, context: ResolveContext, resolved: Resolved): Resolved | null {
  const vitest =
    specifier === 'vite' ? /^(file:.*\/vitest)\/dist\/[^?]*$/.exec(context.parentURL ?? '')?.[1] : undefined;
  return vitest === undefined ? null : { url: resolved.url + mark + encodeURIComponent(vitest), format: 'module' };
}

/** The text of a module that stands in for vite; `plugin` is the address of the module that makes servers record. */
export function textOfStandIn(url: string, plugin: string): Loaded | null {
  const at = url.indexOf(mark);
  if (at < 0) return null;
  const real = JSON.stringify(url.slice(0, at));
  const vitest = JSON.stringify(decodeURIComponent(url.slice(at + mark.length)));
  return {
    format: 'module',
    shortCircuit: true,
    source:
      `export*from${real};import{createServer as s}from${real};import{withRecording as w}from${JSON.stringify(plugin)};` +
      `export const createServer=(c)=>s(w(c,${vitest}));`,
  };
}
