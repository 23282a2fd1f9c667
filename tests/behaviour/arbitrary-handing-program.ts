import fc from 'fast-check';

/**
 * Programs whose functions call, keep, make and hand on each other in many ways. Each function notes its name when it runs, and
 * has a name of its own.
 */
export const handingProgram: fc.Arbitrary<string> = choices().map((each) => new Writer(each, true).program());

/** Such a program without classes, and the same with one constant changed: where modules load, or in a function. */
export const handingVersions = versions((each) => new Writer(each, false).program());

/** With classes, and a change of what runs as the module is loaded: whether it can be seen depends on what that leaves behind. */
export const loadingVersions = versions((each) => {
  const text = new Writer(each.slice(2), true).program().replaceAll('note(', 'tick(').replaceAll('□', '1');
  const [first, second] = each.map((number) => leaving[number % leaving.length] ?? '');
  return [
    "let fuel = 40;\nconst tick = () => { if (fuel-- <= 0) throw new Error('enough'); };\nconst hidden = new Map();",
    text,
    'let made = () => 0;',
    `const early = (y) => { ${first ?? ''} };\nearly(1);\nconst twice = (y) => { ${(second ?? '').replaceAll('□', '1')} };\ntwice(2);`,
    'function f5(x) { const r = made(x); return [box.early, box.z, kept, hidden.get(box), table.m0 === f0, r]; }',
    'function f6(x) { const it = new K(x); return [it.own, it.late, K.late, Object.keys(box), x in box]; }',
    'Object.assign(exports, { f5, f6 });',
  ].join('\n');
});

/** What a function may do while modules are loaded: some of it cannot be seen afterwards. */
const leaving = [
  'const v = □; return v;',
  'box.early = □;',
  'box.early = typeof □;',
  'k1.a = □ > 0 ? k1.a : y;',
  'table.m0 = □ > 1 ? f0 : f1;',
  'kept = □ > 5;',
  'kept = { v: □ };',
  "Object.defineProperty(box, 'z', { value: □ });",
  'hidden.set(box, □);',
  'hidden.set(box, □ > 3);',
  'K.prototype.late = □;',
  'K.late = -□;',
  'const v = □; made = (x) => x + v;',
  'const v = □; made = (x) => x + (v > 4 ? 1 : 0);',
  'let v = □; v = 7; made = () => v++;',
  'box.early = { y }; delete box[□];',
  'box[`p${□}`] = 1; delete box.p1; delete box.p2;',
  'Array.prototype.late = □; delete Array.prototype.late;',
  'Object.freeze(□ > 1 ? box : k1);',
];

interface Versions {
  readonly base: string;
  readonly head: string;
}

function versions(write: (each: number[]) => string): fc.Arbitrary<Versions> {
  return fc.tuple(choices(), fc.nat()).map(([each, chosen]) => {
    const base = write(each);
    const places = [...base.matchAll(/□/g)].map(({ index }) => index);
    const at = places[chosen % places.length] ?? 0;
    return { base: written(base), head: `${written(base.slice(0, at))}2${written(base.slice(at + 1))}` };
  });
}

function written(text: string): string {
  return text.replaceAll('□', '1');
}

function choices(): fc.Arbitrary<number[]> {
  return fc.array(fc.nat({ max: 999 }), { minLength: 60, maxLength: 60 });
}

const top = ['f0', 'f1', 'f2', 'f3', 'f4'];

class Writer {
  readonly #numbers: readonly number[];
  #at = 0;
  #made = 0;

  constructor(
    numbers: readonly number[],
    private readonly withClass: boolean,
  ) {
    this.#numbers = numbers;
  }

