import type { Term } from '#smt/term';
import { isArray, newArray, setLengthTo } from '../array-like';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { getFrom, isCallable, setProperty } from '../properties';
import { settle } from '../settle';
import { objectValue, wellKnownSymbol, type Ref, type Value } from '../value';

/** Gives the array that was made, with these elements; null for a hole. */
type Fill = (elements: readonly (Value | null)[]) => Value;

/**
 * ArraySpeciesCreate: instances of classes that extend `Array` make others of their class. It is constructed here, and
 * filled by what this gives. `length` is what its constructor is told.
 */
export function speciesArray(machine: Machine, from: Ref, length: Term, setsLength = false): Fill {
  const species = speciesOf(machine, from);
  if (species === null) return (elements) => newArray(machine, elements);
  const made = settle(machine, machine.construct(species, [length]));
  if (made.kind !== 'object') throwTypeError(machine, notAConstructor);
  return (elements) => {
    elements.forEach((element, index) => {
      if (element !== null) setProperty(machine, made, String(index), element, true);
    });
    if (setsLength) setLengthTo(machine, made.ref, elements.length);
    return made;
  };
}

const notAConstructor = 'object.constructor[Symbol.species] is not a constructor';

/** Null for `Array` itself. */
function speciesOf(machine: Machine, from: Ref): Value | null {
  const { realm, keys } = machine.world;
  if (!isArray(machine, from)) return null;
  const { proto, properties } = machine.object(from);
  const isPlain = proto === realm.ref('Array.prototype') && !properties.has(keys.idOf('constructor'));
  if (isPlain) return null;
  const constructor = settle(machine, getFrom(machine, from, 'constructor', objectValue(from)));
  if (constructor.kind === 'undefined') return null;
  if (constructor.kind !== 'object') throwTypeError(machine, notAConstructor);
  if (constructor.ref === realm.ref('Array')) return null;
  const species = settle(machine, getFrom(machine, constructor.ref, wellKnownSymbol('species'), constructor));
  if (species.kind === 'undefined' || species.kind === 'null') return null;
  if (!isCallable(machine, species)) throwTypeError(machine, notAConstructor);
  return species.ref === realm.ref('Array') ? null : species;
}
