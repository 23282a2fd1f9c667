/**
 * Vitest gets other modules than it asks for in two places. `vite` is vite but for `createServer`: every project of
 * vitest goes through it, whatever its configuration looks like. What computes coverage from V8's counts does not
 * count probes. These are parts of the hooks of a module loader.
 */
export interface StandInAddress {
  readonly url: string;
  readonly format: 'module';
}

const mark = '?wingbeat=';

/** What `specifier` of `parent` is to be resolved to, given what it would be; null to leave it. */
export function standIn(
  specifier: string,
  parent: string | undefined,
  resolved: { readonly url: string },
): StandInAddress | null {
  const found = standIns[specifier]?.parent.exec(parent ?? '');
  if (found === undefined || found === null) return null;
  return { url: `${resolved.url}${mark}${specifier}:${encodeURIComponent(found[1] ?? '')}`, format: 'module' };
}

/** The text of a module that stands in for another; null for any other. */
export function textOfStandIn(url: string): string | null {
  const [, real = '', specifier = '', folder = ''] = /^(.*)\?wingbeat=([^:]*):(.*)$/.exec(url) ?? [];
  return standIns[specifier]?.text(JSON.stringify(real), JSON.stringify(decodeURIComponent(folder))) ?? null;
}

interface StandIn {
  /** Who gets it; finds the folder of that package. */
  readonly parent: RegExp;
  text(real: string, folder: string): string;
}

const standIns: Readonly<Partial<Record<string, StandIn>>> = {
  vite: {
    parent: /^(file:.*\/vitest)\/dist\/[^?]*$/,
    text: (real, vitest) =>
      `export*from${real};import{createServer as s}from${real};` +
      `export const createServer=(c)=>s(__wingbeat__.vite(c,${vitest}));`,
  },
  'ast-v8-to-istanbul': {
    parent: /^(file:.*\/@vitest\/coverage-v8)\/dist\/[^?]*$/,
    text: (real) => `export*from${real};import r from${real};export default(o)=>r(__wingbeat__.withoutProbes(o));`,
  },
};