  program(): string {
    const functions = top.map((name) =>
      this.#choose(2) === 0
        ? `const ${name} = (x, g) => { note('${name}'); ${this.#body(2)} };`
        : `function ${name}(x, g) { note('${name}'); ${this.#body(2)} }`,
    );
    const bodies = [
      `const table = { m0: ${this.#name()}, m1: ${this.#closure(1)}, list: [${this.#name()}], deep: { d: ${this.#name()} } };`,
      `class K { constructor(x) { note('constructor'); this.own = x; } mm(x) { note('mm'); ${this.#body(1)} } static ss(x) { note('ss'); return ${this.#name()}; } }`,
      'let kept = null; const box = {};',
      `const k0 = □, k1 = { a: □, list: [□, ${this.#name()}] }, k2 = { same: 3, k1 }, { a: k3, list: [k4] } = k1;`,
    ].filter((each) => this.withClass || !each.startsWith('class'));
    const atLoad = this.#choose(3) === 0 ? [`box.early = ${this.#name()}(1, {});`] : [];
    return [...functions, ...bodies, `Object.assign(exports, { ${top.join(', ')} });`, ...atLoad].join('\n');
  }

  #body(depth: number): string {
    const count = 1 + this.#choose(2);
    const statements = Array.from({ length: count }, () => this.#statement(depth));
    return `let r = x; ${statements.join(' ')} return r;`;
  }

  #statement(depth: number): string {
    const name = this.#name();
    const all = [
      'r = □;',
      'r = k0;',
      'r = k1.a;',
      'r = k2.same;',
      'r = k3 + k4;',
      'r = k2;',
      'r = [...k1.list];',
      `${name}(x, g);`,
      `r = ${name}(x, g);`,
      `r = ${name};`,
      `r = ${name}(x, ${this.#name()});`,
      'r = table.m1;',
      'table.m0(x, g);',
      "r = table['m' + (x ? 0 : 1)];",
      'r = table.list[0];',
      'r = table.deep;',
      '{ const { m0 } = table; r = m0; }',
      'r = { ...table };',
      'r = Object.assign({}, table);',
      'r = Object.assign(Object.create(null), table);',
      `{ const bare = Object.create(null); bare[x] = ${name}; r = bare[x]; }`,
      `{ const bare = Object.create(null); bare.own = ${name}; r = bare; }`,
      `kept = ${name};`,
      'r = kept;',
      'if (kept) kept(x, g);',
      `box.p = ${name};`,
      'r = box.p;',
      `box.q = { d: ${name} };`,
      'r = box.q;',
      'r = box;',
      'r = box.early;',
      `if (g) g.p = ${name};`,
      "if (typeof g === 'function') g(x);",
      'if (g) r = g.p;',
      `r = [${name}].map((h) => h);`,
      `[1].forEach(${name});`,
      `r = [1].map(${name});`,
      `r = ${name}.bind(null, x);`,
      `${name}.call(null, x, g);`,
      `r = [x, ${name}].pop();`,
      'r = new K(x).mm(x);',
      'r = new K(x);',
      'r = K;',
      'r = K.ss(x);',
      `try { throw ${name}; } catch (e) { r = e; }`,
      `r = /a/.test(String(x)) ? ${name} : 2;`,
      `for (const h of [${name}, table.m1]) r = h;`,
      `r = new Map([[1, ${name}]]).get(1);`,
      `switch (x) { case 1: r = ${name}; break; default: r = ${this.#name()}(x, g); }`,
    ];
    if (depth > 0 && this.#choose(3) === 0) return this.#making(depth);
    const usable = this.withClass ? all : all.filter((each) => !/\bK\b/.test(each));
    return usable[this.#choose(usable.length)] ?? '';
  }

  #making(depth: number): string {
    const closure = this.#closure(depth - 1);
    const getter = `g${this.#made++}`;
    const all = [
      `r = ${closure};`,
      `r = { a: ${closure} };`,
      `kept = ${closure};`,
      `box.p = ${closure};`,
      `(${closure})(x, g);`,
      `[1].forEach(${closure});`,
      `r = { get ${getter}() { note('${getter}'); return ${this.#name()}; } };`,
    ];
    return all[this.#choose(all.length)] ?? '';
  }

  #closure(depth: number): string {
    const name = `c${this.#made++}`;
    return `function ${name}(x, g) { note('${name}'); ${this.#body(depth)} }`;
  }

  #name(): string {
    return top[this.#choose(top.length)] ?? 'f0';
  }

  #choose(count: number): number {
    const number = this.#numbers[this.#at++ % this.#numbers.length] ?? 0;
    return (number + this.#at) % count;
  }
}
