import { pairedKeys, type PairedKey } from './key-names';
import { pairRenamed } from './renamed-keys';
import { classNameOf } from './class-name';
import type { Comparing, UnsettledPair } from './comparing';
import { keysOf } from './compared-keys';
import { compareContents } from './compare-contents';
import { FunctionComparison, isFunction } from './compare-functions';
import { all, different, same, unsure, type Finding } from './finding';
import { areContentsAsFound, isPropertyAsFound, type FoundPair } from './found-before';
import type { Holder } from './handed-on';
import { prototypeOf } from './inherited-functions';
import { hasPrototype, isNoConstructor } from './mere-prototype';
import { haveSameOrder } from './order-of-keys';
import { Partners } from './partners';
import { noteClasses } from './note-classes';
import { isClosed, isFixedInOne, isOneInput, notePair, SharingNotes } from './note-sharing';
import { noteOtherProperties } from './properties-of-errors';
import { SymbolPairs } from './symbol-pairs';
import { Surroundings } from './surroundings';
import type { ValueComparisonOptions } from './value-comparison-options';
import type { BothSides } from './side';
import type { AccessorProperty, DataProperty } from '#symbolic/heap-object';
import { placeOfParts } from '#symbolic/place-of-parts';
import type { Machine } from '#symbolic/machine';
import { isRestParameter, type Location } from '#symbolic/location';
import { memberName } from '#symbolic/object-changes';
import { identityOf, placeOf } from '#symbolic/one-object';
import { thrown } from '#symbolic/input-type';
import { isDeleted } from '#symbolic/outside';
import { distrusted, isGivenAtLoad } from '#symbolic/trusted-outside';
import { findProperty, ownProperty } from '#symbolic/properties';
import { isSymbolKey, isTerm, type Ref, type SettledValue, type Value } from '#symbolic/value';
import type { Term } from '#smt/term';

/** More values than this in one result are not compared. */
const mostPairs = 20_000;

/** Compares values of two versions structurally, deciding what must be known of the input on the way. */
export class ValueComparison implements Comparing {
  readonly sides: BothSides;
  readonly strict: boolean;
  readonly unsettled: UnsettledPair[] | null;
  readonly #namesCount: boolean;
  readonly #inputs: ValueComparisonOptions['inputs'];
  readonly #isKept: (first: Ref, second: Ref) => boolean;
  readonly #isShared: (first: Ref, second: Ref) => boolean;
  readonly #isKnownPrototype: ValueComparisonOptions['isKnownPrototype'];
  readonly #followsPrototypes: boolean;
  readonly #doubtsSharing: boolean;
  readonly #isDoubted: (location: Location) => boolean;
  readonly #functions: FunctionComparison;
  /** Pairs of objects that are equal, or being compared; also the other way round when identity counts. */
  readonly #met = new Map<Ref, Set<Ref>>();
  readonly #partners = new Partners();
  readonly #sharing = new SharingNotes();
  readonly #symbols = new SymbolPairs();
  #pairs = 0;

  constructor(sides: BothSides, options: ValueComparisonOptions) {
    const { sameCode, strict, inputs, isKept, handedOn } = options;
    this.sides = sides;
    this.strict = strict;
    this.unsettled = options.unsettled ?? null;
    this.#namesCount = strict || options.namesCount === true;
    this.#inputs = inputs;
    this.#isKept = isKept ?? (() => false);
    this.#isShared = options.isShared ?? (() => false);
    this.#isKnownPrototype = options.isKnownPrototype;
    this.#followsPrototypes = options.followsPrototypes ?? false;
    this.#doubtsSharing = options.doubtsSharing ?? false;
    const doubts = sides.second.world.mayGiveOthers === true ? isGivenAtLoad : (): boolean => false;
    this.#isDoubted = options.isDoubted ?? doubts;
    const isShownByInstances = (first: Ref, second: Ref): boolean => this.#isShownByInstances(first, second);
    const surroundings = options.surroundings ?? new Surroundings();
    this.#functions = new FunctionComparison(this, sameCode, handedOn ?? null, isShownByInstances, surroundings);
  }

