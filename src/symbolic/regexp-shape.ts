import { invariant } from '#core/diagnostics';

/** What the text of a regular expression tells about its matches. */
export interface RegExpShape {
  /** Capture groups in order; the first is number 1. */
  readonly groups: readonly RegExpGroup[];
  /** False where every match takes at least one code unit. */
  readonly mayBeEmpty: boolean;
}

export interface RegExpGroup {
  readonly name: string | null;
  /** Takes part in every match: it is in no alternative, no optional part and no negative assertion. */
  readonly always: boolean;
}

/** Reads a pattern that the engine accepts. */
export function regExpShape(source: string, flags: string): RegExpShape {
  const reader = new PatternReader(source, flags);
  const { mayBeEmpty } = reader.disjunction();
  const inEngine = new RegExp(`${source}|`, flags).exec('');
  invariant(inEngine?.length === reader.groups.length + 1, 'the groups of a pattern are those that the engine sees');
  return { groups: reader.groups, mayBeEmpty };
}

interface Part {
  /** Groups inside, by place in the list. */
  readonly first: number;
  readonly mayBeEmpty: boolean;
}

class PatternReader {
  readonly groups: { name: string | null; always: boolean }[] = [];
  readonly #source: string;
  readonly #unicode: boolean;
  readonly #sets: boolean;
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#sets = flags.includes('v');
    this.#unicode = flags.includes('u') || this.#sets;
  }

  disjunction(): Part {
    const first = this.groups.length;
    let mayBeEmpty = this.#alternative();
    let alternatives = 1;
    while (this.#takes('|')) {
      mayBeEmpty = this.#alternative() || mayBeEmpty;
      alternatives++;
    }
    if (alternatives > 1) this.#makeOptional(first);
    return { first, mayBeEmpty };
  }

  #alternative(): boolean {
    let mayBeEmpty = true;
    while (this.#at < this.#source.length && !this.#sees('|') && !this.#sees(')')) {
      const atom = this.#atom();
      const least = this.#leastRepetitions();
      if (least === 0) this.#makeOptional(atom.first);
      if (least > 0 && !atom.mayBeEmpty) mayBeEmpty = false;
    }
    return mayBeEmpty;
  }

  #atom(): Part {
    const first = this.groups.length;
    if (this.#takes('(')) return this.#group(first);
    if (this.#takes('[')) {
      this.#skipClass();
      // A class of sets may contain the empty string.
      return { first, mayBeEmpty: this.#sets };
    }
    if (this.#takes('\\')) return { first, mayBeEmpty: this.#escape() };
    const mayBeEmpty = this.#sees('^') || this.#sees('$');
    this.#at++;
    return { first, mayBeEmpty };
  }

  #group(first: number): Part {
    const assertion = ['?=', '?!', '?<=', '?<!'].find((start) => this.#takes(start));
    if (assertion === undefined && !this.#takes('?:')) {
      const name = this.#takes('?<') ? this.#upTo('>') : null;
      this.groups.push({ name, always: true });
    }
    const inside = this.disjunction();
    this.#at++;
    if (assertion?.endsWith('!') === true) this.#makeOptional(first);
    return { first, mayBeEmpty: assertion !== undefined || inside.mayBeEmpty };
  }

  /** Gives whether what the escape stands for may be empty. */
  #escape(): boolean {
    const letter = this.#source[this.#at++] ?? '';
    const braced = this.#unicode && (letter === 'u' || letter === 'p' || letter === 'P');
    if (braced && this.#takes('{')) this.#upTo('}');
    if (letter === 'k' && this.#takes('<')) this.#upTo('>');
    return /[bBk1-9]/.test(letter) || (this.#sets && letter === 'p');
  }

  #skipClass(): void {
    for (let depth = 1; depth > 0 && this.#at < this.#source.length; this.#at++) {
      if (this.#sees('\\')) this.#at++;
      else if (this.#sees(']')) depth--;
      else if (this.#sets && this.#sees('[')) depth++;
    }
  }

  #leastRepetitions(): number {
    let least = 1;
    const counted = /^\{(\d+)(?:,\d*)?\}/.exec(this.#source.slice(this.#at, this.#at + 40));
    if (counted !== null) {
      least = Number(counted[1]);
      this.#at += counted[0].length;
    } else if (this.#takes('*') || this.#takes('?')) least = 0;
    else if (!this.#takes('+')) return 1;
    this.#takes('?');
    return least;
  }

  #makeOptional(first: number): void {
    for (const group of this.groups.slice(first)) group.always = false;
  }

  #upTo(end: string): string {
    const found = this.#source.indexOf(end, this.#at);
    const text = this.#source.slice(this.#at, found);
    this.#at = found + 1;
    return text;
  }

  #sees(text: string): boolean {
    return this.#source.startsWith(text, this.#at);
  }

  #takes(text: string): boolean {
    const taken = this.#sees(text);
    if (taken) this.#at += text.length;
    return taken;
  }
}
