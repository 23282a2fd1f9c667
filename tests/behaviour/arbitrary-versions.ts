import fc from 'fast-check';
import { applied, changedForms, grown, parts, printed, program, rewritten, type Tree } from './arbitrary-program';

/** Two versions of a module whose function `f` is compared. */
export interface Versions {
  readonly base: string;
  readonly head: string;
  /** Of `f`, as the head calls them. */
  readonly params: readonly ParamName[];
}

export type ParamName = keyof typeof parameterTypes;

const parameterTypes = {
  n1: 'number',
  n2: 'number',
  s1: 'string',
  b1: 'boolean',
  u1: 'number | string | undefined',
  o1: 'Data',
  o2: 'Data',
  a1: 'number[]',
  g1: '(v: number) => number',
  c1: 'Box',
  h1: '(d: Data) => void',
  r1: 'number[]',
} as const;

/** A small change to a program that may or may not matter. */
export const mutants: fc.Arbitrary<Versions> = fc
  .tuple(program, fc.array(changes(), { minLength: 1, maxLength: 2 }))
  .map(([tree, made]) =>
    versionsOf(
      tree,
      made.reduce((changed, change) => change(changed), tree),
    ),
  );

/** The same program, written differently. */
export const rewrites: fc.Arbitrary<Versions> = fc
  .tuple(program, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }))
  .map(([tree, choices]) =>
    versionsOf(
      tree,
      choices.reduce((changed, choice, index) => rewritten(changed, choice, index), tree),
    ),
  );

function changes(): fc.Arbitrary<(tree: Tree) => Tree> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.nat(), fc.nat()).map(([at, form]) => otherForm(at, form)) },
    fc.tuple(fc.nat(), fc.nat()).map(([at, part]) => onePart(at, part)),
    fc.tuple(fc.nat(), grown).map(([at, made]) => replaced(at, made)),
    fc.nat().map((at) => negated(at)),
    fc.tuple(fc.nat(), fc.nat()).map(([at, form]) => shuffled(at, form)),
  );
}

/** Another operator, constant, variable or callee. */
function otherForm(at: number, choice: number): (tree: Tree) => Tree {
  return (tree) => pick(tree, at, (node) => changedForms(node), choice);
}

/** An operation that is left out: one of its operands stays. */
function onePart(at: number, choice: number): (tree: Tree) => Tree {
  return (tree) => pick(tree, at, (node) => node.parts.filter(({ sort }) => sort === node.sort), choice);
}

function replaced(at: number, made: Readonly<Record<string, Tree>>): (tree: Tree) => Tree {
  return (tree) => pick(tree, at, ({ sort }) => (made[sort] === undefined ? [] : [made[sort]]), 0);
}

function negated(at: number): (tree: Tree) => Tree {
  return (tree) =>
    pick(tree, at, (node) => (node.sort === 'truth' ? [{ sort: 'truth', form: '!($0)', parts: [node] }] : []), 0);
}

/** Statements that are removed, doubled or exchanged. */
function shuffled(at: number, choice: number): (tree: Tree) => Tree {
  return (tree) =>
    pick(
      tree,
      at,
      (node) => {
        if (node.sort !== 'block' || node.parts.length === 0) return [];
        const [index, other] = [choice % node.parts.length, (choice + 1) % node.parts.length];
        const without = node.parts.filter((_, position) => position !== index);
        const moved = node.parts.map((part, position) =>
          position === index ? (node.parts[other] ?? part) : position === other ? (node.parts[index] ?? part) : part,
        );
        return [without, moved, [...node.parts, ...node.parts.slice(0, 1)]].map((list): Tree => ({
          sort: 'block',
          form: '',
          parts: list,
        }));
      },
      choice,
    );
}

/** Changes one of the places at which something can be changed so. */
function pick(tree: Tree, at: number, variants: (node: Tree) => readonly Tree[], choice: number): Tree {
  // What `f` itself says matters more often than what it may call.
  const own = tree.parts.slice(-2).flatMap(parts);
  const places = [...parts(tree), ...own, ...own, ...own].filter((node) => variants(node).length > 0);
  const place = places[at % Math.max(1, places.length)];
  if (place === undefined) return tree;
  const options = variants(place);
  return applied(tree, place, options[choice % options.length] ?? place);
}

function versionsOf(before: Tree, after: Tree): Versions {
  const [base, head] = [printed(before), printed(after)];
  const used = (name: string): boolean => new RegExp(String.raw`\b${name}_?\b`).test(base + head);
  const params = (Object.keys(parameterTypes) as ParamName[]).filter(used);
  return { base: finished(base, params), head: finished(head, params), params };
}

/** With the parameters that are used; helpers that were extracted take what the expression may use. */
function finished(text: string, params: readonly ParamName[]): string {
  const names = params.map((name) => nameIn(text, name));
  const declared = params.map((name, index) => `${names[index]}: ${parameterTypes[name]}`);
  const own = declared.map((each) => (each.startsWith('r1') ? `...${each}` : each));
  return text
    .replace('HELPERS\n', '')
    .replace('(PARAMS)', `(${own.join(', ')})`)
    .replaceAll('(ARGS)', `(${['x', 'y', ...names].join(', ')})`)
    .replaceAll('(DECLARED)', `(${['x: number', 'y: string', ...declared].join(', ')})`);
}

/** What a version calls a parameter. */
export function nameIn(text: string, param: ParamName): string {
  return text.includes(`${param}_`) ? `${param}_` : param;
}

const numbers = ['0', '1', '-1', '2', '3', '-0', 'NaN', '0.5', 'Infinity', '5'];

/** What the inputs of one call may share. */
export const sharedInputs = [
  'const inner = { p: 0 };',
  'const data = (p) => ({ p, i: { p } });',
  'const shared = data(1);',
];

/** Inputs for each parameter, as source. */
export const inputTexts: Readonly<Record<ParamName, readonly string[]>> = {
  n1: numbers,
  n2: numbers,
  s1: ["''", "'a'", "'ab'", "'1'", "'x'"],
  b1: ['true', 'false'],
  u1: ['undefined', '0', '-0', "''", "'a'", '1'],
  o1: [
    'data(0)',
    "{ ...data(1), q: 'a' }",
    '{ ...data(-0), q: undefined }',
    'shared',
    "{ ...data(2), q: '', i: inner }",
  ],
  o2: ['data(0)', 'shared', "{ ...data(3), q: 'ab', i: inner }", '{ ...data(1), i: shared.i }'],
  a1: ['[]', '[1]', '[0, 2]', '[NaN, -0]'],
  g1: [
    'callback(`g1`, [0, 1, 2], -1)',
    'callback(`g1`, [1, 1, NaN], -1)',
    'callback(`g1`, [3, -0, 5], 1)',
    'callback(`g1`, [0], 0)',
  ],
  c1: ['box(0)', 'box(1)', 'box(-0)'],
  h1: ['callback(`h1`, [undefined], -1)', 'callback(`h1`, [undefined], 0)', 'callback(`h1`, [undefined], 1)'],
  r1: ['', '1', '0, 2'],
};
