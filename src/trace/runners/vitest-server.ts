import { join } from 'node:path';

/**
 * Text of the module that vitest's workers take as their runner: the project's own, or vitest's, that tells the
 * runtime of its process of every instance. It is the first module of a worker's context, which may have other
 * globals than the process: it hands the runtime on, before anything instrumented is loaded.
 */
export function runnerText(runner: string | null, vitest: string): string {
  const base =
    runner === null
      ? `(${imported(join(vitest, 'dist/index.js'))}).TestRunner??(${imported(join(vitest, 'dist/runners.js'))}).VitestTestRunner`
      : `(${imported(runner)}).default`;
  return (
    `import v8 from"node:v8";const value=v8.__wingbeat__;` +
    `Object.defineProperty(globalThis,"__wingbeat__",{configurable:true,writable:true,value});` +
    `const B=${base};export default class extends B{constructor(c){super(c);value.vitest(this)}}`
  );
}

function imported(path: string): string {
  return `await import(${JSON.stringify(path)})`;
}
