import { describe, expect, it } from 'vitest';
import type { GraphView } from '#result/graph-view';
import { DrawnProgram, edges, marks } from './drawn-program';

const twoFunctions = `export function main(x) {
  const y = twice(x);
  return twice(y) + 1;
}
function twice(z) {
  return z * 2;
}`;

function between(view: GraphView, kind: string): string[] {
  const labels = new Map(view.nodes.map(({ id, label }) => [id, label.replace(/:.*$/s, '')]));
  return view.edges
    .filter((edge) => edge.kind === kind)
    .map(({ from, to, label }) => `${labels.get(from)} -> ${labels.get(to)} ${label}`.trimEnd());
}

describe('the interprocedural control-flow graph', () => {
  const view = new DrawnProgram(twoFunctions).draw('icfg', 'main');

  it('goes through the callee instead of from call to return (Effects Def. 2)', () => {
    expect(between(view, 'call')).toEqual(['2a -> EN twice(z)', '3a -> EN twice(z)']);
    expect(between(view, 'return')).toEqual(['EX -> 2b', 'EX -> 3b']);
    expect(between(view, 'flow')).toEqual([
      'EN main(x) -> 2a',
      '2b -> 3a',
      '3b -> 3',
      '3 -> EX',
      'EN twice(z) -> 6',
      '6 -> EX',
    ]);
  });

  it('has each return right after its call', () => {
    const crossing = view.edges.filter(({ kind }) => kind === 'call' || kind === 'return');
    expect(crossing.map(({ kind }) => kind)).toEqual(['call', 'return', 'call', 'return']);
    expect(crossing[2]).toMatchObject({ from: 'a.ts#main:3', to: 'a.ts#twice:0' });
    expect(crossing[3]).toMatchObject({ from: 'a.ts#twice:2', to: 'a.ts#main:4' });
  });

  it('has a cluster per function', () => {
    expect(view.clusters).toEqual([
      { id: 'a.ts#main', label: 'a.ts#main' },
      { id: 'a.ts#twice', label: 'a.ts#twice' },
    ]);
    expect(view.nodes.every(({ id, cluster }) => cluster !== undefined && id.startsWith(`${cluster}:`))).toBe(true);
  });

  it('goes on to the return where the callee is not drawn', () => {
    const program = new DrawnProgram(`export function main(x) { return middle(x); }
function middle(x) {
  return last(x);
}
function last(x) { return x; }`);
    const near = program.draw('icfg', 'main');
    expect(between(near, 'call')).toEqual(['1a -> EN middle(x)']);
    expect(between(near, 'flow')).toContain('3a -> 3b');
    expect(near.legend).toContain('A call of a function that is not drawn goes on to its return.');
    const far = program.draw('icfg', 'main', { depth: 2 });
    expect(between(far, 'call')).toEqual(['1a -> EN middle(x)', '3a -> EN last(x)']);
    expect(between(far, 'flow')).not.toContain('3a -> 3b');
    expect(far.legend).toEqual(['$0, $1 and so on are values that the code computes in between.']);
  });

  it('labels the calls of a site with several targets', () => {
    const polymorphic = new DrawnProgram(`class A { m() { return 1; } }
class B { m() { return 2; } }
export function main(x) {
  const o = x ? new A() : new B();
  return o.m();
}`).draw('icfg', 'main');
    expect(between(polymorphic, 'call')).toEqual(expect.arrayContaining(['5a -> EN A.m A.m', '5a -> EN B.m B.m']));
    expect(between(polymorphic, 'flow')).not.toContain('5a -> 5b');
  });

  it('keeps the way past a callback, which a built-in need not call', () => {
    const callback = new DrawnProgram('export const f = (list) => list.map((x) => x + 1);\nf([1]);');
    const drawn = callback.draw('icfg', 'f');
    expect(between(drawn, 'flow')).toContain('1a -> 1b');
    expect(between(drawn, 'call')).toHaveLength(1);
  });

  it('marks each function it draws, with what is gone from it', () => {
    const base = new DrawnProgram(twoFunctions.replace('return z * 2', 'z++;\n  return z * 3'));
    const compared = new DrawnProgram(twoFunctions).drawAgainst(base, 'icfg', 'main');
    expect(marks(compared)).toEqual({ changed: ['6'], removed: ['6'] });
    const removed = compared.nodes.find(({ mark }) => mark === 'removed');
    expect(removed).toMatchObject({ label: '6: z = increment(z)', cluster: 'a.ts#twice' });
  });
});

