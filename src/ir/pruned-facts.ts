import { IntList } from '#core/int-list';
import { constraintKinds as kinds, constraintWidth, specialVars, type ModuleFacts } from './facts';

/**
 * Facts without the constraints that can have no effect, since a variable they start from never holds an object. Fewer
 * constraints are faster to solve, and a change of arithmetic is no change to pointer analysis.
 */
export function prunedFacts(facts: ModuleFacts): ModuleFacts {
  const held = heldVariables(facts);
  const kept = new IntList();
  const words = facts.constraints;
  for (let at = 0; at < words.length; at += 1 + constraintWidth[words[at]!]!) {
    const kind = words[at]!;
    if (!needed(kind, words, at + 1, held)) continue;
    const source = sourceOperand(kind);
    for (let i = 0; i <= constraintWidth[kind]!; i++) {
      const word = words[at + i]!;
      kept.push(i === source && word >= 0 && held[word] === 0 ? -1 : word);
    }
  }
  const args = facts.calls.args.slice();
  for (let i = 0; i < args.length; i += 2) if (args[i]! >= 0 && held[args[i]!] === 0) args[i] = -1;
  return { ...facts, constraints: kept.toArray(), calls: { ...facts.calls, args } };
}

/** Variables without which a constraint does nothing. */
function needed(kind: number, words: Int32Array, at: number, held: Uint8Array): boolean {
  switch (kind) {
    case kinds.copy:
    case kinds.load:
    case kinds.setGlobal:
    case kinds.iterate:
      return held[words[at + 1]!] === 1;
    case kinds.store:
    case kinds.thrown:
      return held[words[at]!] === 1;
    case kinds.assign:
      return held[words[at]!] === 1 && held[words[at + 1]!] === 1;
    default:
      return true;
  }
}

/** The operand (from 1) that may be −1 for a value that is no object. */
function sourceOperand(kind: number): number {
  return kind === kinds.store ? 3 : kind === kinds.class ? 2 : -1;
}

/** Per pointer variable, 1 when it can hold an object at all: numbers and texts flow through most variables. */
function heldVariables(module: ModuleFacts): Uint8Array {
  const held = new Uint8Array(module.varCount);
  const waiting: number[] = [];
  const hold = (variable: number): void => {
    if (variable < 0 || held[variable] === 1) return;
    held[variable] = 1;
    waiting.push(variable);
  };
  const { functions, bindings, constraints: words } = module;
  for (let i = 0; i < functions.count * specialVars.count; i++) hold(bindings.count + i);
  for (const param of functions.params) hold(param);
  for (const { binding } of module.imports) hold(binding);
  for (const { binding } of module.typeImports) hold(binding);
  for (const result of module.calls.result) hold(result);
  for (let at = 0; at < words.length; at += 1 + constraintWidth[words[at]!]!) {
    const kind = words[at]!;
    if (fromOutside.has(kind)) hold(words[at + 1]!);
  }
  const { offsets, targets } = flowsOf(words, module.varCount);
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for (let i = offsets[from]!; i < offsets[from + 1]!; i++) hold(targets[i]!);
  }
  return held;
}

/** Constraints that give objects to their first operand, whatever the module's other variables hold. */
const fromOutside: ReadonlySet<number> = new Set([kinds.alloc, kinds.global, kinds.caught, kinds.superOf, kinds.typed]);

/** Constraints whose first operand holds something only if their second does. */
const passingOn: ReadonlySet<number> = new Set([kinds.copy, kinds.load, kinds.iterate]);

function flowsOf(words: Int32Array, varCount: number): { offsets: Int32Array; targets: Int32Array } {
  const offsets = new Int32Array(varCount + 1);
  let count = 0;
  for (let at = 0; at < words.length; at += 1 + constraintWidth[words[at]!]!) {
    if (!passingOn.has(words[at]!)) continue;
    offsets[words[at + 2]! + 1]!++;
    count++;
  }
  for (let i = 0; i < varCount; i++) offsets[i + 1]! += offsets[i]!;
  const next = offsets.slice();
  const targets = new Int32Array(count);
  for (let at = 0; at < words.length; at += 1 + constraintWidth[words[at]!]!) {
    if (passingOn.has(words[at]!)) targets[next[words[at + 2]!]!++] = words[at + 1]!;
  }
  return { offsets, targets };
}
