import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DrawnProgram, edges, labelOf, marks, names } from './drawn-program';

/** Effects Fig. 1, on the lines that the figure numbers. */
const bin = new DrawnProgram(`export function Bin(a: number, b: number): number { if (a <= 2)
    b = b + 1;
  else
    b = b - 1;

  if (b > 2)
    return 1;
  else
    return 0; }
`);

function paper(name: string): DrawnProgram {
  return new DrawnProgram(readFileSync(new URL(`../../fixtures/papers/${name}.ts`, import.meta.url), 'utf8'), name);
}

describe('the control-flow graph', () => {
  it('of Bin is that of Effects Fig. 1', () => {
    const view = bin.draw('cfg', 'Bin');
    expect(names(view)).toEqual(['EN', '1', '2', '4', '6', '7', '9', 'EX']);
    expect(edges(view)).toEqual([
      'EN -> 1',
      '1 -> 2 T',
      '1 -> 4 F',
      '2 -> 6',
      '4 -> 6',
      '6 -> 7 T',
      '6 -> 9 F',
      '7 -> EX',
      '9 -> EX',
    ]);
    expect(view.nodes.map(({ label, shape }) => `${shape} ${label}`)).toEqual([
      'ellipse EN Bin(a, b)',
      'diamond 1: a <= 2',
      'box 2: b = b + 1',
      'box 4: b = b - 1',
      'diamond 6: b > 2',
      'box 7: return 1',
      'box 9: return 0',
      'ellipse EX',
    ]);
    expect(view.edges.every(({ kind }) => kind === 'flow')).toBe(true);
    expect(view).toMatchObject({ kind: 'cfg', title: 'cfg of Bin', legend: [] });
    expect(view.nodes[1]?.tooltip).toBe('a.ts:1:57  a <= 2');
  });

  it('shows errors that nobody awaits only when asked', () => {
    const all = bin.draw('cfg', 'Bin', { allEdges: true });
    expect(edges(all, 'error')).toEqual(['1 -> EX throw', '2 -> EX throw', '4 -> EX throw', '6 -> EX throw']);
  });

  it('shows errors that a handler awaits, the way out of an endless loop, and call nodes by their line', () => {
    const view = new DrawnProgram(`function f(g) {
      try {
        g(1);
      } catch {
        return 0;
      }
      while (true)
        g(2);
    }`).draw('cfg', 'f');
    expect(edges(view)).toEqual([
      'EN -> 3a',
      '3a -> 3b',
      '3b -> 8a',
      '3b -> 4 throw',
      '4 -> 5',
      '5 -> EX',
      '8a -> 8b',
      '8b -> 8a',
      '8b -> EX',
    ]);
    expect(edges(view, 'error')).toEqual(['3b -> 4 throw']);
    expect(edges(view, 'virtual')).toEqual(['8b -> EX']);
    expect(labelOf(view, '3b')).toBe('3b: returned from 3a');
  });

  it('tells calls of one line apart, in every kind of picture', () => {
    const chained = new DrawnProgram(`class Range {
      constructor(text) { this.text = text; }
      test(text) { return this.text === text; }
    }
    export function both(text, f) {
      return new Range(text).test(f(text));
    }`);
    const view = chained.draw('cfg', 'both');
    expect(view.nodes.map(({ label }) => label)).toEqual([
      'EN both(text, f)',
      '6a: new Range(text)',
      '6b: $1 = returned from 6a',
      '6: $2 = $1.test',
      '6c: call f(text)',
      '6d: $3 = returned from 6c',
      '6e: call $1.test($3) loaded as $2',
      '6f: $0 = returned from 6e',
      '6: return $0',
      'EX',
    ]);
    for (const kind of ['pdg', 'icfg', 'dominators'] as const) {
      const labels = chained.draw(kind, 'both').nodes.map(({ label }) => label);
      const numbers = labels.flatMap((label) => /^6[a-z]+(?=:)/.exec(label) ?? []);
      expect(numbers.toSorted()).toEqual(['6a', '6b', '6c', '6d', '6e', '6f']);
      expect(labels.some((label) => label.endsWith('returned from 6e'))).toBe(true);
    }
  });

  it('goes on after z, and begins anew on each line', () => {
    const view = new DrawnProgram(`function f(g) {
      ${'g();'.repeat(14)}
      g();
    }`).draw('cfg', 'f');
    const numbers = view.nodes.map(({ label }) => label.replace(/:.*/, ''));
    expect(numbers.slice(25, 32)).toEqual(['2y', '2z', '2aa', '2ab', '3a', '3b', 'EX']);
    expect(labelOf(view, '2ab')).toBe('2ab: returned from 2aa');
  });

  it('calls things as the source does, also where several have one name', () => {
    const shadowing = new DrawnProgram(`class Comparator {
      static ANY = 1;
      test(other) {
        if (!(other instanceof Comparator)) throw other;
        let x = 1;
        if (other.x) { let x = 2; x += 1; return x; }
        return x;
      }
    }`);
    for (const kind of ['cfg', 'pdg'] as const) {
      const view = shadowing.draw(kind, 'Comparator.test');
      const texts = [...view.nodes.map(({ label }) => label), ...view.edges.map(({ label }) => label)];
      expect(texts.filter((text) => /\w\.\d/.test(text))).toEqual([]);
      expect(texts).toContain('4: !(other instanceof Comparator)');
      expect(texts).toContain('6: x = x + 1');
    }
  });

  it('keeps the bookkeeping of the language as small circles, a decision of finally as plain flow', () => {
    const program = new DrawnProgram(`function f(a, g) {
      for (const x of a) {
        try {
          if (g(x)) break;
        } finally {
          g(x);
        }
      }
    }`);
    const view = program.draw('cfg', 'f');
    const dispatch = view.nodes.find(({ label }) => label.includes('dispatch'));
    expect(dispatch).toMatchObject({ shape: 'point', tooltip: expect.stringContaining('dispatch') });
    const routes = view.edges.filter(({ from }) => from === dispatch?.id);
    expect(routes.map(({ label, kind }) => `${label} ${kind}`)).toEqual(['break 0 flow', 'throw flow', 'normal flow']);
    expect(view.legend.join(' ')).toContain('Small circles');
    const reached = new Set(view.edges.map(({ to }) => to));
    expect(view.nodes.filter(({ id, label }) => !reached.has(id) && !label.startsWith('EN'))).toEqual([]);
  });

  it('says how many steps it left out that only unawaited errors reach', () => {
    const program = new DrawnProgram('function f(a, g) { for (const x of a) g(x); }');
    const view = program.draw('cfg', 'f');
    const all = program.draw('cfg', 'f', { allEdges: true });
    expect(all.nodes.length - view.nodes.length).toBe(1);
    expect(view.legend).toContainEqual(expect.stringMatching(/^Not drawn: 1 /));
    expect(all.legend.join(' ')).not.toContain('Not drawn');
  });
});

