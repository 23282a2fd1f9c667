import { RegExpParser, type AST } from '@eslint-community/regexpp';

const parser = new RegExpParser({ ecmaVersion: 2025 });

/** Tried in this order where a class takes several. */
const favourites = 'a0A1b ._-/:,@x\n';
/** Larger repetitions are not written out. */
const mostRepetitions = 64;

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
    const samples = [0, 1, 2].flatMap((extra) =>
      [0, 1].map((way) => new Sampler(extra, way).alternatives(pattern.alternatives)),
    );
    return [...new Set(samples)];
  } catch {
    return []; // not an expression of this edition of the language
  }
}

class Sampler {
  readonly #extra: number;
  readonly #way: number;
  readonly #groups: string[] = [];

  /** With so many repetitions more than are needed, and by this alternative where there are several. */
  constructor(extra: number, way: number) {
    this.#extra = extra;
    this.#way = way;
  }

  alternatives(nodes: readonly AST.Alternative[]): string {
    const chosen = nodes[Math.min(this.#way, nodes.length - 1)];
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
        const text = this.alternatives(element.alternatives);
        this.#groups.push(text);
        return text;
      }
      case 'Quantifier': {
        const times = Math.min(element.max, element.min + this.#extra, mostRepetitions);
        return Array.from({ length: times }, () => this.#element(element.element)).join('');
      }
      case 'Backreference':
        return this.#groups[Number(element.ref) - 1] ?? '';
      case 'Assertion':
        return '';
    }
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
