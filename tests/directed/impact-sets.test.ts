import { describe, expect, it } from 'vitest';
import { nodeId, type NodeId } from '#core/ids';
import { buildCallGraph } from '#dependence/build-call-graph';
import { CallGraph, type CallEdge } from '#dependence/call-graph';
import { analyzePointers } from '#dependence/pointer-analysis';
import { callImpact, entryImpact, impactEverywhere } from '#directed/call-impact';
import type { ImpactRuleSet } from '#directed/impact-derivation';
import { impactSets, type ImpactSet, type ImpactSets } from '#directed/impact-sets';
import { extractFacts } from '#ir/extract-facts';
import { lowerSource } from '#ir/lower-module';
import { Program } from '#ir/program';
import { directCalls } from './direct-calls';
import { LabelledProgram, paperProgram } from './labelled-program';

interface Analysed {
  readonly program: LabelledProgram;
  readonly sets: ImpactSets;
  readonly edgesAt: (label: string) => readonly CallEdge[];
}

function analyse(program: LabelledProgram, changed: readonly string[], rules: ImpactRuleSet): Analysed {
  const calls = directCalls(program.program);
  const changes = changed
    .flatMap((label) => program.nodesAt(label))
    .map((node) => ({ rule: 'changed', node }) as const);
  const sets = impactSets({ program: program.program, calls, changes, rules });
  return { program, sets, edgesAt: (label) => program.nodesAt(label).flatMap((node) => calls.callsAt(node)) };
}

function source(text: string, changed: readonly string[], rules: ImpactRuleSet = 'extended'): Analysed {
  return analyse(new LabelledProgram('a.js', text), changed, rules);
}

function own({ program, sets }: Analysed, fn: string): string[] {
  return program.labelsOf(sets.of(program.fn(fn)).nodes);
}

function ofFormal({ program, sets }: Analysed, fn: string, formal: string): ImpactSet {
  const found = sets.formalsOf(program.fn(fn)).find(({ name }) => name === formal);
  if (found === undefined) throw new Error(`${fn} has no formal ${formal}`);
  return sets.ofFormal(program.fn(fn), found);
}

function annotations({ program, sets }: Analysed, fn: string): string[] {
  return sets
    .of(program.fn(fn))
    .annotations.map(({ edge, argument, formal }) => `${program.labelOf(edge.site)}: ${argument} -> ${formal.name}`);
}

function labels({ program }: Analysed, nodes: Iterable<NodeId>): string[] {
  return program.labelsOf([...nodes].toSorted((a, b) => a - b));
}

describe('the example of iDiSE Fig. 2', () => {
  for (const rules of ['published', 'extended'] as const) {
    const example = analyse(paperProgram('idise-after.ts'), ['l1'], rules);
    const { program, sets, edgesAt } = example;

    describe(`with the ${rules} rules`, () => {
      it('has the impact sets of Fig. 2(b)', () => {
        expect(own(example, 'A')).toEqual(['l0', 'l1', 'l2', 'l3', 'l4']);
        expect(own(example, 'B')).toEqual([]);
        expect(own(example, 'main')).toEqual(['lj']);
        expect([...sets.own.keys()].map((fn) => program.program.shortName(fn)).toSorted()).toEqual(['A', 'main']);
      });

      it('annotates the edge l3 with y ↦ z and no other', () => {
        expect(annotations(example, 'A')).toEqual(['l3: y -> z']);
        expect(annotations(example, 'main')).toEqual([]);
      });

      it('starts the impact of a formal from its uses', () => {
        expect(labels(example, ofFormal(example, 'A', 'x').start)).toEqual(['l0', 'l4']);
        expect(labels(example, ofFormal(example, 'A', 'y').start)).toEqual(['l1', 'l2', 'l3', 'l4']);
        expect(labels(example, ofFormal(example, 'B', 'z').start)).toEqual(['b0']);
      });

      it('refines the sets by calling context as Fig. 2(c) does', () => {
        const [li, lj, l3] = ['li', 'lj', 'l3'].map((label) => edgesAt(label)[0]);
        if (li === undefined || lj === undefined || l3 === undefined) throw new Error('a call has no edge');
        const i0 = entryImpact(sets, program.fn('main'));
        const i1 = callImpact(sets, i0, li);
        const i2 = callImpact(sets, i0, lj);
        const i3 = callImpact(sets, i2, l3);
        expect(labels(example, i0.nodes)).toEqual(['lj']);
        expect(labels(example, i1.nodes)).toEqual([]);
        expect(labels(example, i2.nodes)).toEqual(['l0', 'l1', 'l2', 'l3', 'l4']);
        expect([...i3.nodes].toSorted((a, b) => a - b)).toEqual(ofFormal(example, 'B', 'z').nodes);
        expect(i3.formals.map(({ name }) => name)).toEqual(['z']);
      });
    });
  }

  it('leaves the nodes that B controls to the extended rules', () => {
    const published = analyse(paperProgram('idise-after.ts'), ['l1'], 'published');
    const extended = analyse(paperProgram('idise-after.ts'), ['l1'], 'extended');
    expect(labels(published, ofFormal(published, 'B', 'z').nodes)).toEqual(['b0']);
    expect(labels(extended, ofFormal(extended, 'B', 'z').nodes)).toEqual(['b0', 'b1', 'b2']);
  });

  it('says why', () => {
    const { program, sets } = analyse(paperProgram('idise-after.ts'), ['l1'], 'published');
    const reasons = sets.of(program.fn('A')).derivation.map((step) => {
      const from = 'from' in step ? ` from ${program.labelOf(step.from)}` : '';
      return `${program.labelOf(step.node)}: ${step.rule}${from}`;
    });
    expect(reasons).toContain('l1: changed');
    expect(reasons).toContain('l2: data forward from l1');
    expect(reasons).toContain('l0: control backward from l1');
    expect(sets.of(program.fn('main')).derivation[0]).toEqual({
      rule: 'call',
      node: program.nodesAt('lj')[0],
      callee: program.fn('A'),
    });
  });
});

