import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { groupsOf } from './captured-digits';

const parser = new RegExpParser({ ecmaVersion: 2025 });

/** Tried in this order where a class takes several. */
const favourites = 'a0A1b ._-/:,@x\n';
/** Larger repetitions are not written out. */
const mostRepetitions = 64;
/** Groups that get strings of their own. */
const mostGroups = 8;
/** What one group is tried with while all around it is as short as it gets: many digits make a number that is not safe. */
const focuses = [
  { extra: 0, way: 0 },
  { extra: 1, way: 0 },
  { extra: 2, way: 0 },
  { extra: 3, way: 0 },
  { extra: 4, way: 0 },
  { extra: 5, way: 0 },
  { extra: 0, way: 1 },
  { extra: 2, way: 1 },
  { extra: 20, way: 1 },
] as const;

/**
 * A few strings that a regular expression probably matches: as short as they get, with something in what is optional, and
 * by the other alternatives. Nothing is promised: who uses them asks the engine.
 */
export function regExpSamples(source: string, flags: string): readonly string[] {
  try {
    const pattern = parser.parsePattern(source, 0, source.length, {
      unicode: flags.includes('u'),
      unicodeSets: flags.includes('v'),
    });
    const plain = [0, 1, 2].flatMap((extra) => [0, 1].map((way) => ({ extra, way, within: null })));
    const focused = groupsOf(pattern)
      .slice(0, mostGroups)
      .flatMap((within) => focuses.map(({ extra, way }) => ({ extra, way, within })));
    const samples = [...plain, ...focused].map((plan) => new Sampler(plan).alternatives(pattern.alternatives));
    return [...new Set(samples)];
  } catch {
    return []; // not an expression of this edition of the language
  }
}

interface Plan {
  /** So many repetitions more than are needed. */
  readonly extra: number;
  /** The alternative to take where there are several. */
  readonly way: number;
  /** The group that this is about: what leads there is taken, all else is as short as it gets. Null for everything. */
  readonly within: AST.CapturingGroup | null;
}

class Sampler {
  readonly #plan: Plan;
  readonly #groups: string[] = [];
  #isWithin: boolean;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#isWithin = plan.within === null;
  }

  alternatives(nodes: readonly AST.Alternative[]): string {
    const leading = nodes.find((node) => this.#leads(node));
    const chosen = leading ?? nodes[Math.min(this.#isWithin ? this.#plan.way : 0, nodes.length - 1)];
    return chosen === undefined ? '' : chosen.elements.map((element) => this.#element(element)).join('');
  }

  #element(element: AST.Element): string {
    switch (element.type) {
      case 'Character':
        return String.fromCodePoint(element.value);
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return someCharacter(element.raw);
      case 'Group':
        return this.alternatives(element.alternatives);
      case 'CapturingGroup': {
        const isOutside = element === this.#plan.within;
        if (isOutside) this.#isWithin = true;
        const text = this.alternatives(element.alternatives);
        if (isOutside) this.#isWithin = false;
        this.#groups.push(text);
        return text;
      }
      case 'Quantifier': {
        const wanted = this.#isWithin
          ? element.min + this.#plan.extra
          : Math.max(element.min, this.#leads(element) ? 1 : 0);
        const times = Math.min(element.max, wanted, mostRepetitions);
        return Array.from({ length: times }, () => this.#element(element.element)).join('');
      }
      case 'Backreference':
        return this.#groups[Number(element.ref) - 1] ?? '';
      case 'Assertion':
        return '';
    }
  }

  /** Whether the group that this is about is inside of a part of the expression. */
  #leads({ start, end }: AST.Node): boolean {
    const { within } = this.#plan;
    return within !== null && !this.#isWithin && start <= within.start && within.end <= end;
  }
}

/** A character that an element which takes one matches, by trying. */
function someCharacter(raw: string): string {
  const matches = new RegExp(`^${raw}$`, /\\[pP]/.test(raw) ? 'u' : '');
  for (const character of favourites) if (matches.test(character)) return character;
  for (let code = 0x21; code < 0x3000; code++) {
    const character = String.fromCharCode(code);
    if (matches.test(character)) return character;
  }
  return '';
}
