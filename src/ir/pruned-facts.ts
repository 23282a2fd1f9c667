import { IntList } from '#core/int-list';
import { ConvertedValues } from './conversion-facts';
import {
  accessWidth,
  constraintKinds as kinds,
  constraintOperands,
  constraintWidth,
  functionCallee,
  places,
  specialVars,
  type ModuleFacts,
} from './facts';

/**
 * Facts without the constraints that can have no effect: a variable they start from never holds an object, or nobody asks
 * what the variable they lead to holds. Fewer constraints are faster to solve, and a change of arithmetic is no change to
 * pointer analysis.
 */
export function prunedFacts(facts: ModuleFacts): ModuleFacts {
  const held = heldVariables(facts);
  const asked = askedVariables(facts);
  const kept = new IntList();
  const words = facts.constraints;
  const sources = new ConvertedValues(facts, asked, held);
  for (let at = 0; at < words.length; at += 1 + constraintWidth[words[at]!]!) {
    const kind = words[at]!;
    if (!needed(kind, words, at + 1, held)) continue;
    if (kind === kinds.convert) {
      sources.write(words[at + 1]!, words[at + 2]!, kept);
      continue;
    }
    if (leadsTo.has(kind) && asked[words[at + 1]!] === 0) {
      if (kind === kinds.load) kept.push(kinds.idleRead, words[at + 2]!, words[at + 3]!, words[at + 4]!);
      continue;
    }
    if (kind === kinds.store && !isHeld(held, words[at + 3]!)) {
      kept.push(kinds.idleWrite, words[at + 1]!, words[at + 2]!, words[at + 4]!);
      continue;
    }
    for (let i = 0; i <= constraintWidth[kind]!; i++) {
      const isParent = kind === kinds.class && i === 2;
      kept.push(isParent && !isHeld(held, words[at + i]!) ? -1 : words[at + i]!);
    }
  }
  const args = facts.calls.args.slice();
  for (let i = 0; i < args.length; i += 2) if (!isHeld(held, args[i]!)) args[i] = -1;
  return { ...facts, constraints: kept.toArray(), calls: { ...facts.calls, args } };
}

function isHeld(held: Uint8Array, variable: number): boolean {
  return variable >= 0 && held[variable] === 1;
}

/** Constraints that do nothing but give objects to their first operand. */
const leadsTo: ReadonlySet<number> = new Set([kinds.copy, kinds.load, kinds.global, kinds.superOf]);

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
    case kinds.convert:
      return held[words[at]!] === 1;
    case kinds.assign:
      return held[words[at]!] === 1 && held[words[at + 1]!] === 1;
    default:
      return true;
  }
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

/** Per pointer variable, 1 when what it holds matters: all but values of expressions that no object comes out of. */
function askedVariables(module: ModuleFacts): Uint8Array {
  const asked = new Uint8Array(module.varCount);
  const { functions, bindings, accesses, calls, constraints: words } = module;
  asked.fill(1, 0, bindings.count + functions.count * specialVars.count);
  const ask = (variable: number): void => {
    if (variable >= 0) asked[variable] = 1;
  };
  for (let at = 0; at < accesses.words.length; at += accessWidth) {
    if (accesses.words[at + 2] === places.field) ask(accesses.words[at + 3]!);
  }
  for (let i = 0; i < calls.count; i++) {
    if (calls.callee[i] !== functionCallee) ask(calls.target[i]!);
    ask(calls.loaded[i]!);
  }
  for (let i = 0; i < calls.args.length; i += 2) ask(calls.args[i]!);
  const sources = new Map<number, number[]>();
  for (let at = 0; at < words.length; at += 1 + constraintWidth[words[at]!]!) {
    const kind = words[at]!;
    const isCopy = kind === kinds.copy;
    constraintOperands[kind]!.forEach((operand, i) => {
      const isAsked = operand === 'variable' && !(leadsTo.has(kind) && i === 0) && !isCopy && kind !== kinds.convert;
      if (isAsked) ask(words[at + 1 + i]!);
    });
    if (!isCopy) continue;
    const list = sources.get(words[at + 1]!);
    if (list === undefined) sources.set(words[at + 1]!, [words[at + 2]!]);
    else list.push(words[at + 2]!);
  }
  const waiting = [...sources.keys()].filter((variable) => asked[variable] === 1);
  for (let to = waiting.pop(); to !== undefined; to = waiting.pop()) {
    for (const from of sources.get(to) ?? []) {
      if (asked[from] === 1) continue;
      asked[from] = 1;
      waiting.push(from);
    }
  }
  return asked;
}

/** Constraints that give objects to their first operand, whatever the module's other variables hold. */
const fromOutside: ReadonlySet<number> = new Set([
  kinds.alloc,
  kinds.global,
  kinds.caught,
  kinds.superOf,
  kinds.typed,
  kinds.shape,
  kinds.typeArgument,
  kinds.typeOfValue,
]);

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
