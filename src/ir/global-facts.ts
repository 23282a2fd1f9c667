import { constraintKinds as kinds, modes, places } from './facts';

/** What is needed of the walk through expressions. */
interface Walker {
  readonly strings: { intern(text: string): number };
  access(mode: number, place: number, a: number): void;
  constraint(kind: number, ...operands: number[]): void;
  fresh(): number;
}

/** Reads a global variable; returns the variable that holds what it does, `into` besides what that holds. */
export function readGlobal(w: Walker, name: string, into = w.fresh()): number {
  const id = w.strings.intern(name);
  w.access(modes.use, places.global, id);
  w.constraint(kinds.global, into, id);
  return into;
}

/** `declare const x`: a variable of the module by its name and its type, and the global one of that name. */
export function readAmbient(w: Walker, name: string, variable: number): number {
  const both = readGlobal(w, name);
  if (variable >= 0) w.constraint(kinds.copy, both, variable);
  return both;
}

/** Does nothing where there is no name: many targets are no global variable. */
export function writeGlobal(w: Walker, name: string | null, value: number, mode: number): void {
  if (name === null) return;
  const id = w.strings.intern(name);
  w.access(mode, places.global, id);
  if (value >= 0) w.constraint(kinds.setGlobal, id, value);
}