describe('the dominator tree', () => {
  it('has every node below its immediate dominator', () => {
    const view = bin.draw('dominators', 'Bin');
    expect(edges(view, 'tree')).toEqual(['EN -> 1', '1 -> 2', '1 -> 4', '1 -> 6', '6 -> 7', '6 -> 9', '6 -> EX']);
  });

  it('has every node below its immediate post-dominator', () => {
    const view = bin.draw('dominators', 'Bin', { postDominators: true });
    expect(edges(view, 'tree')).toEqual(['1 -> EN', '6 -> 1', '6 -> 2', '6 -> 4', 'EX -> 6', 'EX -> 7', 'EX -> 9']);
  });
});

describe('the program dependence graph', () => {
  it('of Bin is that of Effects Fig. 1, with the parameters as definitions', () => {
    const view = bin.draw('pdg', 'Bin');
    expect(names(view)).toEqual(['RUN', 'a', 'b', '1', '2', '4', '6', '7', '9']);
    expect(edges(view, 'control').toSorted()).toEqual([
      '1 -> 2 T',
      '1 -> 4 F',
      '6 -> 7 T',
      '6 -> 9 F',
      'RUN -> 1 T',
      'RUN -> 6 T',
    ]);
    expect(edges(view, 'data').toSorted()).toEqual(['2 -> 6 b', '4 -> 6 b', 'a -> 1 a', 'b -> 2 b', 'b -> 4 b']);
    expect(view.edges).toHaveLength(11);
  });

  it('of Arr has the dependences of Effects Fig. 2', () => {
    const view = paper('arr-after').draw('pdg', 'Arr');
    // The file starts two lines above the figure.
    expect(edges(view, 'data')).toEqual(
      expect.arrayContaining([
        '4 -> 10 v',
        '4 -> 13 v',
        '7 -> 10 j',
        '7 -> 12a j',
        '9 -> 10 j',
        '10 -> 10 v',
        '10 -> 13 v',
      ]),
    );
    expect(edges(view, 'control')).toEqual(expect.arrayContaining(['6 -> 7 T', '6 -> 9 F', '5 -> 6 T', '5 -> 5 T']));
  });

  it('has the arguments of a call at its node', () => {
    const view = new DrawnProgram(`function f(x, g) {
      const y = x + 1;
      return g(
        y);
    }`).draw('pdg', 'f');
    expect(edges(view, 'data').toSorted()).toEqual(['2 -> 3a y', '3a -> 3b', '3b -> 3 $0', 'g -> 3a g', 'x -> 2 x']);
  });

  it('has dependences through aliases, but none against the flow', () => {
    const view = new DrawnProgram(`export function f() {
      const o = { n: 0 };
      const p = o;
      const before = p.n;
      o.n = 1;
      const after = p.n;
      return before + after;
    }`).draw('pdg', 'f');
    expect(edges(view, 'data')).toContain('5 -> 6 .n');
    expect(edges(view, 'data').filter((edge) => edge.startsWith('5 -> 4'))).toEqual([]);
  });

  it('names the way on after a call that may throw', () => {
    const view = new DrawnProgram(`function g(x) { if (x) throw new Error('no'); }
    export function f(x) {
      g(x);
      x++;
      return x;
    }`).draw('pdg', 'f');
    expect(edges(view, 'control')).toEqual(expect.arrayContaining(['3b -> 4 normal', '3b -> 5 normal']));
  });
});

