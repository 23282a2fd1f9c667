import type { ModuleFacts } from '#ir/facts';
import { givesPrimitive } from '#ir/primitive-methods';

/** Whether a call runs a method of texts or numbers: its receiver is declared to be one, and no object of the program gets there. */
export function isOfPrimitive(
  { calls }: ModuleFacts,
  call: number,
  heldBy: (variable: number) => readonly number[],
): boolean {
  if (calls.ofPrimitive[call] !== 1) return false;
  const receiver = calls.target[call]!;
  return receiver < 0 || heldBy(receiver).length === 0;
}

/** Whether such a call gives a text or a number, and no list. */
export function mayGivePrimitive({ calls, strings }: ModuleFacts, call: number): boolean {
  return calls.ofPrimitive[call] === 1 && givesPrimitive(strings[calls.property[call]!] ?? '');
}
