/**
 * Vitest gets other modules than it asks for in three places. `vite` is vite but for `createServer`: every project of
 * vitest goes through it, whatever its configuration looks like. What computes coverage from V8's counts does not
 * count probes. What looks for modules does not read files for tests. These are parts of the hooks of a module loader.
 */
export interface StandInAddress {
  readonly url: string;
  readonly format: 'module';
}

const scheme = 'wingbeat:';

/** What `specifier` of `parent` is to be resolved to, given what it would be; null to leave it. */
export function standIn(
  specifier: string,
  parent: string | undefined,
  resolved: { readonly url: string },
): StandInAddress | null {
  const name = specifier.replace(/^node:/, '');
  const folder = Object.hasOwn(standIns, name) ? standIns[name]?.parent.exec(parent ?? '')?.[1] : undefined;
  if (folder === undefined) return null;
  return { url: scheme + [name, resolved.url, folder].map(encodeURIComponent).join('/'), format: 'module' };
}

/** The text of a module that stands in for another; null for any other. */
export function textOfStandIn(url: string): string | null {
  if (!url.startsWith(scheme)) return null;
  const [name = '', real = '', folder = ''] = url.slice(scheme.length).split('/').map(decodeURIComponent);
  return standIns[name]?.text(JSON.stringify(real), JSON.stringify(folder)) ?? null;
}

interface StandIn {
  /** Who gets it; finds the folder of that package. */
  readonly parent: RegExp;
  text(real: string, folder: string): string;
}

/** But for those that import what tests import: it is the tests that read by it. */
const filesOfVitest =
  /^(file:.*\/(?:vitest|vite-node|vite))\/dist\/(?!module-evaluator\.|node\/module-runner\.|client\.)[^?]*$/;

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
  fs: {
    parent: filesOfVitest,
    text: () => {
      const names = ['access', 'exists', 'lstat', 'open', 'readFile', 'readdir', 'realpath', 'stat'];
      const functions = names.map((name) => `${name}Sync=d.${name}Sync`).join();
      return `export*from"node:fs";import f from"node:fs";const d=__wingbeat__.quiet(f);export default d;export const promises=d.promises,${functions};`;
    },
  },
  'fs/promises': {
    parent: filesOfVitest,
    text: () => {
      const functions = ['access', 'lstat', 'open', 'readFile', 'readdir', 'realpath', 'stat'].map(
        (name) => `${name}=d.${name}`,
      );
      return `export*from"node:fs/promises";import f from"node:fs/promises";const d=__wingbeat__.quiet(f);export default d;export const ${functions.join()};`;
    },
  },
};
