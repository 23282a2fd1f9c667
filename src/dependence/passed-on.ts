import { calleeKinds, constraintKinds as kinds, constraintOperands, specialVars, type ModuleFacts } from '#ir/facts';
import { eachConstraint } from './constraints';

/**
 * Per pointer variable of a module, 1 where what it holds may be called, or goes on to other places: not where no more than its
 * properties are looked at, as of what `expect(f)` gives.
 */
export function passedOn(module: ModuleFacts): Uint8Array {
  const { bindings, functions, calls } = module;
  const found = new Uint8Array(module.varCount);
  const waiting: number[] = [];
  const sources = new Map<number, number[]>();
  const mark = (variable: number): void => {
    if (variable < 0 || found[variable] === 1) return;
    found[variable] = 1;
    waiting.push(variable);
  };
  for (let variable = 0; variable < bindings.count + functions.count * specialVars.count; variable++) mark(variable);
  for (let i = 0; i < calls.count; i++) {
    const callee = calleeKinds[calls.callee[i]!];
    if (callee === 'value' || callee === 'super') mark(calls.target[i]!);
  }
  for (let at = 0; at < calls.args.length; at += 2) mark(calls.args[at]!);
  eachConstraint(module, (kind, words, at) => {
    if (kind === kinds.copy) addTo(sources, words[at]!, words[at + 1]!);
    else if (kind === kinds.store) mark(words[at + 2]!);
    else if (!lookingOnly.has(kind))
      constraintOperands[kind]!.forEach((operand, i) => {
        if (operand === 'variable') mark(words[at + i]!);
      });
  });
  for (let to = waiting.pop(); to !== undefined; to = waiting.pop())
    for (const from of sources.get(to) ?? []) mark(from);
  return found;
}

const lookingOnly: ReadonlySet<number> = new Set([
  kinds.alloc,
  kinds.load,
  kinds.idleRead,
  kinds.idleWrite,
  kinds.convert,
  kinds.convertPart,
  kinds.primitive,
]);

function addTo(map: Map<number, number[]>, key: number, value: number): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
