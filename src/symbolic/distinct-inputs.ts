import type { InputMember } from './input-type';
import type { Machine } from './machine';
import type { Ref } from './value';

/**
 * Objects that were handed in are taken for different ones. Where that matters, because one is written or compared while
 * another could be the same object, the path says so.
 */
export function noteDistinct(machine: Machine, ref: Ref, other?: Ref): void {
  const { input } = machine.object(ref);
  if (input === null) return;
  const others = machine.effect((state) => {
    state.written = state.written.set(input.location.id, true);
    return state.inputObjects.sorted();
  });
  for (const [, candidate] of others) {
    if (other === undefined || candidate === other) noteApart(machine, ref, candidate);
  }
}

/** An object that the program looks at for the first time could be one that it has changed already. */
export function noteFirstLook(machine: Machine, ref: Ref): void {
  const written = machine.effect((state) =>
    state.inputObjects.sorted().flatMap(([location, known]) => (state.written.has(location) ? [known] : [])),
  );
  for (const known of written) noteApart(machine, ref, known);
}

function noteApart(machine: Machine, left: Ref, right: Ref): void {
  const [a, b] = [machine.object(left).input, machine.object(right).input];
  if (left === right || a === null || b === null || !mayBeOne(a.member, b.member)) return;
  const [first, second] = [a.location.name, b.location.name].toSorted((x, y) => (x < y ? -1 : 1));
  machine.note({ kind: 'assumed', what: `that ${first} and ${second} are different objects` });
}

function mayBeOne(left: InputMember, right: InputMember): boolean {
  if (left.kind === 'object' && right.kind === 'object') return left.name === right.name;
  return left.kind === right.kind || (isList(left) && isList(right));
}

function isList({ kind }: InputMember): boolean {
  return kind === 'array' || kind === 'tuple';
}
