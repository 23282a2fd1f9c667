import { EXIT, isRule, RETURN, ruleOf } from './events';
import type { WholePathGrammar } from './whole-path-grammar';

/**
 * A part of what a symbol derives that lies within one execution: all of it (without an exit), what precedes its first exit, or what
 * follows its last.
 */
export type Part = 'whole' | 'head' | 'tail';

/** Symbols from one position of a body to another that lie within one execution. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Whether the stretch begins behind the last exit of its first symbol. */
  readonly afterExit: boolean;
}

/**
 * A whole-path grammar with what walks on it ask: where a symbol is used, and each rule in short. A position is an index of
 * `symbols`. Unmatched returns and entries are those that find no partner in the part: a returns followed by b entries.
 */
export class WholePathDag {
  readonly grammar: WholePathGrammar;
  readonly symbols: Int32Array;
  readonly start: number;
  readonly functionCount: number;
  /** Per rule, exits in its expansion. */
  readonly exits: Int32Array;
  /** Per position, the rule that it is in, and the exits before it in that rule. */
  readonly ruleAt: Int32Array;
  readonly exitsBefore: Int32Array;
  readonly #offsets: Int32Array;
  /** Per rule, positions of its first and last symbol with an exit. */
  readonly #firstExit: Int32Array;
  readonly #lastExit: Int32Array;
  readonly #headReturns: Int32Array;
  readonly #headEntries: Int32Array;
  readonly #tailReturns: Int32Array;
  readonly #tailEntries: Int32Array;
  /** Positions by symbol: functions, then rules. */
  readonly #useOffsets: Int32Array;
  readonly #usePositions: Int32Array;

  constructor(grammar: WholePathGrammar) {
    const { offsets, symbols } = grammar;
    const ruleCount = offsets.length - 1;
    this.grammar = grammar;
    this.symbols = symbols;
    this.start = ruleCount - 1;
    this.#offsets = offsets;
    this.functionCount = symbols.reduce((count, symbol) => Math.max(count, symbol + 1), 0);
    this.exits = new Int32Array(ruleCount);
    this.ruleAt = new Int32Array(symbols.length);
    this.exitsBefore = new Int32Array(symbols.length);
    this.#firstExit = new Int32Array(ruleCount);
    this.#lastExit = new Int32Array(ruleCount);
    this.#headReturns = new Int32Array(ruleCount);
    this.#headEntries = new Int32Array(ruleCount);
    this.#tailReturns = new Int32Array(ruleCount);
    this.#tailEntries = new Int32Array(ruleCount);
    for (let rule = 0; rule < ruleCount; rule++) this.#summarise(rule);
    [this.#useOffsets, this.#usePositions] = this.#indexUses(ruleCount);
  }

  exitsIn(symbol: number): number {
    if (symbol === EXIT) return 1;
    return isRule(symbol) ? this.exits[ruleOf(symbol)]! : 0;
  }

  /** Positions where a function is entered, or a rule is used. */
  usesOf(symbol: number): Int32Array {
    if (symbol >= this.functionCount) return this.#usePositions.subarray(0, 0);
    const bucket = isRule(symbol) ? this.functionCount + ruleOf(symbol) : symbol;
    return this.#usePositions.subarray(this.#useOffsets[bucket], this.#useOffsets[bucket + 1]);
  }

  bodyOf(rule: number): Stretch {
    return { from: this.#offsets[rule]!, to: this.#offsets[rule + 1]! - 1, afterExit: false };
  }

  stretchOf(rule: number, part: Part): Stretch {
    const body = this.bodyOf(rule);
    if (part === 'head') return { ...body, to: this.#firstExit[rule]! };
    return part === 'tail' ? { from: this.#lastExit[rule]!, to: body.to, afterExit: true } : body;
  }

  /** Which part of the symbol at a position belongs to a stretch. */
  partAt(stretch: Stretch, position: number): Part {
    if (this.exitsIn(this.symbols[position]!) === 0) return 'whole';
    return position === stretch.from && stretch.afterExit ? 'tail' : 'head';
  }

  returnsOf(symbol: number, part: Part): number {
    if (!isRule(symbol)) return symbol === RETURN ? 1 : 0;
    return (part === 'tail' ? this.#tailReturns : this.#headReturns)[ruleOf(symbol)]!;
  }

  entriesOf(symbol: number, part: Part): number {
    if (!isRule(symbol)) return symbol >= 0 ? 1 : 0;
    return (part === 'tail' ? this.#tailEntries : this.#headEntries)[ruleOf(symbol)]!;
  }

  #summarise(rule: number): void {
    const { symbols } = this;
    const { from, to } = this.bodyOf(rule);
    const current = { returns: 0, entries: 0 };
    let exits = 0;
    for (let at = from; at <= to; at++) {
      const symbol = symbols[at]!;
      const inside = this.exitsIn(symbol);
      this.ruleAt[at] = rule;
      this.exitsBefore[at] = exits;
      this.#follow(current, symbol, 'head');
      if (inside === 0) continue;
      if (exits === 0) {
        this.#firstExit[rule] = at;
        this.#headReturns[rule] = current.returns;
        this.#headEntries[rule] = current.entries;
      }
      exits += inside;
      this.#lastExit[rule] = at;
      current.returns = this.returnsOf(symbol, 'tail');
      current.entries = this.entriesOf(symbol, 'tail');
    }
    this.exits[rule] = exits;
    this.#tailReturns[rule] = current.returns;
    this.#tailEntries[rule] = current.entries;
    if (exits > 0) return;
    this.#headReturns[rule] = current.returns;
    this.#headEntries[rule] = current.entries;
  }

  #follow(current: { returns: number; entries: number }, symbol: number, part: Part): void {
    const returns = this.returnsOf(symbol, part);
    const matched = Math.min(current.entries, returns);
    current.returns += returns - matched;
    current.entries += this.entriesOf(symbol, part) - matched;
  }

  #indexUses(ruleCount: number): [Int32Array, Int32Array] {
    const { symbols, functionCount } = this;
    const bucketOf = (symbol: number): number => (isRule(symbol) ? functionCount + ruleOf(symbol) : symbol);
    const offsets = new Int32Array(functionCount + ruleCount + 1);
    for (const symbol of symbols) if (symbol >= 0 || isRule(symbol)) offsets[bucketOf(symbol) + 1]!++;
    for (let bucket = 0; bucket + 1 < offsets.length; bucket++) offsets[bucket + 1]! += offsets[bucket]!;
    const next = offsets.slice();
    const positions = new Int32Array(offsets.at(-1) ?? 0);
    symbols.forEach((symbol, position) => {
      if (symbol >= 0 || isRule(symbol)) positions[next[bucketOf(symbol)]!++] = position;
    });
    return [offsets, positions];
  }
}
