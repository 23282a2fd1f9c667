import { finish, startOf, take, waitingAt, type Threads } from './regexp-threads';
import { regExpProgram, type RegExpProgram } from './regexp-program';
import { lastUnit, type Characters } from './smt-lib-characters';

export interface RegExpText {
  readonly source: string;
  readonly flags: string;
}

export type RegExpComparison =
  /** From each position of each text both find the same match, with the same groups. */
  | { readonly kind: 'alike' }
  /** A text of which one makes something else than the other, from its start or after a first character. */
  | { readonly kind: 'apart'; readonly text: string; readonly from: number }
  | { readonly kind: 'unknown' };

/**
 * Whether two regular expressions find the same, whatever the text. Names of groups, and flags that say how to go on, are not
 * looked at. `most`: how many threads are followed, one character each; where there is a text that tells, it is found with a few.
 */
export function compareRegExps(a: RegExpText, b: RegExpText, most: number): RegExpComparison {
  if (meaningOf(a.flags) !== meaningOf(b.flags)) return { kind: 'unknown' };
  const [first, second] = [regExpProgram(a.source, a.flags), regExpProgram(b.source, b.flags)];
  if (first === null || second === null) return { kind: 'unknown' };
  const samples = sampleCharacters([first, second]);
  for (const from of first.hasStart || second.hasStart ? [0, 1] : [0]) {
    const found = new JointSearch(first, second, samples, from).compare(most);
    if (found.kind !== 'alike') return found;
  }
  return { kind: first.slots === second.slots ? 'alike' : 'unknown' };
}

export interface RelatedRegExps {
  /** A text in which the first finds something is one in which the second does. */
  readonly implies: boolean;
  readonly isImplied: boolean;
  /** Where both find something, it is the same. */
  readonly agrees: boolean;
}

/** What one regular expression says of the other; null where that is not known. */
export function relateRegExps(a: RegExpText, b: RegExpText, most: number): RelatedRegExps | null {
  const [first, second] = [regExpProgram(a.source, a.flags), regExpProgram(b.source, b.flags)];
  if (first === null || second === null || meaningOf(a.flags) !== meaningOf(b.flags)) return null;
  const samples = sampleCharacters([first, second]);
  const atStart = new JointSearch(first, second, samples, 0).relate(most);
  const later = first.hasStart || second.hasStart ? new JointSearch(first, second, samples, 1).relate(most) : atStart;
  if (atStart === null || later === null) return null;
  // The first match of one may begin before that of the other, unless both can begin in one place only.
  const isOnePlace = !later.isFound || a.flags.includes('y');
  return {
    implies: atStart.implies && later.implies,
    isImplied: atStart.isImplied && later.isImplied,
    agrees: first.slots === second.slots && isOnePlace && atStart.agrees && later.agrees,
  };
}

/** Flags by which characters are more than units, or a match must begin where it is looked for. */
function meaningOf(flags: string): string {
  return ['u', 'v', 'y'].filter((flag) => flags.includes(flag)).join('');
}

/** Both programs read the same text, one character after the other, until nothing new can come of it. */
class JointSearch {
  readonly #first: RegExpProgram;
  readonly #second: RegExpProgram;
  readonly #characters: readonly SampleCharacter[];
  readonly #from: number;
  readonly #seen = new Set<string>();
  readonly #keys = new StateKeys();

  constructor(
    first: RegExpProgram,
    second: RegExpProgram,
    characters: readonly SampleCharacter[],
    /** 1: where the text does not begin. */
    from: number,
  ) {
    this.#first = first;
    this.#second = second;
    this.#characters = characters;
    this.#from = from;
  }

