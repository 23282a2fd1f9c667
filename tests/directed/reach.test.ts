import { describe, expect, it } from 'vitest';
import { nodeId, type NodeId } from '#core/ids';
import { LineIndex } from '#core/span';
import { buildDependenceGraph } from '#dependence/dependence-graph';
import type { ModuleTarget } from '#dependence/link';
import { Reach } from '#directed/reach';
import { extractFacts } from '#ir/extract-facts';
import { lowerSource } from '#ir/lower-module';
import { Program } from '#ir/program';
import { createSolver } from '#smt/chain';
import { createWorld, explore } from '#symbolic/explore';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import type { State } from '#symbolic/state';

interface Walk {
  /** Nodes executed by states of which it was said before that they get to no trigger. */
  readonly broken: readonly string[];
  /** Lines at which states were about to be when it was said. */
  readonly left: readonly number[];
  readonly triggered: boolean;
  readonly paths: number;
}

/** Follows `f` of the first module, and asks before every node whether a line that ends in `// trigger` can still be reached. */
function walk(sources: Readonly<Record<string, string>>, options: { readonly keys?: boolean } = {}): Walk {
  const modules = new Map(
    Object.entries(sources).map(([path, text]) => {
      const { module } = lowerSource(path, text);
      if (module === null) throw new Error(`${path} does not parse`);
      return [path, module] as const;
    }),
  );
  const resolve = (specifier: string): string | null => {
    const path = specifier.replace(/^\.\//, '');
    return modules.has(path) ? path : null;
  };
  const program = new Program([...modules.values()].map(extractFacts));
  const graph = buildDependenceGraph(program, (_, specifier): ModuleTarget => {
    const index = program.moduleIndex(resolve(specifier) ?? '');
    return index === undefined ? { kind: 'external', name: specifier } : { kind: 'module', index };
  });
  const lineOf = (node: NodeId): number => {
    const { file, start } = program.spanOf(node);
    return new LineIndex(sources[file] ?? '').positionAt(start).line;
  };
  const isTrigger = (node: NodeId): boolean => {
    const { file } = program.spanOf(node);
    const line = (sources[file] ?? '').split('\n')[lineOf(node) - 1] ?? '';
    const kind = program.kindOf(node);
    return line.endsWith('// trigger') && kind !== 'entry' && kind !== 'exit';
  };
  const triggers = new Set(Array.from({ length: program.nodeCount }, (_, node) => nodeId(node)).filter(isTrigger));
  const [module] = modules.values();
  const fn = module?.functions.find((candidate) => candidate.qualifiedName === 'f');
  if (module === undefined || fn === undefined) throw new Error('no function f');
  const solver = createSolver();
  try {
    const source = {
      module: (path: string) => modules.get(path) ?? null,
      resolve: (_: string, specifier: string) => resolve(specifier),
    };
    const world = createWorld(source, solver);
    const inputs = functionInputs(
      { moduleAt: source.module, resolve: source.resolve, ambientModules: () => [] },
      fn,
      module,
    );
    const reach = new Reach(graph, triggers, options.keys === false ? null : world.keys);
    const saidNo = new Set<State>();
    const broken: string[] = [];
    const left = new Set<number>();
    let triggered = false;
    const { ends } = explore({
      world,
      path: module.path,
      fn,
      inputs,
      observer: {
        stepped(state) {
          const { frame } = state;
          if (!reach.from(state)) saidNo.add(state);
          const moduleIndex = program.moduleIndex(frame?.closure.module.path ?? '');
          if (frame === null || moduleIndex === undefined) return;
          const id = program.functionAt(moduleIndex, frame.closure.fn.index);
          const node = nodeId(program.nodesOf(id).first + frame.node);
          triggered ||= triggers.has(node);
          if (saidNo.has(state)) left.add(lineOf(node));
          if (saidNo.has(state) && triggers.has(node)) broken.push(`line ${lineOf(node)}`);
        },
        forked(states) {
          const [first] = states;
          if (first !== undefined && saidNo.has(first)) for (const state of states) saidNo.add(state);
        },
      },
    });
    expect(ends.map((state) => reasonOf(state)).filter((reason) => reason !== '')).toEqual([]);
    return { broken, left: [...left].toSorted((a, b) => a - b), triggered, paths: ends.length };
  } finally {
    solver.close();
  }
}

function reasonOf({ completion }: State): string {
  if (completion?.kind !== 'cut') return '';
  return completion.reason.kind === 'unsupported' ? completion.reason.what : completion.reason.kind;
}

/** The line is reached at run time, and no state said before that it was not. */
function isReachedByAll(name: string, source: string | Readonly<Record<string, string>>): void {
  it(`is not denied ${name}`, () => {
    const walked = walk(typeof source === 'string' ? { 'a.ts': source } : source);
    expect(walked.triggered).toBe(true);
    expect(walked.broken).toEqual([]);
  });
}

describe('a node that may still be executed', () => {
  isReachedByAll(
    'behind a call',
    `function g(x: number) {\n  return x + 1; // trigger\n}\nexport function f(x: number) { return g(x); }`,
  );
  isReachedByAll(
    'behind a callback of a built-in',
    `export function f() {\n  return [1, 2].map((x) => {\n    return x + 1; // trigger\n  });\n}`,
  );
  isReachedByAll(
    'behind a callback that a borrowed method runs',
    `function g(x: number) {\n  return x + 1; // trigger\n}\nexport function f() { return Array.prototype.map.call([1], g); }`,
  );
  isReachedByAll(
    'in a getter that a spread runs',
    `export function f() {\n  const o = { get a() {\n    return 1; // trigger\n  } };\n  const p = { ...o };\n  return p.a;\n}`,
  );
  isReachedByAll(
    'in a conversion',
    `class N { valueOf() {\n    return 3; // trigger\n  }\n}\nexport function f(x: number) { const n = new N(); return n + 1; }`,
  );
  isReachedByAll(
    'in a conversion that a property was given later',
    `function three() {\n  return 3; // trigger\n}\nexport function f() { const n = {}; n.valueOf = three; return n * 2; }`,
  );
  isReachedByAll(
    'in a generator that a loop goes on with',
    `function* g() {\n  yield 1;\n  yield 2; // trigger\n}\nexport function f() { const all = g(); let s = 0; for (const x of all) s += x; return s; }`,
  );
  isReachedByAll(
    'in a generator that somebody else goes on with',
    `function* g() {\n  yield 1;\n  yield 2; // trigger\n}\nfunction take(it: Iterator<number>) { it.next(); return it.next().value; }\nexport function f() { return take(g()); }`,
  );
  isReachedByAll(
    'after an await',
    `async function g() {\n  await null;\n  return 1; // trigger\n}\nexport async function f() { const p = g(); const q = 2; return q + (await p); }`,
  );
  isReachedByAll(
    'in what a promise has waiting',
    `function g(x: number) {\n  return x; // trigger\n}\nexport async function f() { const p = Promise.resolve(1).then(g); const q = 2; await p; return q; }`,
  );
  isReachedByAll(
    'in what is done finally',
    `export async function f() {\n  const p = Promise.resolve(1).finally(() => {\n    return 3; // trigger\n  });\n  const q = 2;\n  return q + await p;\n}`,
  );
  isReachedByAll(
    'in an iterator of the program',
    `class Twice { [Symbol.iterator]() {\n  let n = 0;\n  return { next() {\n    return { done: n++ > 1, value: n }; // trigger\n  } };\n} }\nexport function f() { return [...new Twice()].length; }`,
  );
  isReachedByAll(
    'in a method of an object that is found by key',
    `const table = { a() {\n  return 1; // trigger\n}, b() { return 2; } };\nexport function f(x: boolean) { const k = x ? 'a' : 'b'; return table[k](); }`,
  );
  isReachedByAll('in a method of an input', {
    'a.ts': `export class Cart { n = 1; total() {\n  return this.n; // trigger\n} }\nexport function f(order: { cart: Cart }) { const a = 1; return order.cart.total() + a; }`,
  });
  isReachedByAll('in the body of a module that is asked for', {
    'a.js': `exports.f = function f() { const a = 1; return require('./b.js').x + a; };`,
    'b.js': `exports.x = 1;\nexports.x = 2; // trigger`,
  });
  isReachedByAll('in the body of an imported module', {
    'a.js': `import { x } from './b.js';\nexport function f() { return x; }`,
    'b.js': `export let x = 1;\nx = 2; // trigger`,
  });
  isReachedByAll(
    'in an accessor that was defined by a descriptor',
    `function g() {\n  return 7; // trigger\n}\nexport function f() { const o = {}; Object.defineProperty(o, 'a', { get: g }); const k = o; return k.a; }`,
  );
  isReachedByAll(
    'in what a getter hands out',
    `function g() {\n  return 7; // trigger\n}\nclass A { get run() { return g; } }\nexport function f() { const list = [new A()]; const a = list.pop(); return a.run(); }`,
  );
  isReachedByAll(
    'in a handler of an error',
    `export function f(x: number) {\n  try {\n    if (x > 0) throw new Error('a');\n  } catch (e) {\n    return 1; // trigger\n  }\n  return 2;\n}`,
  );
  isReachedByAll(
    'in a method that is bound',
    `function g(x: number) {\n  return x; // trigger\n}\nexport function f() { const h = g.bind(null, 1); return h(); }`,
  );
  isReachedByAll(
    'in a constructor and its fields',
    `class A { x = one(); }\nfunction one() {\n  return 1; // trigger\n}\nexport function f() { return new A().x; }`,
  );
  isReachedByAll(
    'in a method of a super class',
    `class A { m() {\n  return 1; // trigger\n} }\nclass B extends A { m() { return super.m() + 1; } }\nexport function f() { return new B().m(); }`,
  );
});

describe('a node in what the language goes on with by itself', () => {
  isReachedByAll(
    'in an async generator',
    `async function* g() {\n  yield 1;\n  yield 2; // trigger\n}\nexport async function f() { const it = g(); await it.next(); const r = await it.next(); return r.value; }`,
  );
  isReachedByAll('in the generator under analysis', `export function* f() {\n  yield 1;\n  yield 2; // trigger\n}`);
  isReachedByAll('in a module that waits', {
    'a.ts': `import { x } from './b.ts';\nexport function f() { return x; }`,
    'b.ts': `export let x = 1;\nawait null;\nx = 2; // trigger`,
  });
});

describe('a node that is behind', () => {
  it('is not reached from the other side of a branch', () => {
    const walked = walk({
      'a.ts': `export function f(x: number) {\n  if (x > 0) {\n    return 1; // trigger\n  }\n  const y = x + 1;\n  return y;\n}`,
    });
    expect(walked.broken).toEqual([]);
    expect(walked.left).toEqual(expect.arrayContaining([5, 6]));
  });

  it('is reached again where a loop leads back', () => {
    const walked = walk({
      'a.ts': `export function f(n: number) {\n  let s = 0;\n  for (let i = 0; i < 3; i++) {\n    if (n > i) s += 1; // trigger\n    s += 2;\n  }\n  return s;\n}`,
    });
    expect(walked.broken).toEqual([]);
    expect(walked.left).not.toContain(5);
    expect(walked.left).toContain(7);
  });

  it('is not reached from a caller that has made its calls', () => {
    const walked = walk({
      'a.ts': `function g(x: number) {\n  const y = x; // trigger\n  return y;\n}\nfunction h(x: number) { return x; }\nexport function f(x: number) {\n  const a = g(x);\n  const b = h(a);\n  return b;\n}`,
    });
    expect(walked.broken).toEqual([]);
    expect(walked.left).toEqual(expect.arrayContaining([3, 5, 8, 9]));
    expect(walked.left).not.toContain(2);
  });

  it('is not reached from methods of other names, whatever their objects are', () => {
    const walked = walk({
      'a.ts': `class A { hot() {\n  return 1; // trigger\n} }\nexport function f(s: string) {\n  const t = s.trim();\n  return t.length;\n}`,
    });
    expect(walked.left).toEqual(expect.arrayContaining([5, 6]));
  });

  it('is not reached when nothing is waiting any more', () => {
    const walked = walk({
      'a.ts': `async function g(x: number) {\n  await null;\n  if (x > 0) return 1; // trigger\n  return 2;\n}\nexport async function f(x: number) {\n  const a = await g(x);\n  const b = a + 1;\n  return b;\n}`,
    });
    expect(walked.broken).toEqual([]);
    expect(walked.left).toEqual(expect.arrayContaining([8, 9]));
  });

  it('is reached in a module that is evaluated when one of its classes is needed', () => {
    const sources = {
      'a.ts': `import type { A } from './b.ts';\nexport function f(x: number) {\n  const y = x;\n  return y;\n}`,
      'b.ts': `export class A {}\nconst z = 1; // trigger`,
    };
    expect(walk(sources).left).toEqual([]);
  });

  it('is not reached by a module that only asks for one which is evaluated already', () => {
    const sources = {
      'a.ts': `import './c.ts';\nexport function f(x: number) {\n  const y = x;\n  return y;\n}`,
      'b.ts': `import './c.ts';\nexport class A {}`,
      'c.ts': `function g() {\n  return 1; // trigger\n}\nconst z = g();`,
    };
    expect(walk(sources).left).toEqual(expect.arrayContaining([3, 4]));
    const other = { ...sources, 'b.ts': `import './d.ts';\nexport class A {}`, 'd.ts': `const z = 1; // trigger` };
    expect(walk(other).left).toEqual([]);
  });

  it('says yes for every module that it was not told about', () => {
    const sources = {
      'a.ts': `import { A } from './b.ts';\nexport function f(x: number) {\n  const y = x;\n  return A === undefined ? 0 : y;\n}`,
      'b.ts': `export class A {}\nconst z = 1; // trigger`,
    };
    expect(walk(sources, { keys: false }).left).toEqual([]);
    expect(walk(sources).left).toEqual(expect.arrayContaining([3, 4]));
  });
});
