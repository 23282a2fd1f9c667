import fc from 'fast-check';

/** A piece of a program: a text with holes, and what is in them. */
export interface Tree {
  readonly sort: Sort;
  readonly form: string;
  readonly parts: readonly Tree[];
}

type Sort = 'number' | 'text' | 'truth' | 'any' | 'statement' | 'block' | 'inner' | 'constant' | 'program';

interface Form {
  readonly form: string;
  readonly holes: readonly Sort[];
}

function form(text: string, ...holes: readonly Sort[]): Form {
  return { form: text, holes };
}

function each(texts: readonly string[], ...holes: readonly Sort[]): Form[] {
  return texts.map((text) => form(text, ...holes));
}

/** What each sort of piece can be. Forms with the same holes can stand for one another. */
const forms: Readonly<Record<Exclude<Sort, 'block' | 'program'>, readonly Form[]>> = {
  constant: each(['0', '1', '2', '3', '(-1)', '0.5']),
  number: [
    ...each(['n1', 'n2', 'x', 'limit', 'count', '0', '1', '2', '(-1)', 'o1.p', 'o2.p', 'a1.length', 's1.length']),
    ...each(['o1.i.p', 'o2.i.p', 'r1.length', '(r1[0] ?? 0)']),
    ...each(['total.sum', 'c1.v', 'c1.get()']),
    ...each(['($0 + $1)', '($0 - $1)', '($0 * $1)', '($0 % $1)', '($0 | $1)', 'Math.max($0, $1)'], 'number', 'number'),
    ...each(['(-$0)', 'Math.abs($0)', 'help($0)', 'other($0)', 'new Box($0).get()', 'g1($0)', 'c1.get($0)'], 'number'),
    ...each(['(a1[0] ?? $0)', '(a1[1] ?? $0)', 'counter.add($0)', 'next($0)'], 'number'),
    form('($0 ? $1 : $2)', 'truth', 'number', 'number'),
  ],
  text: [
    ...each(['s1', 'y', "''", "'a'", "'ab'", "(o1.q ?? 'z')"]),
    form('($0 + $1)', 'text', 'text'),
    form('String($0)', 'number'),
    form('(typeof $0)', 'any'),
  ],
  truth: [
    ...each(['b1', 'true', 'o1.q === undefined', "'q' in o1", 'o1 === o2', "typeof u1 === 'number'", 'u1 == null']),
    ...each(['($0 < $1)', '($0 <= $1)', '($0 === $1)', '($0 !== $1)', 'Object.is($0, $1)'], 'number', 'number'),
    ...each(['($0 === $1)', '$0.startsWith($1)', '($0 < $1)'], 'text', 'text'),
    ...each(['($0 && $1)', '($0 || $1)'], 'truth', 'truth'),
    form('!($0)', 'truth'),
  ],
  any: [
    ...each(['u1', 'o1.q', 'undefined', 'null', 'o1', 'a1', 'total', 'c1', 'r1', 'o2.i']),
    ...each(['$0', '{ p: $0 }', '[$0]', 'new Box($0)', 'new Map([[1, $0]])'], 'number'),
    form('$0', 'text'),
    form('$0', 'truth'),
    form('{ q: $0, p: $1 }', 'text', 'number'),
  ],
  statement: [
    ...each(['delete o1.q;', 'a1.pop();', 'return;', 'a1 = [];', 'h1(o1);', 'h1(o2);', 'o1.i = o2.i;', 'o1 = o2;']),
    ...each(['o1 = { ...o2 };', 'Object.freeze(o1);', 'h1({ ...o1 });', 'keep.push(o1);']),
    ...each(['x = $0;', 'count = $0;', 'o1.p = $0;', 'o2.p = $0;', 'a1.push($0);', 'total.sum += $0;'], 'number'),
    ...each(['counter.v = $0;', 'x = help($0);', 'g1($0);', 'c1.v = $0;', 'next($0);'], 'number'),
    ...each(
      ['o1.i.p = $0;', 'o2.i.p = $0;', 'r1.push($0);', "byName.get('k')!.sum += $0;", 'counter.add($0);'],
      'number',
    ),
    ...each(['y = $0;', 'o1.q = $0;', 'throw new RangeError($0);', 'throw new Error($0);'], 'text'),
    ...each(['console.log($0);', 'return $0;', 'keep.push($0);'], 'any'),
    form('if ($0) { $1 } else { $2 }', 'truth', 'block', 'block'),
    form('if ($0) { $1 }', 'truth', 'block'),
    form('try { $0 } catch (e) { y = (e as Error).message; }', 'block'),
    form('try { $0 } finally { $1 }', 'block', 'block'),
    ...each(['for (let k = 0; k < 2; k++) { $0 }', 'for (const k of [1, 2]) { x += k; $0 }'], 'block'),
  ],
  inner: [
    ...each(['v', 'w', 'limit', '1', '2', 'count']),
    ...each(['($0 + $1)', '($0 - $1)', '($0 * $1)'], 'inner', 'inner'),
    form('($0 < $1 ? $2 : $3)', 'inner', 'inner', 'inner', 'inner'),
  ],
};

