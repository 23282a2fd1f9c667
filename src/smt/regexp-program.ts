import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { groupsOf } from './captured-digits';
import { NotRegular } from './not-regular';
import { elementCharacters, type CharacterElement } from './regexp-characters';
import type { Characters } from './smt-lib-characters';

/** A regular expression as steps of threads, which stand in the order in which the engine would try their ways. */
export interface RegExpProgram {
  readonly steps: readonly ProgramStep[];
  readonly entry: number;
  /** What threads remember: where the match and each group begins and ends. */
  readonly slots: number;
  readonly hasStart: boolean;
  /** Of characters that are taken, each once. */
  readonly sets: readonly Characters[];
}

export type ProgramStep =
  /** One character of a set. */
  | { readonly kind: 'take'; readonly set: Characters; readonly next: number }
  /** All of these, the preferred first. */
  | { readonly kind: 'fork'; readonly ways: readonly number[] }
  | { readonly kind: 'save'; readonly slot: number; readonly next: number }
  /** Groups of a repetition forget what they took the time before. */
  | { readonly kind: 'clear'; readonly first: number; readonly end: number; readonly next: number }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { readonly kind: 'accept' };

/** Null where threads cannot do what the engine does: what is asked of them then depends on more than where they stand. */
export function regExpProgram(source: string, flagText: string): RegExpProgram | null {
  try {
    const flags = parser.parseFlags(flagText);
    if (flags.unicodeSets) return null;
    const pattern = parser.parsePattern(source, 0, source.length, { unicode: flags.unicode });
    return new ProgramWriter(pattern, flags).program;
  } catch (error) {
    if (error instanceof NotRegular) return null;
    throw error;
  }
}

const parser = new RegExpParser({ ecmaVersion: 2025 });
const mostSteps = 20_000;

/** Writes from the end to the beginning: each part is told where to go on. */
class ProgramWriter {
  readonly #steps: ProgramStep[] = [];
  readonly #flags: AST.Flags;
  readonly #slots = new Map<AST.CapturingGroup, number>();
  readonly #sets = new Map<string, Characters>();
  #hasStart = false;
  readonly program: RegExpProgram;

  constructor(pattern: AST.Pattern, flags: AST.Flags) {
    this.#flags = flags;
    for (const [index, group] of groupsOf(pattern).entries()) this.#slots.set(group, 2 * (index + 1));
    const end = this.#add({ kind: 'save', slot: 1, next: this.#add({ kind: 'accept' }) });
    const entry = this.#add({ kind: 'save', slot: 0, next: this.#alternatives(pattern.alternatives, end) });
    const [slots, sets] = [2 * (this.#slots.size + 1), [...this.#sets.values()]];
    this.program = { steps: this.#steps, entry, slots, hasStart: this.#hasStart, sets };
  }

  #add(step: ProgramStep): number {
    if (this.#steps.length >= mostSteps) throw new NotRegular('long repetitions');
    return this.#steps.push(step) - 1;
  }

  #alternatives(ways: readonly AST.Alternative[], next: number): number {
    const entries = ways.map(({ elements }) => elements.reduceRight((to, element) => this.#element(element, to), next));
    const [only] = entries;
    return only !== undefined && entries.length === 1 ? only : this.#add({ kind: 'fork', ways: entries });
  }

  #element(element: AST.Element, next: number): number {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return this.#add({ kind: 'take', set: this.#setOf(element), next });
      case 'Group':
        if (element.modifiers !== null) throw new NotRegular('flags inside of a regular expression');
        return this.#alternatives(element.alternatives, next);
      case 'CapturingGroup':
        return this.#capture(element, next);
      case 'Quantifier':
        return this.#repeated(element, next);
      case 'Assertion':
        return this.#assertion(element, next);
      case 'Backreference':
        throw new NotRegular('a back reference');
      case 'ExpressionCharacterClass':
        throw new NotRegular('the flag v');
    }
  }

  #setOf(element: CharacterElement): Characters {
    const known = this.#sets.get(element.raw);
    if (known !== undefined) return known;
    const made = elementCharacters(element, this.#flags);
    this.#sets.set(element.raw, made);
    return made;
  }

  #capture(group: AST.CapturingGroup, next: number): number {
    const slot = this.#slots.get(group) ?? 0;
    const end = this.#add({ kind: 'save', slot: slot + 1, next });
    return this.#add({ kind: 'save', slot, next: this.#alternatives(group.alternatives, end) });
  }

  #repeated({ element, min, max, greedy }: AST.Quantifier, next: number): number {
    // The engine turns back where a turn has taken nothing.
    if (max > min && mayBeEmpty(element)) throw new NotRegular('a repetition of what may be empty');
    const fork = (turn: number): ProgramStep => ({ kind: 'fork', ways: greedy ? [turn, next] : [next, turn] });
    let entry = next;
    if (max === Infinity) {
      entry = this.#add({ kind: 'accept' });
      this.#steps[entry] = fork(this.#turn(element, entry));
    } else {
      for (let turn = min; turn < max; turn++) entry = this.#add(fork(this.#turn(element, entry)));
    }
    for (let turn = 0; turn < min; turn++) entry = this.#turn(element, entry);
    return entry;
  }

  #turn(element: AST.QuantifiableElement, next: number): number {
    const entry = this.#element(element, next);
    const inside = [...this.#slots].flatMap(([group, slot]) =>
      group.start >= element.start && group.end <= element.end ? [slot] : [],
    );
    if (inside.length === 0) return entry;
    return this.#add({ kind: 'clear', first: Math.min(...inside), end: Math.max(...inside) + 2, next: entry });
  }

  #assertion({ kind }: AST.Assertion, next: number): number {
    if (kind !== 'start' && kind !== 'end') throw new NotRegular(`a ${kind}`);
    if (this.#flags.multiline) throw new NotRegular('ends of lines');
    this.#hasStart ||= kind === 'start';
    return this.#add({ kind, next });
  }
}

function mayBeEmpty(element: AST.Element): boolean {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.some(({ elements }) => elements.every(mayBeEmpty));
    case 'Quantifier':
      return element.min === 0 || mayBeEmpty(element.element);
    case 'Assertion':
    case 'Backreference':
      return true;
    default:
      return false;
  }
}
