import { eachConstraint } from '#dependence/constraints';
import { constraintKinds, type ModuleFacts } from '#ir/facts';

/**
 * Whether a module may call `Object.create` with something to inherit from or with properties. `Object.create(null)` gives an
 * object like any other, and so would not do with another value that is no object: it throws.
 */
export function namesByCreate(module: ModuleFacts): boolean {
  const { calls, strings } = module;
  if (!strings.includes('create')) return false;
  let isTaken = false;
  eachConstraint(module, (kind, words, at) => {
    if (kind === constraintKinds.load) isTaken ||= strings[words[at + 2] ?? 0] === 'create';
  });
  if (isTaken) return true;
  for (let call = 0; call < calls.count; call++) {
    const isCreate = strings[calls.property[call] ?? -1] === 'create';
    const isOfObject = isCreate && strings[calls.global[call] ?? -1] === 'Object';
    if (isOfObject && !hasOneValue(module, call)) return true;
  }
  return false;
}

/** One argument, which is no object. */
function hasOneValue({ calls: { args, argOffset } }: ModuleFacts, call: number): boolean {
  const first = argOffset[call] ?? 0;
  return (argOffset[call + 1] ?? 0) - first === 2 && (args[first] ?? 0) < 0 && args[first + 1] === 0;
}