const trees = fc.letrec<Record<Exclude<Sort, 'program'>, Tree>>((tie) => {
  const made = (sort: Exclude<Sort, 'block' | 'program'>, maxDepth: number): fc.Arbitrary<Tree> => {
    const [leaves, others] = [forms[sort].filter(isLeaf), forms[sort].filter((one) => !isLeaf(one))];
    const leaf = fc.constantFrom(...leaves).map((one): Tree => ({ sort, form: one.form, parts: [] }));
    const inside = others.map(({ form: text, holes }) =>
      fc.tuple(...holes.map((hole) => tie(hole as Exclude<Sort, 'program'>))).map((list): Tree => {
        return { sort, form: text, parts: list };
      }),
    );
    return fc.oneof(
      { maxDepth },
      ...(leaves.length === 0 ? [] : [{ weight: inside.length + 1, arbitrary: leaf }]),
      ...inside,
    );
  };
  return {
    constant: made('constant', 0),
    number: made('number', 2),
    text: made('text', 2),
    truth: made('truth', 2),
    any: made('any', 2),
    statement: made('statement', 2),
    inner: made('inner', 2),
    block: fc.array(tie('statement'), { maxLength: 2 }).map((list): Tree => ({ sort: 'block', form: '', parts: list })),
  };
});

function isLeaf({ holes }: Form): boolean {
  return holes.length === 0;
}

/** New pieces of all sorts. */
export const grown: fc.Arbitrary<Readonly<Record<string, Tree>>> = fc.record({
  number: trees.number,
  text: trees.text,
  truth: trees.truth,
  any: trees.any,
  statement: trees.statement,
  inner: trees.inner,
});

const frame = `interface Data { p: number; q?: string; i: { p: number } }
const limit = $0;
let count = $1;
const total = { sum: 0 };
const keep: unknown[] = [];
const byName = new Map([['k', { sum: 0 }]]);
const { next, peek } = (() => {
  let last = 0;
  return { next: (v: number): number => { const was = last; last = $2; return was; }, peek: () => last };
})();
class Box {
  v: number;
  #seen = 0;
  constructor(v: number) { this.v = v; }
  get(w = $3): number { const v = this.v; return $4; }
  add(v: number): number { this.#seen += v; this.v += this.#seen; return $5; }
  peek(): number { return this.#seen; }
}
const counter = new Box($6);
function help(v: number, w = $7): number { return $8; }
function other(v: number): number { const w = 2; return $9; }
HELPERS
export function f(PARAMS): unknown { let x = 0; let y = ''; $A return [x, y, $B]; }
`;

const { constant, inner, any, statement } = trees;

export const program: fc.Arbitrary<Tree> = fc
  .tuple(
    fc.tuple(
      constant,
      constant,
      inner.map(outsideOf),
      constant,
      inner,
      inner.map(outsideOf),
      constant,
      constant,
      inner,
      inner,
    ),
    fc.array(statement, { minLength: 1, maxLength: 4 }),
    any,
  )
  .map(([inside, body, result]): Tree => ({
    sort: 'program',
    form: frame,
    parts: [...inside, { sort: 'block', form: '', parts: body }, result],
  }));

/** Where there is no `w`. */
function outsideOf(tree: Tree): Tree {
  return tree.form === 'w' ? { ...tree, form: 'v' } : { ...tree, parts: tree.parts.map(outsideOf) };
}

/** All pieces, a piece before its parts. */
export function parts(tree: Tree): Tree[] {
  return [tree, ...tree.parts.flatMap(parts)];
}

/** With something else in the place of a piece. */
export function applied(tree: Tree, place: Tree, made: Tree): Tree {
  if (tree === place) return made;
  return { ...tree, parts: tree.parts.map((part) => applied(part, place, made)) };
}