  compare(most: number): RegExpComparison {
    let apart: RegExpComparison | null = null;
    const isWhole = this.#explore(most, (first, second, joint) => {
      if (isSameMatch(first, second)) return false;
      apart = { kind: 'apart', text: this.#textOf(joint), from: this.#from };
      return true;
    });
    return apart ?? { kind: isWhole ? 'alike' : 'unknown' };
  }

  /** Null where it is not known. */
  relate(most: number): RegExpRelation | null {
    const seen = { first: false, second: false, onlyFirst: false, onlySecond: false, other: false };
    const isWhole = this.#explore(most, (first, second) => {
      seen.first ||= first !== null;
      seen.second ||= second !== null;
      seen.onlyFirst ||= first !== null && second === null;
      seen.onlySecond ||= first === null && second !== null;
      seen.other ||= first !== null && second !== null && !isSameMatch(first, second);
      return seen.onlyFirst && seen.onlySecond && seen.other;
    });
    const { onlyFirst, onlySecond, other } = seen;
    if (!isWhole && !(onlyFirst && onlySecond && other)) return null;
    return { implies: !onlyFirst, isImplied: !onlySecond, agrees: !other, isFound: seen.first || seen.second };
  }

  /** Tells the matches of each text of a kind; whether all were seen, or it was enough. */
  #explore(most: number, see: (first: Match, second: Match, joint: Joint) => boolean): boolean {
    const open: Joint[] = [{ first: startOf(this.#first), second: startOf(this.#second), read: null, length: 0 }];
    let work = 0;
    // Texts of a length before longer ones.
    for (const joint of open) {
      const { first, second, length } = joint;
      const position = { index: length, isStart: this.#from + length === 0, isEnd: true };
      if (see(finish(this.#first, first, position), finish(this.#second, second, position), joint)) return true;
      work += first.open.length + second.open.length;
      if (work > most) return false;
      if (first.open.length + second.open.length > 0) open.push(...this.#after(joint));
    }
    return true;
  }

  #after(joint: Joint): Joint[] {
    const position = { index: joint.length, isStart: this.#from + joint.length === 0, isEnd: false };
    const [before, now] = [
      waitingAt(this.#first, joint.first, position),
      waitingAt(this.#second, joint.second, position),
    ];
    return this.#characters.flatMap((character) => {
      const [first, second] = [take(before, character.sets), take(now, character.sets)];
      const key = this.#keys.of(first, second);
      if (this.#seen.has(key)) return [];
      this.#seen.add(key);
      return [{ first, second, read: { character: character.text, before: joint.read }, length: joint.length + 1 }];
    });
  }

  #textOf({ read }: Joint): string {
    let text = '';
    for (let at = read; at !== null; at = at.before) text = at.character + text;
    return (this.#from === 0 ? '' : anyCharacter) + text;
  }
}

/** Positions that are remembered; null for none. */
type Match = readonly number[] | null;

/** Of two expressions, from one position on. */
interface RegExpRelation {
  /** Where the first finds a match, so does the second. */
  readonly implies: boolean;
  /** Where the second finds a match, so does the first. */
  readonly isImplied: boolean;
  /** Where both find one, it is the same. */
  readonly agrees: boolean;
  /** One of them finds any. */
  readonly isFound: boolean;
}

interface Joint {
  readonly first: Threads;
  readonly second: Threads;
  readonly read: Read | null;
  readonly length: number;
}

interface Read {
  readonly character: string;
  readonly before: Read | null;
}

const anyCharacter = ' ';

/** Where one has more groups than the other, the match as a whole. */
function isSameMatch(a: Match, b: Match): boolean {
  if (a === null || b === null) return a === b;
  const compared = a.length === b.length ? a : a.slice(0, 2);
  return compared.every((position, slot) => position === b[slot]);
}

/**
 * The same for states of which the same comes: it does not matter which positions are remembered, but which of them are one.
 * Of states with some hundred threads, 64 bits are kept.
 */
class StateKeys {
  /** By position, from −1 on: its number in the state at hand, and which state that was. */
  #names = new Int32Array(64);
  #states = new Int32Array(64);
  #state = 0;
  #count = 0;
  #first = 0;
  #second = 0;

  of(first: Threads, second: Threads): string {
    this.#state++;
    this.#count = 0;
    [this.#first, this.#second] = [0x811c9dc5, 0x2545f491];
    for (const { open, found } of [first, second]) {
      this.#add(open.length);
      for (const { step, saved } of open) {
        this.#add(step);
        this.#addAll(saved);
      }
      this.#add(found === null ? 0 : 1);
      if (found !== null) this.#addAll(found);
    }
    return `${this.#first} ${this.#second}`;
  }

  #addAll(positions: readonly number[]): void {
    for (const position of positions) this.#add(this.#nameOf(position + 1));
  }

  #nameOf(at: number): number {
    if (at >= this.#names.length) this.#grow(at);
    if (this.#states[at] !== this.#state) {
      this.#states[at] = this.#state;
      this.#names[at] = at === 0 ? 0 : ++this.#count;
    }
    return this.#names[at] ?? 0;
  }

  #grow(at: number): void {
    const [names, states] = [this.#names, this.#states];
    this.#names = new Int32Array(2 * at);
    this.#states = new Int32Array(2 * at);
    this.#names.set(names);
    this.#states.set(states);
  }

  #add(value: number): void {
    this.#first = Math.imul(this.#first ^ value, 0x01000193);
    this.#second = Math.imul(this.#second ^ (this.#second >>> 15) ^ value, 0x2c1b3c6d) ^ (this.#second >>> 7);
  }
}

/** One character for all that no set tells apart. */
interface SampleCharacter {
  readonly text: string;
  readonly sets: ReadonlySet<Characters>;
}

function sampleCharacters(programs: readonly RegExpProgram[]): readonly SampleCharacter[] {
  const sets = programs.flatMap((program) => program.sets);
  const bounds = sets.flat().flatMap(([first, last]) => [first, last + 1]);
  const units = [...[...favourites].map((character) => character.charCodeAt(0)), 0, ...bounds];
  const found = new Map<string, SampleCharacter>();
  for (const unit of new Set(units.filter((each) => each <= lastUnit))) {
    const having = sets.filter((set) => set.some(([first, last]) => first <= unit && unit <= last));
    const key = having.map((set) => sets.indexOf(set)).join();
    if (!found.has(key)) found.set(key, { text: String.fromCharCode(unit), sets: new Set(having) });
  }
  return [...found.values()];
}

/** Looked at first, so that texts can be read. */
const favourites = 'a0A1b.-_ /:,@x%';
