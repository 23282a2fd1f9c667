import { describe, expect, test } from 'vitest';
import type { Binding, CfgNode, Edge, FunctionIr, ModuleIr, Op } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import { verifyModule } from '#ir/verify';
import { lowered } from './lowered';

const good = lowered(
  'good.js',
  `let shared = 1;
   function f(a, list) {
     try { if (a) call(a); } finally { cleanup(shared); }
     for (const x of list) use(x);
     const value = a ? call(1) : 2;
     for (;;) loop();
   }
   function* g() { try { yield 1; } finally { cleanup(); } }
   class K { m() { throw shared; } }`,
);

/** A copy with one function, one node or one edge changed; `good` itself stays as it is. */
function withFunction(name: string, change: (fn: FunctionIr) => Partial<FunctionIr>): ModuleIr {
  const functions = good.functions.map((fn) => (fn.qualifiedName === name ? { ...fn, ...change(fn) } : fn));
  return { ...good, functions };
}

function withNode(kind: Op['kind'], change: (node: CfgNode, fn: FunctionIr) => Partial<CfgNode>): ModuleIr {
  const owner = good.functions.find((fn) => fn.nodes.some((node) => node.op.kind === kind));
  const first = owner?.nodes.find((node) => node.op.kind === kind);
  if (owner === undefined || first === undefined) throw new Error(`the good module has a node of kind ${kind}`);
  return withFunction(owner.qualifiedName, (fn) => ({
    nodes: fn.nodes.map((node) => (node === first ? { ...node, ...change(node, fn) } : node)),
  }));
}

function withEdges(kind: Op['kind'], change: (edges: readonly Edge[], fn: FunctionIr) => readonly Edge[]): ModuleIr {
  return withNode(kind, (node, fn) => ({ edges: change(node.edges, fn) }));
}

function withOp(kind: Op['kind'], op: (old: Op) => Op): ModuleIr {
  return withNode(kind, (node) => ({ op: op(node.op) }));
}

function withBinding(name: string, change: Partial<Binding>): ModuleIr {
  const bindings = good.bindings.map((binding) => (binding.name === name ? { ...binding, ...change } : binding));
  return { ...good, bindings };
}

test('a lowered module violates nothing', () => expect(verifyModule(good)).toEqual([]));

const toExit = (fn: FunctionIr, label: string, weak = false): Edge => ({ to: fn.exit, label, weak });

/** Each module breaks the invariant that it stands beside. */
const broken: readonly (readonly [string, ModuleIr])[] = [
  ['every edge leads to a node', withEdges('assign', () => [{ to: 999, label: '', weak: false }])],
  ['nothing leads to the entry', withEdges('branch', (edges) => [...edges, { to: 0, label: 'throw', weak: false }])],
  ['a function has one entry', withOp('assign', () => ({ kind: 'entry' }))],
  ['a function has one exit', withOp('throw', () => ({ kind: 'exit' }))],
  ['the entry is an entry node', withOp('entry', () => ({ kind: 'nop' }))],
  ['the exit is an exit node', withFunction('f', () => ({ exit: 1 }))],
  ['every node is reachable from the entry', withEdges('entry', (_, fn) => [toExit(fn, '')])],
  ['every node reaches the exit without weak edges', withEdges('throw', () => [])],
  ['throw passes an error on', withEdges('throw', (_, fn) => [toExit(fn, 'virtual')])],
  ['throw has the edges []', withEdges('throw', (edges, fn) => [...edges, toExit(fn, '')])],
  ['branch has the edges [T F]', withEdges('branch', (edges) => edges.slice(0, 1))],
  ['iter-next has the edges [T F]', withEdges('iter-next', (edges, fn) => [...edges, toExit(fn, '')])],
  ['dispatch has the edges', withEdges('dispatch', (edges) => edges.slice(1))],
  ['yield has the edges [ return]', withEdges('yield', (edges) => edges.filter(({ label }) => label !== 'return'))],
  ['assign has the edges []', withEdges('assign', (edges, fn) => [...edges, toExit(fn, 'T')])],
  ['the labels of a node differ', withEdges('assign', (edges, fn) => [...edges, toExit(fn, '')])],
  ['weak edges are errors', withEdges('assign', (edges) => edges.map((edge) => ({ ...edge, weak: true })))],
  [
    'virtual edges lead to the exit',
    withEdges('branch', (edges) => [...edges, { to: 1, label: 'virtual', weak: false }]),
  ],
  ['call raises no error', withEdges('call', (edges, fn) => [...edges, toExit(fn, 'throw')])],
  ['call needs no virtual edge', withEdges('call', (edges, fn) => [...edges, toExit(fn, 'virtual')])],
  ['a call is followed by its call-return alone', withEdges('call', (_, fn) => [toExit(fn, '')])],
  ['a call-return knows its call', withOp('call-return', (op) => ({ ...op, callNode: 0 }) as Op)],
  ['only its call leads to a call-return', intoCallReturn()],
  ['temporary $99 exists', withOp('branch', () => ({ kind: 'branch', test: { kind: 'temp', temp: 99 } }))],
  ['binding 99 exists', withOp('branch', () => ({ kind: 'branch', test: { kind: 'var', binding: 99 } }))],
  ['functions exist', withOp('branch', () => ({ kind: 'branch', test: { kind: 'closure', fn: 99 } }))],
  [
    'a closure is a child of the function',
    withOp('branch', () => ({ kind: 'branch', test: { kind: 'closure', fn: 1 } })),
  ],
  ['classes exist', withOp('branch', () => branchOn({ kind: 'class', index: 9, superClass: null, keys: [] }))],
  [
    'the members of a class have keys',
    withOp('branch', () => branchOn({ kind: 'class', index: 0, superClass: null, keys: [] })),
  ],
  ['a template has a text around', withOp('branch', () => branchOn({ kind: 'template', quasis: [], values: [] }))],
  [
    'is defined on every path to its use',
    withOp('branch', () => ({ kind: 'branch', test: { kind: 'temp', temp: 0 } })),
  ],
  ['is declared by its owner', withBinding('x', { owner: 0 })],
  ['x is visible where it is used', withBinding('x', { owner: 2, captured: true })],
  ['is captured', withBinding('shared', { captured: false })],
  ['the owner of binding x exists', withBinding('x', { owner: 99 })],
  ['knows its index: good.js', { ...good, bindings: good.bindings.toReversed() }],
  ['spans lie inside the text', withNode('assign', () => ({ end: 1e9 }))],
  ['spans lie inside the text: binding x', withBinding('x', { start: -1 })],
  ['nodes are numbered through the module', withFunction('g', () => ({ firstNode: 0 }))],
  ['nodeCount is one past the last node', { ...good, nodeCount: 1 }],
  ['a function knows its index', withFunction('g', () => ({ index: 7 }))],
  ['a node knows its index', withNode('assign', () => ({ index: 7 }))],
  ['qualified names are unique', withFunction('g', () => ({ qualifiedName: 'f' }))],
  ['every function but the module has a parent', withFunction('g', () => ({ parent: null }))],
  ['every chain of parents ends at the module', withFunction('g', (fn) => ({ parent: fn.index }))],
  ['the first function and no other is the module', withFunction('g', () => ({ kind: 'module' }))],
  ['the members of class K know their class', withFunction('K.m', () => ({ classIndex: null }))],
  ['a local export names an existing binding', { ...good, exports: [{ kind: 'local', exported: 'e', binding: 99 }] }],
  ['the import of i binds an import', { ...good, imports: [{ binding: 0, source: 's', imported: 'i' }] }],
];

