import type { Term } from '#smt/term';
import { toText } from './conversions';
import type { InputObject } from './heap-object';
import { placeOfParts } from './place-of-parts';
import type { InputType } from './input-type';
import { anything } from './inputs/anything';
import type { Machine } from './machine';
import { objectChanges } from './object-changes';
import { isSymbolKey, type Ref } from './value';

/**
 * The text of an array of which nothing is known, that came with the input, and that nothing has been done to: one and the same,
 * whatever is in it. To look into it would take as many paths as there are kinds of values, for each of its elements. Null where it
 * must be looked at.
 */
export function textOfInput(machine: Machine, ref: Ref, separator: Term): Term | null {
  const { input } = machine.object(ref);
  if (input === null || separator.kind !== 'constant' || !isOfAnything(input) || !isAllAsItCame(machine, ref))
    return null;
  const step = { kind: 'text', separator: String(separator.value) } as const;
  return toText(machine, {
    kind: 'input',
    location: machine.world.locations.child(placeOfParts(input), step, textOrSymbol),
  });
}

/** Arrays with a symbol somewhere in them have no text. */
const textOrSymbol: InputType = { members: [{ kind: 'string' }, { kind: 'symbol' }] };

function isOfAnything({ member }: InputObject): boolean {
  return member.kind === 'array' && member.element() === anything;
}

/** Nobody has looked into the array, or changed anything that came with the input, or what the language has for making texts. */
function isAllAsItCame(machine: Machine, array: Ref): boolean {
  const { world } = machine;
  const { internal } = machine.object(array);
  if (internal.kind !== 'array' || internal.elements.size > 0) return false;
  return machine.effect((state) => {
    if (makingTexts.some((name) => state.heap.has(world.realm.ref(name)))) return false;
    return [...state.inputObjects.entries()].every(([, ref]) => {
      const object = state.heap.get(ref);
      if (object === undefined || objectChanges(world, state, '', null, object).length > 0) return false;
      return [...object.properties.entries()].every(
        ([key, { kind }]) => kind === 'absent' || (kind === 'data' && !isSymbolKey(world.keys.textOf(key))),
      );
    });
  });
}

const makingTexts = [
  'Array.prototype',
  'Object.prototype',
  'Function.prototype',
  'Number.prototype',
  'Boolean.prototype',
];

/** The text of something that came with the input, which no input can be made for: of a function, or of a symbol. */
export function opaqueText(machine: Machine, name: string): Term {
  machine.note({ kind: 'opaque', what: `the text of ${name}` });
  return machine.terms.symbol(`String(${name})`, 'str');
}
