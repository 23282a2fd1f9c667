import type { ModuleIr } from '#ir/cfg';
import { childNodes } from '#replay/child-nodes';
import type { Observed } from '#replay/observed';
import { compareRegExps, type RegExpText } from '#smt/compare-regexps';
import { parseModule, type SyntaxNode } from '#syntax/parse';
import type { ComparedLoading } from './compare-loading';
import { textByTrial } from './text-by-trial';

/** Texts of which a changed regular expression makes something else than before, be it written in the code or made when a module is loaded. */
export function textsToldApart(
  modules: readonly ModuleTexts[],
  loads: Iterable<Pick<ComparedLoading, 'base' | 'head'>>,
  isOver: () => boolean,
): readonly string[] {
  const pairs: RegExpPair[] = [];
  for (const { base, head } of loads) {
    const before = new Map(base?.moduleState);
    for (const [name, now] of head?.moduleState ?? []) addPairs(before.get(name), now, pairs);
  }
  for (const { base, head } of modules) {
    if (base !== null && head !== null) pairs.push(...writtenPairs(base, head));
  }
  const found = new Set<string>();
  for (const [before, now] of pairs.slice(0, mostPairs)) {
    if (isOver()) break;
    const compared = compareRegExps(before, now, mostWork);
    const text = compared.kind === 'unknown' ? textByTrial(before, now) : 'text' in compared ? compared.text : null;
    if (text !== null) found.add(text);
  }
  return [...found];
}

/** Of a module in both versions; null where it is not there. */
interface ModuleTexts {
  readonly base: WrittenModule | null;
  readonly head: WrittenModule | null;
}

type WrittenModule = Pick<ModuleIr, 'path' | 'text'>;

type RegExpPair = readonly [before: RegExpText, now: RegExpText];

const mostPairs = 60;
const mostWork = 20_000;
const mostText = 400_000;

/** Those at the same place of two values. */
function addPairs(before: Observed | undefined | null, now: Observed | null, to: RegExpPair[]): void {
  if (before?.kind !== 'object' || now?.kind !== 'object') return;
  const [was, is] = [before.contents, now.contents];
  if (was.kind === 'regexp' && is.kind === 'regexp') {
    if (was.source !== is.source || was.flags !== is.flags) to.push([was, is]);
  } else if (was.kind === 'array' && is.kind === 'array') {
    for (const [index, element] of is.elements.entries()) addPairs(was.elements[index], element, to);
  }
  const known = new Map(before.properties);
  for (const [name, value] of now.properties) addPairs(known.get(name), value, to);
}

/** Those that one version writes and the other does not, one after the other, or each with each where their number has changed. */
function writtenPairs(base: WrittenModule, head: WrittenModule): RegExpPair[] {
  const [before, now] = [writtenIn(base), writtenIn(head)];
  const gone = [...before].filter(([text]) => !now.has(text)).map(([, expression]) => expression);
  const added = [...now].filter(([text]) => !before.has(text)).map(([, expression]) => expression);
  if (gone.length === added.length)
    return added.flatMap((each, at) => gone.slice(at, at + 1).map((old) => [old, each] as const));
  return added.flatMap((each) => gone.map((old) => [old, each] as const));
}

function writtenIn({ path, text }: WrittenModule): ReadonlyMap<string, RegExpText> {
  const found = new Map<string, RegExpText>();
  const { tree } = text.length > mostText ? { tree: null } : parseModule(path, text);
  const waiting: SyntaxNode[] = tree === null ? [] : [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'Literal' && 'regex' in node) {
      const { pattern, flags } = node.regex;
      found.set(`/${pattern}/${flags}`, { source: pattern, flags });
    }
    waiting.push(...[...childNodes(node)].toReversed());
  }
  return found;
}