describe('a comparison', () => {
  it('of the wheel brake system is shaded as DiSE Fig. 2', () => {
    const head = paper('wbs-after');
    const view = head.drawAgainst(paper('wbs-before'), 'cfg', 'update');
    const text = head.loaded.textOf('a.ts').split('\n');
    const inFigure = (lines: readonly string[] = []): string[] =>
      lines.map((line) => /\/\/ (n\d+)$/.exec(text[Number(line) - 1] ?? '')?.[1] ?? line);
    const found = marks(view);
    expect(inFigure(found['changed'])).toEqual(['n0']);
    expect(inFigure(found['affected-condition'])).toEqual(['n2', 'n10', 'n12']);
    expect(inFigure(found['affected-write'])).toEqual(['n1', 'n3', 'n4', 'n5', 'n11', 'n13', 'n14']);
    const plain = { ...view, nodes: view.nodes.filter(({ mark }) => mark === null) };
    expect(inFigure(names(plain))).toEqual(['EN', 'n6', 'n7', 'n8', 'n9', 'EX']);
    expect(labelOf(view, '6')).toBe('6: PedalPos <= 0\nwas PedalPos == 0');
    expect(view.legend).toEqual(['Compared with wbs-before.']);
    expect(view.edges).toHaveLength(22);
  });

  it('shows removed nodes between the neighbours they had', () => {
    const base = paper('bin-after-c2');
    const view = paper('bin-before').drawAgainst(base, 'cfg', 'Bin');
    expect(marks(view)['removed']).toEqual(['7']);
    expect(labelOf(view, '7')).toBe('7: b = b * 2');
    expect(edges(view, 'virtual')).toEqual(['4 -> 7', '6 -> 7', '7 -> 8']);
    expect(edges(view, 'flow')).toEqual(expect.arrayContaining(['4 -> 8', '6 -> 8']));
    expect(view.legend).toContain('Dotted edges show where removed code was.');
  });

  it('shows the dependences that removed nodes had', () => {
    const base = new DrawnProgram('export function f(a, b, c) {\n  let x = a;\n  x = b;\n  x += c;\n  return x;\n}');
    const head = new DrawnProgram('export function f(a, b, c) {\n  let x = a;\n  x = b;\n  return x;\n}');
    const view = head.drawAgainst(base, 'pdg', 'f');
    // Only removed code used c.
    expect(marks(view)['removed']).toEqual(['c', '4']);
    expect(edges(view, 'virtual').toSorted()).toEqual(['3 -> 4 x', '4 -> 4 x', 'RUN -> 4 T', 'c -> 4 c']);
  });

  it('marks all of a new function and says so', () => {
    const head = new DrawnProgram('export function f() { return 1; }\nexport function g() { return 2; }');
    const base = new DrawnProgram('export function f() { return 1; }', 'base');
    const added = head.drawAgainst(base, 'cfg', 'g');
    expect(marks(added)).toEqual({ added: ['EN', '2', 'EX'] });
    expect(added.legend).toEqual(['Compared with base. The function is new.']);
    const same = head.drawAgainst(base, 'cfg', 'f');
    expect(marks(same)).toEqual({});
    expect(same.legend).toEqual(['Compared with base. Nothing in this function differs.']);
  });
});
