import { isBuiltin } from 'node:module';

/**
 * What Node has under a name, by `typeof`: `console.log`, `node:fs.readFileSync`. Null where it has nothing, where looking
 * would run something, and for all that is not Node's. What is there depends on the machine, whether it is a function does not.
 */
export function hostType(name: string): 'function' | 'object' | 'list' | 'string' | 'number' | 'boolean' | null {
  const value = hostValue(name);
  if (value === null) return null;
  if (Array.isArray(value)) return 'list';
  const type = typeof value;
  return type === 'undefined' || type === 'symbol' || type === 'bigint' ? null : type;
}

/** What a module sees under a name while it is loaded, where that is a plain value: modules load as they do on this machine. */
export function hostPlain(name: string): string | number | boolean | undefined | null {
  if (name.startsWith('process.env.')) return givenVariables.has(name) ? null : undefined;
  const value = hostValue(name);
  if (value === undefined) return name.startsWith('process.') ? undefined : null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** Runs of the real code see these, and no others. */
const givenVariables: ReadonlySet<string> = new Set(['process.env.PATH', 'process.env.TZ', 'process.env.LANG']);

function hostValue(name: string): unknown {
  const [root, ...keys] = name.split('.');
  if (root === undefined) return undefined;
  let value: unknown = isBuiltin(root) ? process.getBuiltinModule(root) : valueOf(globalThis, root);
  for (const [index, key] of keys.entries()) {
    if (key === 'default' && index === 0 && isBuiltin(root)) continue;
    value = valueOf(value, key);
  }
  return value;
}

/** Without running accessors of anything but the global object. */
function valueOf(holder: unknown, key: string): unknown {
  for (let at: unknown = holder; isObject(at); at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, key);
    if (found === undefined) continue;
    // Node makes some of its globals when they are first asked for.
    return at === globalThis && found.get !== undefined ? Reflect.get(globalThis, key) : found.value;
  }
  return undefined;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
