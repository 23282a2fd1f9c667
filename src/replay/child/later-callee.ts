import type { LaterCallee, LaterRoot } from '../later-call';

/** What the text of an input makes. */
export interface MadeInput {
  readonly receiver: unknown;
  readonly args: readonly unknown[];
  /** The arguments of later calls. */
  readonly later: readonly (readonly unknown[])[];
}

/** What later calls can get at besides what was handed in and what came of it. */
export interface LaterScope {
  readonly variable: (name: string) => unknown;
  /** What functions of the input were called with. */
  readonly given: readonly unknown[];
  /** Time passes until the next timer fires. */
  readonly fire: () => void;
}

/** How to call what earlier calls have left behind; null when there is nothing to call. */
export function laterCallee(
  { from, keys, how }: LaterCallee,
  { receiver, args }: MadeInput,
  results: readonly unknown[],
  scope: LaterScope,
): ((args: unknown[]) => unknown) | null {
  if (from.kind === 'timer') return () => void scope.fire();
  let holder: unknown;
  let found = rootOf(from, { receiver, args }, results, scope);
  for (const [index, key] of keys.entries()) {
    if (!isObject(found)) return null;
    holder = found;
    if (how === 'get' && index === keys.length - 1) return () => Reflect.get(Object(holder) as object, key) as unknown;
    found = Reflect.get(found, key);
  }
  if (typeof found !== 'function') return null;
  const fn = found as (...given: unknown[]) => unknown;
  return (given) => (how === 'new' ? Reflect.construct(fn, given) : Reflect.apply(fn, holder, given)) as unknown;
}

function rootOf(
  from: LaterRoot,
  { receiver, args }: Pick<MadeInput, 'receiver' | 'args'>,
  results: readonly unknown[],
  { variable, given }: LaterScope,
): unknown {
  switch (from.kind) {
    case 'result':
      return results[from.call];
    case 'argument':
      return args[from.index];
    case 'receiver':
      return receiver;
    case 'given':
      return given[from.call];
    case 'variable':
      return variable(from.name);
    case 'export': {
      const exported = variable('module.exports');
      return from.key === null || !isObject(exported) ? exported : Reflect.get(exported, from.key);
    }
    case 'outside':
    case 'timer':
      return undefined;
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