describe('with the call graph of the pointer analysis', () => {
  it('finds the same sets', () => {
    const program = paperProgram('idise-after.ts');
    const pointers = analyzePointers(program.program, () => ({ kind: 'unresolved' }));
    const changes = [{ rule: 'changed', node: program.nodeAt('l1') } as const];
    const sets = impactSets({ program: program.program, calls: buildCallGraph(pointers), changes, rules: 'published' });
    const example = { program, sets, edgesAt: () => [] };
    expect(own(example, 'A')).toEqual(['l0', 'l1', 'l2', 'l3', 'l4']);
    expect(own(example, 'B')).toEqual([]);
    expect(own(example, 'main')).toEqual(['lj']);
    expect(annotations(example, 'A')).toEqual(['l3: y -> z']);
  });
});

describe('the two methods of iDiSE II-D', () => {
  for (const rules of ['published', 'extended'] as const) {
    it(`marks the condition of B with the ${rules} rules`, () => {
      const example = analyse(paperProgram('two-methods-after.ts'), ['a0'], rules);
      const { program, sets, edgesAt } = example;
      expect(own(example, 'A')).toEqual(['a0', 'a1']);
      expect(own(example, 'B')).toEqual([]);
      expect(annotations(example, 'A')).toEqual(['a1: x -> x']);
      const [call] = edgesAt('a1');
      if (call === undefined) throw new Error('the call has no edge');
      expect(labels(example, callImpact(sets, entryImpact(sets, program.fn('A')), call).nodes)).toContain('b0');
      expect(labels(example, impactEverywhere(sets))).toContain('b0');
    });
  }
});

describe('the published procedures', () => {
  it('follow both definitions that reach an impacted return', () => {
    const example = source(
      `function f(c) {
         let x = 0; // x0
         if (c) // c
           x = 10; // x10
         return x + 1; // r
       }`,
      ['r'],
      'published',
    );
    expect(own(example, 'f')).toEqual(['x0', 'c', 'x10', 'r']);
  });

  it('mark calls through any number of calls', () => {
    const example = source(
      `function a() { return b(); } // a
       function b() { return c(); } // b
       function c() { return 1; } // c
       function d() { return 2; } // d
       function e() { return d(); } // e`,
      ['c'],
      'published',
    );
    expect(['a', 'b', 'c', 'd', 'e'].filter((fn) => own(example, fn).length > 0)).toEqual(['a', 'b', 'c']);
  });
});