test.each(broken)('"%s" is checked', (invariant, module) => {
  expect(verifyModule(module).join('\n')).toContain(invariant);
});

test('a violation says where it is', () => {
  const [violation] = verifyModule(withEdges('branch', (edges) => edges.slice(0, 1)));
  expect(violation).toMatch(/^branch has the edges \[T F\]: good\.js#f n\d+ \(branch\)$/);
});

describe('a temporary', () => {
  test('may be defined on both sides of a branch', () => {
    expect(verifyModule(moduleOf('return a ? b() : 1;'))).toEqual([]);
  });

  test('that one side of a branch leaves undefined is reported', () => {
    const module = moduleOf('return a ? b() : 1;');
    const functions = module.functions.map((fn) => ({
      ...fn,
      nodes: fn.nodes.map((node) => (isConstantTemp(node.op) ? { ...node, op: { kind: 'nop' } as const } : node)),
    }));
    expect(verifyModule({ ...module, functions })).toEqual([expect.stringContaining('$0 is defined on every path')]);
  });

  test('that an error leaves undefined is not defined in the handler', () => {
    const module = moduleOf('try { g(a); } catch { h(b); }');
    const functions = module.functions.map((fn) => ({
      ...fn,
      tempCount: fn.tempCount + 1,
      nodes: fn.nodes.map((node): CfgNode => {
        if (node.op.kind === 'call-return' && node.op.callNode === 1) {
          return { ...node, op: { ...node.op, target: { kind: 'temp', temp: fn.tempCount } } };
        }
        if (node.op.kind !== 'call' || node.index === 1) return node;
        return { ...node, op: { ...node.op, args: [{ value: { kind: 'temp', temp: fn.tempCount }, spread: false }] } };
      }),
    }));
    expect(verifyModule({ ...module, functions })).toEqual([expect.stringContaining('is defined on every path')]);
  });

  test('that only one completion of a finally defines may be used on its route', () => {
    expect(verifyModule(moduleOf('try { g(a); } finally { try { h(b); } finally { a(); } }'))).toEqual([]);
  });
});

test('a large function is checked in reasonable time', () => {
  const calls = Array.from({ length: 5000 }, (_, i) => `f(${i})`).join(', ');
  expect(verifyModule(lowered('large.js', `const all = [${calls}];`))).toEqual([]);
});

function moduleOf(body: string): ModuleIr {
  return lowered('t.js', `function f(a, b) { ${body} }`);
}

function branchOn(expr: Expr): Op {
  return { kind: 'branch', test: expr };
}

function isConstantTemp(op: Op): boolean {
  return op.kind === 'assign' && op.target.kind === 'temp' && op.value.kind === 'const' && op.value.value === 1;
}

function intoCallReturn(): ModuleIr {
  return withEdges('branch', (edges, fn) => {
    const target = fn.nodes.find((node) => node.op.kind === 'call-return');
    return [...edges, { to: target?.index ?? 0, label: 'throw', weak: false }];
  });
}