/** The piece with other texts around the same parts. */
export function changedForms(node: Tree): Tree[] {
  if (node.sort === 'block' || node.sort === 'program') return [];
  const holes = node.parts.map(({ sort }) => sort).join(' ');
  return forms[node.sort]
    .filter((other) => other.holes.join(' ') === holes && other.form !== node.form && other.form !== 'w')
    .map((other): Tree => ({ sort: node.sort, form: other.form, parts: node.parts }));
}

export function printed(tree: Tree): string {
  if (tree.sort === 'block') return tree.parts.map(printed).join(' ');
  return tree.form.replaceAll(/\$([\dA-F])/g, (_, hole: string) => {
    const part = tree.parts[Number.parseInt(hole, 16)];
    return part === undefined ? '' : printed(part);
  });
}

/** One of the ways of writing the program differently that leave its meaning as it is. */
export function rewritten(tree: Tree, choice: number, number: number): Tree {
  const found = parts(tree).flatMap((node) => equivalents(node, number).map((made) => [node, made] as const));
  const other = found[choice % Math.max(1, found.length)];
  return other === undefined ? tree : applied(tree, ...other);
}

function equivalents(node: Tree, number: number): Tree[] {
  const [a, b] = node.parts;
  switch (node.form) {
    case 'if ($0) { $1 } else { $2 }':
      return [
        { ...node, form: 'if (!($0)) { $2 } else { $1 }' },
        { ...node, form: '{ const decided = $0; if (decided) { $1 } if (!decided) { $2 } }' },
      ];
    case '($0 ? $1 : $2)':
      return [{ ...node, form: '(!($0) ? $2 : $1)' }];
    case '($0 && $1)':
      return [{ ...node, form: '!(!($0) || !($1))' }];
    case '($0 < $1)':
      return a !== undefined && b !== undefined && isPure(a) && isPure(b) ? [{ ...node, form: '($1 > $0)' }] : [];
    case '($0 + $1)':
      return node.sort === 'number' && a !== undefined && b !== undefined && isPure(a) && isPure(b)
        ? [{ ...node, form: '($1 + $0)' }]
        : [];
    case 'x = $0;':
      return [
        { ...node, form: `{ const t${number} = $0; x = t${number}; }` },
        { ...node, form: 'x = ((z: number) => z)($0);' },
      ];
    case 'for (let k = 0; k < 2; k++) { $0 }':
      return [{ ...node, form: '{ let k = 0; while (k < 2) { $0 k += 1; } }' }];
    case 'total.sum += $0;':
      return a !== undefined && isPure(a) ? [{ ...node, form: 'total.sum = total.sum + $0;' }] : [];
    default:
      if (node.sort === 'program') return rewrittenProgram(node, number);
      return node.sort === 'block' ? exchanged(node) : [];
  }
}

function rewrittenProgram(node: Tree, number: number): Tree[] {
  const result = node.parts.at(-1);
  if (result === undefined) return [];
  const call: Tree = { sort: 'any', form: `extracted${number}(ARGS)`, parts: [] };
  const helper = `function extracted${number}(DECLARED): unknown { return ${printed(result)}; }\nHELPERS`;
  return [
    { ...node, form: node.form.replace('HELPERS', helper), parts: [...node.parts.slice(0, -1), call] },
    renamed(node),
  ];
}

/** The first number under another name. */
function renamed(tree: Tree): Tree {
  return { ...tree, form: tree.form.replaceAll(/\bn1\b/g, 'n1_'), parts: tree.parts.map(renamed) };
}

/** Assignments next to one another that have nothing to do with one another. */
function exchanged(block: Tree): Tree[] {
  return block.parts.flatMap((first, index) => {
    const second = block.parts[index + 1];
    if (second === undefined || first.form !== 'x = $0;' || second.form !== 'y = $0;') return [];
    const [left, right] = [printed(first), printed(second)];
    if (!isPure(first) || !isPure(second) || /\by\b/.test(left) || /\bx\b/.test(right)) return [];
    const list = [...block.parts];
    list.splice(index, 2, second, first);
    return [{ ...block, parts: list }];
  });
}

/** Neither has effects nor throws, whatever comes before it. */
function isPure(tree: Tree): boolean {
  return !/[gh]1|next|counter|Box|c1|help|other|console|freeze/.test(printed(tree));
}