  values(first: Value, second: Value, place: string): Finding {
    if (first.kind === 'input' && this.#isDoubted(first.location)) return unsure(distrusted(first.location.name));
    if (first.kind === 'input' && second.kind === 'input' && first.location === second.location) {
      if (this.#isByItself(first.location) || !this.#isKnown(first.location)) return same;
    }
    if (this.#isOtherError(first, second) || this.#isOtherError(second, first)) return different(place);
    const settled = this.sides.settle(first, second);
    return this.#settled(settled.first, settled.second, place);
  }

  /** An error from outside that nobody has looked at, and something else: that they are alike would be a coincidence. */
  #isOtherError(value: Value, other: Value): boolean {
    if (value.kind !== 'input' || value.location.type !== thrown || other.kind === 'guarded') return false;
    if (other.kind === 'input' && other.location === value.location) return false;
    const { first, second } = this.sides;
    return [first.state, second.state].every((state) => !state.members.has(placeOf(state, value.location).id));
  }

  held(first: Value, second: Value, place: string, holder: Holder): Finding {
    if (first.kind !== 'object' || second.kind !== 'object') return this.values(first, second, place);
    return this.objects(first.ref, second.ref, place, { holder, how: 'call' });
  }

  terms(first: Term, second: Term, place: string): Finding {
    if (first === second) return same;
    if (first.sort !== second.sort) return different(place);
    // Two conditions are simpler by themselves than one that says that they agree.
    if (first.sort === 'bool') {
      return this.sides.decide(first) === this.sides.decide(second) ? same : different(place);
    }
    const { terms } = this.sides.second;
    const equal = terms.apply(first.sort === 'num' ? 'num.same' : `${first.sort}.eq`, [first, second]);
    return this.sides.decide(equal) ? same : different(place);
  }

  #settled(first: SettledValue, second: SettledValue, place: string): Finding {
    if (isTerm(first) || isTerm(second)) {
      return isTerm(first) && isTerm(second) ? this.terms(first, second, place) : different(place);
    }
    if (first.kind !== second.kind) return different(place);
    if (first.kind === 'object' && second.kind === 'object') return this.objects(first.ref, second.ref, place);
    if (first.kind === 'unique' && second.kind === 'unique') {
      return this.#symbols.areAlike(first, second) ? same : different(place);
    }
    return same;
  }

  objects(first: Ref, second: Ref, place: string, as: ReadAs = plainly): Finding {
    if (this.#isKept(first, second)) return same;
    const [a, b] = [this.sides.first.object(first), this.sides.second.object(second)];
    if (a.input !== null && a.input.location === b.input?.location && this.#isByItself(a.input.location)) return same;
    return this.contents(first, second, place, as);
  }

  /** Whether an object of the input is compared elsewhere, with all that was done to the input. */
  #isByItself(location: Location): boolean {
    return this.#inputs === 'by-themselves' && !isRestParameter(location);
  }

  /** Whether a version has looked at an object of the input, and may have changed it. */
  #isKnown(location: Location): boolean {
    const { first, second } = this.sides;
    return [first.state, second.state].some((state) => state.inputObjects.has(placeOf(state, location).id));
  }

  /**
   * What is kept under one name in both versions: a function by what it has, as its code shows when it is run. What neither
   * version has touched since it was `found` is not compared.
   */
  kept(first: Ref, second: Ref, place: string, found: FoundPair | null = null): Finding {
    const [a, b] = [this.sides.first.object(first), this.sides.second.object(second)];
    if (isFunction(a) && isFunction(b)) return this.#properties(first, second, place, found);
    return this.#parts(first, second, place, plainly, found);
  }

  contents(left: Ref, right: Ref, place: string, as: ReadAs = plainly): Finding {
    const { sides } = this;
    const [first, second] = [identityOf(sides.first.state, left), identityOf(sides.second.state, right)];
    if (first < 0 && first === second) return same;
    const isOne = this.#partners.join(first, second) && isOneInput(sides, first, second);
    if (!isOne && this.strict) return different(`${place} (another object)`);
    const isShared = !isOne || this.#isShared(first, second);
    // Who gets it may change it: then it is not the same for those who call who gets it.
    const counts = this.strict || this.#doubtsSharing;
    if (isShared && counts && !isFixedInOne(sides, first, second)) {
      return unsure(`${place} is one object with another in one version only`);
    }
    if (isShared) this.#sharing.note(sides, first, second, place);
    if (!isOne) notePair(sides, first, second);
    const met = this.#met.get(first) ?? new Set();
    const sharing = this.#functions.meet(first, second);
    if (met.has(second)) return sharing;
    if (this.#pairs++ > mostPairs) return unsure('the values are too large to be compared');
    this.#met.set(first, met.add(second));
    return all([() => sharing, () => this.#parts(first, second, place, as)]);
  }

  #parts(first: Ref, second: Ref, place: string, as: ReadAs = plainly, found: FoundPair | null = null): Finding {
    const [a, b] = [this.sides.first.object(first), this.sides.second.object(second)];
    if (isFunction(a) !== isFunction(b)) return different(place);
    if (isFunction(a)) {
      return all([
        () => this.#functions.compare({ first, second, place, ...as }),
        () => this.#properties(first, second, place),
      ]);
    }
    if (classNameOf(this.sides.first, first) !== classNameOf(this.sides.second, second)) return different(place);
    noteClasses(this.sides, first, second);
    const isError = a.internal.kind === 'error' && b.internal.kind === 'error';
    const areAsFound = areContentsAsFound(a, b, found);
    return all([
      () => compareContents(this, first, second, place, areAsFound),
      () =>
        isError && !this.strict ? this.#besides(first, second, place) : this.#properties(first, second, place, found),
      () => this.#prototypes({ first, second }, [a.proto, b.proto], place),
      () => (isClosed(a) === isClosed(b) ? same : unsure(`properties can be added to ${place} in one version only`)),
    ]);
  }

  #besides(first: Ref, second: Ref, place: string): Finding {
    noteOtherProperties(this.sides, first, second, place);
    return same;
  }

  /** A property that errors have somewhere along their prototypes. */
  inherited(first: Ref, second: Ref, key: string, place: string): Finding {
    const [a, b] = [findProperty(this.sides.first, first, key), findProperty(this.sides.second, second, key)];
    if (a === null || b === null) return a === b ? same : different(place);
    if (a.kind !== 'data' || b.kind !== 'data') return unsure(`${place} is computed when it is looked at`);
    return this.values(a.value, b.value, place);
  }

  /** What objects have from prototypes that were made on the way: methods of a class inside of a function, `Object.create`. */
  #prototypes(holder: Holder, [first, second]: readonly [Ref | null, Ref | null], place: string): Finding {
    // Refs of the program belong to one version; those of the language are the same in both.
    if (first === second && (first ?? -1) < 0) return same;
    if (this.#isKnownPrototype === undefined && !this.#followsPrototypes) return same;
    const isOfProgram = first !== null && second !== null && first > 0 && second > 0;
    if (!isOfProgram) return unsure(`${place} inherits from something else in each version`);
    if (this.#isKnownPrototype === undefined) return this.contents(first, second, `what ${place} inherits`);
    if (this.#isKnownPrototype(first, second)) return same;
    const [a, b] = [this.sides.first.object(first), this.sides.second.object(second)];
    const keys = this.#keys(first, second).filter((key) => key.first !== 'constructor');
    return all([
      ...keys.map((key) => (): Finding => this.#member(first, second, key, place, holder)),
      () => this.#prototypes(holder, [a.proto, b.proto], place),
    ]);
  }

  #properties(first: Ref, second: Ref, place: string, found: FoundPair | null = null): Finding {
    const { sides } = this;
    const isLeftOut = this.#isShownByInstances(first, second) || this.#isWrittenOtherwise(first, second);
    const holder = { first, second };
    const keys = this.#keys(first, second).filter(
      (key) => !(isLeftOut && key.first === 'prototype') && !isPropertyAsFound(sides, holder, key, found),
    );
    const compared = all(keys.map((key) => (): Finding => this.#member(first, second, key, place, holder)));
    if (compared.kind !== 'same' || !this.strict) return compared;
    const isSameOrder = haveSameOrder(sides, first, second);
    return isSameOrder ? same : different(`${place} (order of its keys)`);
  }

  #keys(first: Ref, second: Ref): readonly PairedKey[] {
    const { sides } = this;
    const own = [keysOf(sides.first, first), keysOf(sides.second, second)] as const;
    const keys = pairedKeys(...own);
    return this.#namesCount ? keys : pairRenamed(sides, [first, second], keys, own);
  }

  /** Of classes that were made on the way, `new` shows what their prototypes have. */
  #isShownByInstances(first: Ref, second: Ref): boolean {
    const [a, b] = [prototypeOf(this.sides.first, first), prototypeOf(this.sides.second, second)];
    return a !== null && b !== null && this.#isKnownPrototype?.(a, b) === false;
  }

  /** An arrow function or a method in one version, a `function` in the other, and no constructor in either. */
  #isWrittenOtherwise(first: Ref, second: Ref): boolean {
    const { first: left, second: right } = this.sides;
    if (this.strict || hasPrototype(left, first) === hasPrototype(right, second)) return false;
    return isNoConstructor(left, first) && isNoConstructor(right, second);
  }

  #member(first: Ref, second: Ref, key: PairedKey, place: string, holder: Holder): Finding {
    const b = this.#own(second, key.second, 'second');
    const a = this.#own(first, key.first, 'first');
    const inside = memberName(place, key.second) ?? `${place}[a symbol]`;
    // Of one place of the input, both have it or none.
    const isAsFound = a.location !== null && a.location === b.location;
    const left = isAsFound ? a.property : this.#present(a);
    const right = isAsFound ? b.property : this.#present(b);
    const [isHiddenBefore, isHiddenNow] = [isSymbolKey(key.first), isSymbolKey(key.second)];
    const isHidden = isHiddenBefore || isHiddenNow || (left?.enumerable !== true && right?.enumerable !== true);
    if (left === null || right === null) {
      const isAlike =
        isDeletedGlobal(this.sides.first, first, key.first) === isDeletedGlobal(this.sides.second, second, key.second);
      if (left === right) return isAlike ? same : unsure(`only one version deletes ${inside}`);
      return isHidden ? unsure(`only one version has ${inside}`) : different(inside);
    }
    // Where one version alone hides it, only what is in it counts.
    const isAlike = isHiddenBefore === isHiddenNow || left.kind !== 'data' || right.kind !== 'data';
    const seen = isAlike ? right : { ...left, value: right.value };
    if (left.enumerable !== seen.enumerable) return different(inside);
    const finding = this.#propertiesAt(left, seen, inside, holder);
    return isHidden && finding.kind === 'different' ? unsure(`${inside} differs, which cannot be seen`) : finding;
  }

  #propertiesAt(
    a: DataProperty | AccessorProperty,
    b: DataProperty | AccessorProperty,
    place: string,
    holder: Holder,
  ): Finding {
    if (a.kind === 'data' && b.kind === 'data') {
      const compared = this.held(a.value, b.value, place, holder);
      const isAlike = a.writable === b.writable && a.configurable === b.configurable;
      return compared.kind !== 'same' || isAlike
        ? compared
        : unsure(`properties can be added to ${place} in one version only`);
    }
    if (a.kind !== 'accessor' || b.kind !== 'accessor') return different(place);
    const code = (first: Ref | null, second: Ref | null, how: 'get' | 'set'): Finding => {
      if (first === null || second === null) return first === second ? same : unsure(`${place} is an accessor`);
      const isSame = this.objects(first, second, place, { holder, how }).kind === 'same';
      return isSame ? same : unsure(`${place} is an accessor`);
    };
    return all([() => code(a.get, b.get, 'get'), () => code(a.set, b.set, 'set')]);
  }

