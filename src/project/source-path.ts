/** Whether a file holds code to analyse: TypeScript or JavaScript, but no declarations and nothing installed. */
export function isSourcePath(path: string): boolean {
  return sourceExtension.test(path) && !declaration.test(path) && !isInstalled(path);
}

/** Whether the path leads through `node_modules`. A root that itself lies in one does not count: paths are relative. */
export function isInstalled(path: string): boolean {
  return installed.test(path);
}

/** Whether source may import a file for the data in it. */
export function isDataPath(path: string): boolean {
  return path.endsWith('.json') && !isInstalled(path);
}

/** Without the extension of a source or declaration file: `a/b.d.ts`, `a/b.js` and `a/b` are all `a/b`. */
export function withoutSourceExtension(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '');
}

/** In the order in which a name without extension is looked up. */
export const sourceExtensions = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'] as const;

const sourceExtension = /\.(?:[cm]?[jt]s|[jt]sx)$/;
// Also `x.d.css.ts`, which declares the exports of x.css.
const declaration = /\.d\.(?:[cm]?ts|[^./]+\.ts)$/;
const installed = /(?:^|\/)node_modules\//;
