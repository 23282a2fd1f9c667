import { EXIT, isRule, ruleOf, ruleSymbol } from './events';
import { ByteReader, ByteWriter } from './varint';
import type { WholePathGrammar } from './whole-path-grammar';

const FORMAT = 1;

/**
 * A grammar as bytes: numbers of seven bits a byte, rules by how far back they lie, keys by what they add to the one before.
 * What rules were called is not kept.
 */
export function encodeGrammar({ offsets, symbols, keys }: WholePathGrammar): Uint8Array {
  const writer = new ByteWriter();
  const ruleCount = offsets.length - 1;
  writer.number(FORMAT);
  writer.number(ruleCount);
  for (let rule = 0; rule < ruleCount; rule++) {
    writer.number(offsets[rule + 1]! - offsets[rule]!);
    for (let at = offsets[rule]!; at < offsets[rule + 1]!; at++) {
      const symbol = symbols[at]!;
      writer.number(isRule(symbol) ? (rule - 1 - ruleOf(symbol)) * 2 + 1 : (symbol - EXIT) * 2);
    }
  }
  writer.number(keys.length);
  let previous = '';
  for (const key of keys) {
    const shared = sharedPrefix(previous, key);
    writer.number(shared);
    writer.text(key.slice(shared));
    previous = key;
  }
  return writer.bytes();
}

/** Null when the bytes are no grammar of this format. */
export function decodeGrammar(bytes: Uint8Array): WholePathGrammar | null {
  const reader = new ByteReader(bytes);
  if (reader.number() !== FORMAT) return null;
  const ruleCount = reader.count();
  if (ruleCount === 0) return null;
  const offsets = new Int32Array(ruleCount + 1);
  const exits = new Float64Array(ruleCount);
  // A symbol takes at least one byte.
  const symbols = new Int32Array(bytes.length);
  let end = 0;
  for (let rule = 0; rule < ruleCount; rule++) {
    const length = reader.count();
    if (length < 2 && rule + 1 < ruleCount) return null;
    for (let left = length; left > 0; left--) {
      const symbol = symbolOf(reader.number(), rule);
      if (symbol === undefined) return null;
      exits[rule]! += isRule(symbol) ? exits[ruleOf(symbol)]! : Number(symbol === EXIT);
      symbols[end++] = symbol;
    }
    offsets[rule + 1] = end;
  }
  const keys = readKeys(reader);
  if (!reader.isComplete() || keys.length !== exits[ruleCount - 1] || new Set(keys).size < keys.length) return null;
  const names = Int32Array.from({ length: ruleCount }, (_, rule) => (rule + 1) % ruleCount);
  return { offsets, symbols: symbols.slice(0, end), keys, names };
}

function symbolOf(code: number, rule: number): number | undefined {
  if (code % 2 === 0) return code < 2 ** 31 ? code / 2 + EXIT : undefined;
  const used = rule - 1 - (code - 1) / 2;
  return used >= 0 ? ruleSymbol(used) : undefined;
}

function readKeys(reader: ByteReader): string[] {
  const keys: string[] = [];
  let previous = '';
  for (let left = reader.count(); left > 0; left--) {
    const shared = reader.number();
    previous = previous.slice(0, shared) + reader.text();
    keys.push(previous);
  }
  return keys;
}

function sharedPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}