  /** What the object itself has; with the place of the input that it came with, where it is as it came. */
  #own(ref: Ref, key: string, from: 'first' | 'second'): OwnMember {
    const { sides } = this;
    const { input } = sides[from].object(ref);
    const property = sides.look((machine) => ownProperty(machine, ref, key), from);
    if (property?.kind !== 'data' || property.value.kind !== 'input') return { property, location: null };
    const { location } = property.value;
    const isOf = input !== null && location.parent === placeOfParts(input);
    const isOwn = isOf && location.step.kind === 'property' && location.step.key === key;
    return { property, location: isOwn ? location : null };
  }

  #present({ property, location }: OwnMember): DataProperty | AccessorProperty | null {
    return location === null || this.sides.isPresent(location) ? property : null;
  }

  lists(first: readonly Value[], second: readonly Value[], place: string): Finding {
    if (first.length !== second.length) return different(place);
    return all(
      first.map((value, index) => () => {
        const other = second[index];
        return other === undefined ? different(place) : this.values(value, other, `${place}[${index}]`);
      }),
    );
  }
}

/** How a function is got at. */
interface ReadAs {
  readonly holder: Holder | null;
  readonly how: 'call' | 'get' | 'set';
}

const plainly: ReadAs = { holder: null, how: 'call' };

interface OwnMember {
  readonly property: DataProperty | AccessorProperty | null;
  readonly location: Location | null;
}

/** What is not stored of the global object may be there all the same. */
function isDeletedGlobal(machine: Machine, ref: Ref, key: string): boolean {
  return ref === machine.world.realm.global && isDeleted(machine, key);
}
