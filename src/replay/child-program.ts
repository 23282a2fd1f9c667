import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { moduleRunnerTransformSync, transformSync } from 'oxc-transform';

/**
 * The text of the child's program, one module without imports of files. A build has it beside this file; when wingbeat
 * runs from its sources it is put together here.
 */
export function childProgram(): string {
  const built = new URL('./replay-child.js', import.meta.url);
  if (existsSync(built)) return readFileSync(built, 'utf8');
  const modules = new Map<string, { code: string; imports: readonly string[] }>();
  collect('child/main', modules);
  const builtins = [...new Set([...modules.values()].flatMap(({ imports }) => imports))].filter((i) =>
    i.startsWith('node:'),
  );
  const units = [...modules].map(([name, { code }]) => `${JSON.stringify(name)}: ${wrapped(name, code)}`);
  return [
    ...builtins.map((name, i) => `import * as builtin${i} from ${JSON.stringify(name)};`),
    `const builtins = { ${builtins.map((name, i) => `${JSON.stringify(name)}: builtin${i}`).join(', ')} };`,
    `const units = { ${units.join(',\n')} };`,
    linker,
  ].join('\n');
}

const linker = `
const made = {};
const load = (name) => builtins[name] ?? (made[name] ??= { exports: {}, ready: units[name]() }).ready.then(() => made[name].exports);
await load('child/main');
`;

function wrapped(name: string, code: string): string {
  const from = JSON.stringify(posix.dirname(name));
  return `async () => {
  const __vite_ssr_exports__ = new Proxy({}, {
    defineProperty: (_, key, descriptor) => Reflect.defineProperty(made[${JSON.stringify(name)}].exports, key, descriptor),
  });
  const __vite_ssr_import__ = (specifier) => load(specifier.startsWith('.') ? new URL(specifier, 'x:/' + ${from} + '/').pathname.slice(1) : specifier);
  await null;
${code}
}`;
}

function collect(name: string, modules: Map<string, { code: string; imports: readonly string[] }>): void {
  if (modules.has(name)) return;
  const path = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const stripped = transformSync(path, readFileSync(path, 'utf8'), {
    lang: 'ts',
    typescript: { onlyRemoveTypeImports: true },
  });
  const { code, deps } = moduleRunnerTransformSync(path, stripped.code);
  modules.set(name, { code, imports: deps });
  for (const specifier of deps)
    if (specifier.startsWith('.')) collect(posix.join(posix.dirname(name), specifier), modules);
}
