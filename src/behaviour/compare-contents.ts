import type { Location } from '#symbolic/location';
import type { Entry, HeapObject, Internal } from '#symbolic/heap-object';
import { placeOfParts } from '#symbolic/place-of-parts';
import { arrayAt, decideInteger, elementOf } from '#symbolic/elements';
import { isSameValue } from '#symbolic/object-changes';
import type { Machine } from '#symbolic/machine';
import { objectValue, type Ref, type Value } from '#symbolic/value';
import type { Comparing } from './comparing';
import { compareBytes } from './compare-bytes';
import { all, different, same, unsure, type Finding } from './finding';

/**
 * What objects hold besides their properties: elements, entries, times, messages. `areAsFound`: neither version has touched
 * them, and what they were before is compared elsewhere.
 */
export function compareContents(
  comparison: Comparing,
  first: Ref,
  second: Ref,
  place: string,
  areAsFound = false,
): Finding {
  const { sides } = comparison;
  const [left, right] = [sides.first.object(first), sides.second.object(second)];
  const [a, b] = [left.internal, right.internal];
  if (areAsFound && a.kind !== 'regexp') return same;
  if (a.kind !== b.kind) {
    return isPlain(a) && isPlain(b) ? same : different(place);
  }
  switch (a.kind) {
    case 'plain':
    case 'arguments':
      return same;
    case 'array':
      return compareArrays(comparison, first, second, place);
    case 'error':
      return all([
        () => comparison.inherited(first, second, 'name', `${place}.name`),
        () => comparison.inherited(first, second, 'message', `${place}.message`),
      ]);
    case 'boxed':
      return comparison.values(a.value, (b as Of<'boxed'>).value, place);
    case 'date':
      return comparison.terms(a.time, (b as Of<'date'>).time, place);
    case 'regexp': {
      const other = b as Of<'regexp'>;
      if (!areAsFound && (a.source !== other.source || a.flags !== other.flags)) return different(place);
      return comparison.inherited(first, second, 'lastIndex', `${place}.lastIndex`);
    }
    case 'view': {
      const other = b as Of<'view'>;
      if (a.type !== other.type) return different(place);
      return compareBytes(comparison, first, second, place);
    }
    case 'buffer':
      return compareBytes(comparison, first, second, place);
    case 'map':
    case 'set':
      return compareEntries(comparison, [left, a.entries], [right, (b as Of<'map' | 'set'>).entries], place);
    case 'promise':
      return comparePromises(comparison, first, second, place);
    case 'namespace':
      return a.module === (b as Of<'namespace'>).module ? same : unsure(`${place} is a module`);
    case 'weak-map':
    case 'weak-set': {
      const entries = [...a.entries, ...(b as Of<'weak-map' | 'weak-set'>).entries];
      const isEmpty = entries.every((entry) => entry === null) && left.input === null && right.input === null;
      return isEmpty ? same : unsure(`${place} is a ${a.kind}, which is not compared`);
    }
    default:
      return unsure(`${place} is a ${a.kind}, which is not compared`);
  }
}

function isPlain({ kind }: Internal): boolean {
  return kind === 'plain' || kind === 'arguments';
}

type Of<Kind extends Internal['kind']> = Extract<Internal, { readonly kind: Kind }>;

function compareArrays(comparison: Comparing, first: Ref, second: Ref, place: string): Finding {
  const { sides } = comparison;
  const [a, b] = [arrayAt(sides.first, first), arrayAt(sides.second, second)];
  const lengths = comparison.terms(a.internal.length, b.internal.length, `${place}.length`);
  if (lengths.kind !== 'same') return lengths;
  const indices = new Set([...a.internal.elements.entries(), ...b.internal.elements.entries()].map(([index]) => index));
  const isOpen = (a.input !== null || b.input !== null) && partsOf(a) !== partsOf(b);
  if (isOpen) {
    const length = sides.look((machine) => decideInteger(machine, b.internal.length, 0), 'second');
    for (let index = 0; index < length; index++) indices.add(index);
  }
  return all(
    [...indices]
      .toSorted((x, y) => x - y)
      .map((index) => (): Finding => {
        const at = sides.second.terms.constant(index);
        const right = sides.look((machine) => elementOf(machine, second, at), 'second');
        const left = sides.look((machine) => elementOf(machine, first, at), 'first');
        if (left === null || right === null) return left === right ? same : different(`${place}[${index}]`);
        return comparison.held(left.value, right.value, `${place}[${index}]`, { first, second });
      }),
  );
}