describe('the call graph', () => {
  it('has an edge for each call', () => {
    const view = new DrawnProgram(twoFunctions).draw('callgraph', 'main');
    expect(edges(view)).toEqual(['main -> twice 2', 'main -> twice 3']);
    expect(marks(view)).toEqual({ target: ['main'] });
    expect(view.clusters).toEqual([{ id: 'a.ts', label: 'a.ts' }]);
  });

  const chain = new DrawnProgram({
    'a.ts': `import { c } from './b';
export function a1() { return a2(); }
function a2() { return a3(); }
export function a3() { return c(); }
export function other() { return c(); }`,
    'b.ts': `import { fetchAll } from 'elsewhere';
export function c() { return d(fetchAll()); }
function d(x) { return e(x); }
function e(x) { return x(Math.max(1, 2)); }`,
  });

  it('goes two calls up and down from a function, over files', () => {
    const view = chain.draw('callgraph', 'a3');
    expect(edges(view, 'call')).toEqual(['a1 -> a2 2', 'a2 -> a3 3', 'a3 -> c 4', 'c -> d 2']);
    expect(view.clusters?.map(({ id }) => id)).toEqual(['a.ts', 'b.ts']);
    const near = chain.draw('callgraph', 'a3', { depth: 1 });
    expect(edges(near, 'call')).toEqual(['a2 -> a3 3', 'a3 -> c 4']);
  });

  it('lists calls of code outside of the program in notes', () => {
    const view = chain.draw('callgraph', 'b.ts#d');
    const notes = view.nodes.filter(({ shape }) => shape === 'note').map(({ label }) => label);
    expect(notes).toEqual(['4: x($1) ?']);
    expect(edges(view, 'virtual')).toHaveLength(1);
    expect(view.legend).toContain('Not drawn: 1 call of functions of the language.');
    const outside = chain.draw('callgraph', 'b.ts#c', { depth: 1 }).nodes.find(({ shape }) => shape === 'note');
    expect(outside?.label).toBe('2: fetchAll()');
  });

  it('of a module body is that of its file and the calls into and out of it', () => {
    const view = chain.draw('callgraph', 'b.ts#<module>');
    expect(edges(view, 'call').toSorted()).toEqual(['a3 -> c 4', 'c -> d 2', 'd -> e 3', 'other -> c 5']);
    expect(marks(view)).toEqual({});
  });

  it('of the program has all functions', () => {
    const view = chain.draw('callgraph', 'a1', { scope: 'program' });
    expect(view.nodes.map(({ label }) => label)).toEqual(['a1', 'a2', 'a3', 'other', 'c', 'd', 'e']);
    expect(view.edges).toHaveLength(6);
    expect(view.legend).toContain('Not drawn: 2 calls of code outside of the program or of unknown code.');
  });

  const withOld = new DrawnProgram(`export function top(x) { return low(x) + 1; }
export function low(x) { old(x); return x; }
function old(x) { for (let i = 0; i < x; i++) console.log(i); return x; }
export function apart() { return 1; }`);
  const without = new DrawnProgram(`export function top(x) { return low(x) + 1; }
export function low(x) { return x * 2; }
export function apart() { return 1; }`);

  it('marks what changed, what that reaches and what is gone', () => {
    const view = without.drawAgainst(withOld, 'callgraph', 'low');
    expect(marks(view)).toEqual({ changed: ['low'], affected: ['top'], removed: ['old'] });
    expect(edges(view, 'call')).toEqual(['top -> low 1']);
    expect(edges(view, 'virtual')).toEqual(['low -> old 2']);
    expect(view.legend).toContain('Dotted calls are no longer made.');
    const file = without.drawAgainst(withOld, 'callgraph', '<module>');
    expect(file.nodes.map(({ label }) => label)).toEqual(['top', 'low', 'apart', 'old']);
    expect(marks(file)['removed']).toEqual(['old']);
  });

  it('marks what is new', () => {
    const view = withOld.drawAgainst(without, 'callgraph', 'low');
    expect(marks(view)).toEqual({ changed: ['low'], added: ['old'], affected: ['top'] });
    expect(edges(view, 'call')).toEqual(['top -> low 1', 'low -> old 2']);
    expect(view.legend).not.toContain('Dotted calls are no longer made.');
  });

  it('shows what removed code reached', () => {
    const writes = new DrawnProgram(`let state = 0;
export function writer() { state = 1; console.log('x'); }
export function reader() { return state; }`);
    const silent = new DrawnProgram(writes.loaded.textOf('a.ts').replace('state = 1; ', ''));
    const view = silent.drawAgainst(writes, 'callgraph', '<module>');
    expect(marks(view)).toEqual({ changed: ['writer'], affected: ['reader'] });
    const change = {
      base: writes.loaded,
      changes: { functions: [], moduleChanges: [], edits: [], modules: [], described: [] },
    };
    expect(silent.draw('callgraph', '<module>', { change }).legend).toContain(
      'Not shown: calls that are no longer made, and what removed code reached.',
    );
  });
});

describe('a large picture', () => {
  const lines = Array.from({ length: 500 }, (_, i) => `  x = x + ${i};`);
  const text = (last: string): string => `export function f(x) {\n${lines.join('\n')}\n${last}\n}`;
  const program = new DrawnProgram(text('  return x;'));

  it('is cut off, and says so', () => {
    const view = program.draw('cfg', 'f');
    expect(view.nodes).toHaveLength(400);
    expect(view.edges).toHaveLength(399);
    expect(view.legend).toEqual(['Cut off: 103 of 503 nodes and 103 edges are left out.']);
  });

  it('is cut off where it has too many edges for its nodes', () => {
    const calls = Array.from({ length: 30 }, () => Array.from({ length: 30 }, (_, i) => `f${i}(x);`).join(' '));
    const tangle = new DrawnProgram(calls.map((body, i) => `export function f${i}(x) { ${body} }`).join('\n'));
    const view = tangle.draw('callgraph', 'f0');
    expect(view.nodes).toHaveLength(28);
    expect(view.edges).toHaveLength(28 * 28);
    expect(view.legend).toContain(`Cut off: 2 of 30 nodes and ${30 * 30 - 28 * 28} edges are left out.`);
  });

  it('is whole when asked', () => {
    const view = program.draw('cfg', 'f', { all: true });
    expect(view.nodes).toHaveLength(503);
    expect(view.legend).toEqual([]);
  });

  it('keeps what is marked', () => {
    const view = program.drawAgainst(new DrawnProgram(text('  return x + 1;')), 'cfg', 'f');
    expect(view.nodes).toHaveLength(400);
    expect(marks(view)).toEqual({ changed: ['502'] });
  });
});