describe('the extended rules', () => {
  it('hand a parameter on that no location assigns', () => {
    const text = `
      function a(v) { v = v + 1; // change
        return b(v); }
      function b(w) { return c(w); }
      function c(u) { if (u) // u
        return 1; }`;
    const published = source(text, ['change'], 'published');
    const extended = source(text, ['change']);
    expect(labels(published, impactEverywhere(published.sets))).not.toContain('u');
    expect(labels(extended, impactEverywhere(extended.sets))).toContain('u');
  });

  it('follow results, control and state', () => {
    const example = source(
      `let level = 0;
       export function set(n) {
         level = n + 1; // set
       }
       export function get() {
         if (level > 3) // get
           return 'high'; // high
         return 'low'; // low
       }
       export function show() {
         const text = get(); // call
         return text + '!'; // text
       }
       export function other(n) {
         return n; // other
       }`,
      ['set'],
    );
    expect(own(example, 'get')).toEqual(['get', 'high', 'low']);
    expect(own(example, 'show')).toEqual(['call', 'text']);
    expect(own(example, 'other')).toEqual([]);
  });

  it('follow state that is written because of an impacted argument', () => {
    const example = source(
      `let level = 0;
       export function change(v) {
         v = v + 1; // change
         pass(v); // pass
       }
       export function pass(p) {
         set(p); // handed
       }
       export function set(n) {
         level = n; // set
       }
       export function get() {
         return level; // get
       }`,
      ['change'],
    );
    expect(own(example, 'pass')).toEqual([]);
    expect(own(example, 'set')).toEqual([]);
    expect(own(example, 'get')).toEqual(['get']);
    expect(labels(example, impactEverywhere(example.sets))).toEqual(['change', 'pass', 'handed', 'set', 'get']);
  });

  it('follow variables into other modules', () => {
    const modules = [
      'let level = 0; export { level as height }; export function set(n) { level = n; }',
      "export { height as top } from './a.js';",
      "import { top } from './b.js'; export function get() { return top; }",
      "import * as b from './b.js'; export function look() { return b.top; }",
    ];
    const program = new Program(
      modules.map((text, i) => {
        const { module } = lowerSource(`${'abcd'[i] ?? ''}.js`, text);
        if (module === null) throw new Error('does not parse');
        return extractFacts(module);
      }),
    );
    const set = program.functionByName('a.js', 'set');
    if (set === undefined) throw new Error('no function set');
    const changes = [{ rule: 'changed', node: nodeId(program.entryOf(set) + 1) } as const];
    const sets = impactSets({ program, calls: new CallGraph([], []), changes });
    expect([...sets.own.keys()].map((fn) => program.nameOf(fn)).toSorted()).toEqual([
      'a.js#set',
      'c.js#get',
      'd.js#look',
    ]);
  });

  it('follow fields', () => {
    const example = source(
      `export class Box {
         put(v) {
           this.value = v; // put
         }
         take() {
           return this.value; // take
         }
         size() {
           return this.count; // size
         }
       }`,
      ['put'],
    );
    expect(own(example, 'Box.take')).toEqual(['take']);
    expect(own(example, 'Box.size')).toEqual([]);
  });

  it('do not follow forward what was found backward', () => {
    const example = source(
      `function f(a) {
         const x = a + 1; // x
         const y = x * 2; // y
         const z = x * 3; // z
         return y + z; // r
       }`,
      ['y'],
    );
    expect(own(example, 'f')).toEqual(['x', 'y', 'z', 'r']);
    expect(example.sets.of(example.program.fn('f')).derivation.map(({ rule }) => rule)).toEqual([
      'changed',
      'data forward',
      'data backward',
      'data backward',
    ]);
    const apart = source(
      `function f(a, log) {
         const x = a + 1; // x
         const y = x * 2; // y
         const z = x * 3; // z
         log.last = z; // log
         return y; // r
       }`,
      ['y'],
    );
    expect(own(apart, 'f')).toEqual(['x', 'y', 'r']);
  });

  it('map spread and rest arguments, receivers and arguments', () => {
    const example = source(
      `function f(p, q) {
         q = q + 1; // change
         g(p, q, p, q); // plain
         h(...q, p); // spread
         h(p, ...p, q); // after
         k(p, q); // extra
         q.m(); // receiver
       }
       function g(a, b, ...c) { return a; }
       function h(a, b, c) { return a; }
       function k(a) { return () => arguments.length; }
       const o = { m() { return this; } };`,
      ['change'],
    );
    expect(annotations(example, 'f')).toEqual([
      'plain: q -> b',
      'plain: q -> c',
      'spread: q -> a',
      'spread: q -> b',
      'spread: q -> c',
      'after: q -> b',
      'after: q -> c',
      'extra: q -> arguments',
      'receiver: q -> this',
    ]);
  });

  it('hand shared state to the functions that it is an argument of', () => {
    const example = source(
      `let level = 0;
       export function set() {
         level = 1; // set
       }
       export function use() {
         show(level); // use
       }
       export function show(t) {
         return t; // show
       }`,
      ['set'],
    );
    expect(annotations(example, 'use')).toContain('use: level -> t');
  });

  it('impact all formals of an impacted callee, a callback and an accessor', () => {
    const labelled = new LabelledProgram(
      'a.js',
      `function f(p, one) {
         p = one; // change
         p(1); // callee
         p.forEach(one); // callback
         one.size = p; // accessor
       }
       function target(a, b) {
         return a + b; // target
       }`,
    );
    const { program } = labelled;
    const edge = (label: string, kind: CallEdge['kind']): CallEdge => {
      const [site = nodeId(-1)] = labelled.nodesAt(label);
      return { caller: labelled.fn('f'), callee: labelled.fn('target'), site, returnNode: site, kind };
    };
    const calls = new CallGraph(
      [edge('callee', 'call'), edge('callback', 'callback'), edge('accessor', 'implicit')],
      [],
    );
    const changes = [{ rule: 'changed', node: labelled.nodeAt('change') } as const];
    const example = { program: labelled, sets: impactSets({ program, calls, changes }), edgesAt: () => [] };
    expect(annotations(example, 'f')).toEqual([
      'callee: p -> a',
      'callee: p -> b',
      ...['a', 'b'].map((formal) => `callback: p -> ${formal}`),
      ...['a', 'b'].map((formal) => `accessor: p -> ${formal}`),
    ]);
  });

  it('carry the context of a call into the calls that it makes', () => {
    const example = source(
      `export function a(v) {
         v = v + 1; // change
         return b(v, 1); // ab
       }
       function b(w, u) {
         c(u); // plain
         return c(w); // bc
       }
       function c(x) {
         return x; // x
       }`,
      ['change'],
    );
    const { sets, program, edgesAt } = example;
    const [ab, plain, bc] = ['ab', 'plain', 'bc'].map((label) => edgesAt(label)[0]);
    if (ab === undefined || plain === undefined || bc === undefined) throw new Error('a call has no edge');
    const inB = callImpact(sets, entryImpact(sets, program.fn('a')), ab);
    expect(inB.formals.map(({ name }) => name)).toEqual(['w']);
    expect(labels(example, callImpact(sets, inB, bc).nodes)).toEqual(['x']);
    expect(labels(example, callImpact(sets, inB, plain).nodes)).toEqual([]);
  });

  it('include uses of this in arrow functions but not in functions with a this of their own', () => {
    const example = source(
      `function m() {
         const arrow = () => this.a; // arrow
         function own() {
           return this.b; // own
         }
         return arrow; // r
       }`,
      [],
    );
    expect(labels(example, ofFormal(example, 'm', 'this').start)).toEqual(['arrow']);
  });

  it('map arguments of call, apply and bound functions', () => {
    const labelled = new LabelledProgram(
      'a.js',
      `function f(p, one) {
         p = one; // change
         target.call(p, one); // this
         target.call(one, p); // call
         target.apply(one, p); // apply
         one(p); // bound
       }
       function target(a, b) {
         return this.x + a + b; // target
       }`,
    );
    const fn = labelled.fn('target');
    const calls = new CallGraph(
      ['this', 'call', 'apply', 'bound'].map((label) => {
        const [site = nodeId(-1)] = labelled.nodesAt(label);
        return { caller: labelled.fn('f'), callee: fn, site, returnNode: nodeId(site + 1), kind: 'call' };
      }),
      [],
    );
    const sets = impactSets({
      program: labelled.program,
      calls,
      changes: [{ rule: 'changed', node: labelled.nodeAt('change') }],
      boundArguments: new Map([[fn, [1]]]),
    });
    expect(annotations({ program: labelled, sets, edgesAt: () => [] }, 'f')).toEqual([
      'this: p -> this',
      'call: p -> a',
      'apply: p -> a',
      'apply: p -> b',
      'bound: p -> a',
      'bound: p -> b',
    ]);
  });

  it('include uses of a parameter in nested functions', () => {
    const example = source(
      `export function outer(v) {
         return () => {
           return v + 1; // inner
         };
       }`,
      [],
    );
    expect(labels(example, ofFormal(example, 'outer', 'v').start)).toEqual(['inner']);
  });
});