function partsOf({ input }: HeapObject): Location | null {
  return input === null ? null : placeOfParts(input);
}

type Entries = readonly [HeapObject, readonly (Entry | null)[]];

function compareEntries(comparison: Comparing, [a, first]: Entries, [b, second]: Entries, place: string): Finding {
  const [left, right] = [present(first), present(second)];
  const isInput = a.input !== null || b.input !== null;
  if (isInput && partsOf(a) !== partsOf(b)) return unsure(`${place} is a collection that was handed in`);
  if (isInput && isUntouched(a, first) && isUntouched(b, second)) return same;
  const ordered = comparison.strict ? right : inOrderOf(left, right);
  const finding =
    left.length === ordered.length
      ? all(
          left.map((entry, index) => (): Finding => {
            const other = ordered[index];
            if (other === undefined) return different(place);
            return all([
              () => comparison.values(entry.key, other.key, `a key of ${place}`),
              () => comparison.values(entry.value, other.value, `an entry of ${place}`),
            ]);
          }),
        )
      : different(place);
  const isSure = finding.kind === 'same' || !isInput;
  return isSure ? finding : unsure(`${place} is a collection that was handed in, and changed`);
}

function present(entries: readonly (Entry | null)[]): Entry[] {
  return entries.flatMap((entry) => (entry === null ? [] : [entry]));
}

/** Only looked at: every entry is one that it came with. */
function isUntouched(object: HeapObject, entries: readonly (Entry | null)[]): boolean {
  const place = partsOf(object);
  const isOwn = (value: Value): boolean => value.kind === 'input' && value.location.parent === place;
  return entries.every((entry) => entry !== null && isOwn(entry.key) && isOwn(entry.value));
}

/** Entries with equal keys stand at equal places, where that can be seen at once. */
function inOrderOf(model: readonly Entry[], entries: readonly Entry[]): readonly Entry[] {
  const free = [...entries];
  const ordered = model.map(({ key }) => {
    const at = free.findIndex((entry) => isSameValue(entry.key, key));
    return at < 0 ? undefined : free.splice(at, 1)[0];
  });
  const filled = ordered.map((entry) => entry ?? free.shift());
  return [...filled.flatMap((entry) => (entry === undefined ? [] : [entry])), ...free];
}

function comparePromises(comparison: Comparing, first: Ref, second: Ref, place: string): Finding {
  const { sides, unsettled } = comparison;
  if (unsettled !== null && (isUnsettled(sides.first, first) || isUnsettled(sides.second, second))) {
    unsettled.push({ first: asGiven(sides.first, first), second: asGiven(sides.second, second), place });
    return same;
  }
  const { first: a, second: b } = sides.promises(first, second);
  if (a.kind !== b.kind) return different(place);
  if (a.kind === 'fulfilled' && b.kind === 'fulfilled') return comparison.values(a.value, b.value, `(await ${place})`);
  if (a.kind === 'rejected' && b.kind === 'rejected') return comparison.values(a.reason, b.reason, `(await ${place})`);
  return same;
}

/** Whether a promise of the program is still to be settled. */
function isUnsettled(machine: Machine, ref: Ref): boolean {
  const { input, internal } = machine.object(ref);
  return input === null && internal.kind === 'promise' && internal.promise.kind === 'pending';
}

function asGiven(machine: Machine, ref: Ref): Value {
  const { input } = machine.object(ref);
  return input === null ? objectValue(ref) : { kind: 'input', location: input.location };
}
