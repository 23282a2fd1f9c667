import { childNodes } from '#replay/child-nodes';
import { parseModule, type SyntaxNode } from '#syntax/parse';
import type { TextPart } from './mine-values';
import { argumentText, type Argument } from './trials/argument';
import { literalOf } from './written-value';

/** Values that code writes out, by where they stand: a file is read once for all its functions. */
export class ValuesWithin {
  readonly #textOf: (path: string) => string;
  readonly #files = new Map<string, readonly WrittenAt[]>();

  constructor(textOf: (path: string) => string) {
    this.#textOf = textOf;
  }

  /** Those within a part of a file, each once. */
  of({ path, start, end }: TextPart): readonly Argument[] {
    let written = this.#files.get(path);
    if (written === undefined) this.#files.set(path, (written = valuesOf(path, this.#textOf(path))));
    const found = new Map<string, Argument>();
    for (const { value, text, from, to } of written) if (from >= start && to <= end) found.set(text, value);
    return [...found.values()];
  }
}

interface WrittenAt {
  readonly value: Argument;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const mostText = 400_000;

function valuesOf(path: string, text: string): readonly WrittenAt[] {
  const tree = text.length > mostText ? null : parseModule(path, text).tree;
  const found: WrittenAt[] = [];
  const waiting: SyntaxNode[] = tree === null ? [] : [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const value = literalOf(node, text);
    if (value !== null) found.push({ value, text: argumentText(value), from: node.start, to: node.end });
    waiting.push(...[...childNodes(node)].toReversed());
  }
  return found;
}
