import { compareRegExps } from '#smt/compare-regexps';
import type { OperationName } from '#smt/operations';
import type { RegExpObject } from '../regexps';

type Written = Pick<RegExpObject, 'source' | 'flags'>;

/** The text that an expression finds and nothing else; null where it may find others. */
export function plainTextOf({ source, flags }: Written): string | null {
  if (/[iy]/.test(flags) || !plainSource.test(source)) return null;
  return source.replaceAll(/\\(.)/g, '$1');
}

/** Characters that mean themselves, and signs of the syntax behind a backslash. Halves of pairs depend on flags. */
const plainSource = /^(?:[^\\^$.*+?()[\]{}|/\ud800-\udfff]|\\[\^$.*+?()[\]{}|/\\])+$/;

type Trim = Extract<OperationName, `str.trim${string}`>;

/** The operation that removing what an expression finds comes to; null where it is another. */
export function trimBy({ source, flags }: Written): Trim | null {
  if (/[my]/.test(flags)) return null;
  const key = `/${source}/${flags}`;
  const known = trims.get(key);
  if (known !== undefined) return known;
  const found = trimsLike({ source, flags });
  if (trims.size >= mostKept) trims.clear();
  trims.set(key, found);
  return found;
}

const trims = new Map<string, Trim | null>();
const mostKept = 1_000;

/** What is written for them. Only all matches of the first two are at both ends. */
const spellings: readonly (readonly [source: string, all: Trim, first: Trim | null])[] = [
  [String.raw`^\s+|\s+$`, 'str.trim', null],
  [String.raw`^\s*|\s*$`, 'str.trim', 'str.trimStart'],
  [String.raw`^\s+`, 'str.trimStart', 'str.trimStart'],
  [String.raw`^\s*`, 'str.trimStart', 'str.trimStart'],
  [String.raw`\s+$`, 'str.trimEnd', 'str.trimEnd'],
  [String.raw`\s*$`, 'str.trimEnd', 'str.trimEnd'],
];

const trimming = {
  'str.trim': (text: string): string => text.trim(),
  'str.trimStart': (text: string): string => text.trimStart(),
  'str.trimEnd': (text: string): string => text.trimEnd(),
} as const satisfies Partial<Record<OperationName, (text: string) => string>>;

/** Few expressions get beyond these. */
const probes = ['a', ' a ', '\n\ta b\u00a0\ufeff', '  ', ''];

function trimsLike({ source, flags }: Written): Trim | null {
  const isGlobal = flags.includes('g');
  const expression = new RegExp(source, flags);
  const found = spellings.find(([spelling, all, first]) => {
    const trim = isGlobal ? all : first;
    if (trim === null || probes.some((text) => text.replace(expression, '') !== trimming[trim](text))) return false;
    const other = { source: spelling, flags };
    return source === spelling || compareRegExps({ source, flags }, other, mostWork).kind === 'alike';
  });
  return found === undefined ? null : isGlobal ? found[1] : found[2];
}

const mostWork = 50_000;

/** For removing all that an expression finds: what is found in runs of characters may be found one by one. */
export function oneByOne<Expression extends Written>(expression: Expression): Expression {
  const isRun = runs.test(expression.source) && !/[vy]/.test(expression.flags);
  return isRun ? { ...expression, source: expression.source.slice(0, -1) } : expression;
}

const runs = /^(?:\\[dDsSwW]|\[(?:[^\]\\]|\\.)+\])\+$/;
