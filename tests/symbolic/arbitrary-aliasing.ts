import fc from 'fast-check';

/** A function over objects of which some may be the same one, with and without types. */
export interface AliasingFunction {
  readonly source: string;
  /** The same for `new Function`. */
  readonly script: string;
  readonly params: readonly AliasedName[];
}

export type AliasedName = keyof typeof parameterTypes;

const declarations = 'interface Node { x: number; y?: string; next: Node | null }\n';

const parameterTypes = {
  a: 'Node',
  b: 'Node',
  c: 'Node | undefined',
  u: 'number[]',
  v: 'number[]',
  w: 'Node[]',
  m: 'Map<string, number>',
  n: 'Map<string, number>',
  d: '{ left: Node; right: Node }',
} as const;

const node = fc.constantFrom('a', 'b', 'c', 'a.next', 'b.next', 'a.next.next', 'w[0]', 'w[1]', 'd.left', 'd.right');
const list = fc.constantFrom('u', 'v');
const map = fc.constantFrom('m', 'n');
const anyObject = fc.oneof({ weight: 4, arbitrary: node }, list, map, fc.constantFrom('w', 'd'));

const scalar = fc.oneof(
  fc.constantFrom('x', '1', '2', '0'),
  node.map((object) => `${object}.x`),
  node.map((object) => `${object}.y`),
  list.map((array) => `${array}.length`),
  list.map((array) => `${array}[0]`),
  list.map((array) => `${array}[1]`),
  map.map((entries) => `${entries}.get('k')`),
  map.map((entries) => `${entries}.size`),
  fc.tuple(list, list).map(([array, other]) => `${array}.indexOf(${other}[0])`),
  fc.constantFrom('w.length', 'w.indexOf(a)', 'Object.keys(a).length', 'JSON.stringify([u, v])'),
);

const truth = fc.oneof(
  fc.tuple(anyObject, fc.constantFrom('===', '!==', '=='), anyObject).map(([p, op, q]) => `${p} ${op} ${q}`),
  fc.tuple(node, node).map(([p, q]) => `Object.is(${p}, ${q})`),
  node.map((object) => `w.includes(${object})`),
  fc.tuple(node, node).map(([p, q]) => `new Set([${p}]).has(${q})`),
  fc.tuple(node, node).map(([p, q]) => `new Map([[${p}, 1]]).get(${q}) === 1`),
  fc.tuple(scalar, fc.constantFrom('<', '===', '!=='), scalar).map(([p, op, q]) => `${p} ${op} ${q}`),
  node.map((object) => `${object} === null`),
  node.map((object) => `'y' in ${object}`),
);

const write = fc.oneof(
  fc.tuple(node, scalar).map(([object, value]) => `${object}.x = ${value};`),
  fc.tuple(node, fc.constantFrom("'s'", 'undefined')).map(([object, value]) => `${object}.y = ${value};`),
  node.map((object) => `delete ${object}.y;`),
  fc.tuple(node, node).map(([object, other]) => `${object}.next = ${other};`),
  fc.tuple(list, scalar).map(([array, value]) => `${array}[0] = ${value};`),
  fc.tuple(list, scalar).map(([array, value]) => `${array}.push(${value});`),
  list.map((array) => `x = ${array}.pop();`),
  list.map((array) => `${array}.reverse();`),
  list.map((array) => `${array}.length = 1;`),
  fc.tuple(map, scalar).map(([entries, value]) => `${entries}.set('k', ${value});`),
  map.map((entries) => `${entries}.delete('k');`),
  node.map((object) => `w[0] = ${object};`),
  node.map((object) => `d.left = ${object};`),
  fc.constantFrom('[a, b] = [b, a];', 'Object.freeze(a);', 'a = { ...b };'),
);

const { statement } = fc.letrec<{ statement: string; block: string }>((tie) => ({
  statement: fc.oneof(
    { maxDepth: 2 },
    { weight: 5, arbitrary: write },
    { weight: 2, arbitrary: scalar.map((value) => `x = ${value};`) },
    fc.tuple(truth, tie('block'), tie('block')).map(([c, yes, no]) => `if (${c}) ${yes} else ${no}`),
    scalar.map((value) => `return ${value};`),
  ),
  block: fc.array(tie('statement'), { maxLength: 2 }).map((body) => `{ ${body.join(' ')} }`),
}));

/** Writes, reads and comparisons of objects of few types. */
export const aliasingFunction: fc.Arbitrary<AliasingFunction> = fc
  .tuple(fc.array(statement, { minLength: 1, maxLength: 5 }), fc.oneof(scalar, truth, anyObject))
  .map(([body, result]) => {
    const code = `let x = 0; ${body.join(' ')} return [x, ${result}];`;
    const params = (Object.keys(parameterTypes) as AliasedName[]).filter((name) =>
      new RegExp(String.raw`(?<![.\w'])${name}\b`).test(code),
    );
    const declared = params.map((name) => `${name}: ${parameterTypes[name]}`);
    return {
      source: `${declarations}export function f(${declared.join(', ')}) { ${code} }`,
      script: `return function f(${params.join(', ')}) { 'use strict'; ${code} }`,
      params,
    };
  });

interface NodeInput {
  x: number;
  y?: string | undefined;
  next: NodeInput | null;
}

/** Inputs made of few objects, so that many of them occur twice, also inside of themselves. */
export const aliasedInputs: fc.Arbitrary<Readonly<Record<AliasedName, unknown>>> = fc
  .record({
    nodes: fc.array(
      fc.record({
        x: fc.constantFrom(0, 1, 2, -0, Number.NaN),
        y: fc.constantFrom('s', '', undefined),
        hasY: fc.boolean(),
        next: fc.nat(3),
      }),
      { minLength: 3, maxLength: 3 },
    ),
    lists: fc.array(fc.array(fc.constantFrom(0, 1, 2), { maxLength: 3 }), { minLength: 2, maxLength: 2 }),
    maps: fc.array(fc.array(fc.tuple(fc.constantFrom('k', 'l'), fc.constantFrom(0, 1)), { maxLength: 2 }), {
      minLength: 2,
      maxLength: 2,
    }),
    picks: fc.array(fc.nat(2), { minLength: 12, maxLength: 12 }),
  })
  .map(({ nodes, lists, maps, picks }) => {
    const made = nodes.map(({ x, y, hasY }): NodeInput => ({ x, ...(hasY ? { y } : {}), next: null }));
    made.forEach((one, index) => {
      one.next = made[nodes[index]?.next ?? 3] ?? null;
    });
    const entries = maps.map((each) => new Map(each));
    const pick = <Item>(items: readonly Item[], which: number): Item =>
      items[(picks[which] ?? 0) % items.length] as Item;
    return {
      a: pick(made, 0),
      b: pick(made, 1),
      c: picks[2] === 2 ? undefined : pick(made, 2),
      u: pick(lists, 3),
      v: pick(lists, 4),
      w: [pick(made, 5), pick(made, 6), pick(made, 7)].slice(picks[8]),
      m: pick(entries, 9),
      n: pick(entries, 10),
      d: { left: pick(made, 11), right: pick(made, 0) },
    };
  });
