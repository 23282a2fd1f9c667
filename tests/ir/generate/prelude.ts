/** Things with observable accessors, conversions, iteration and failures for programs to trip over. */
export const prelude = `
const obj = {
  p: 1,
  get g() { log('get g'); return this === undefined ? 0 : this.p; },
  set g(value) { log('set g', value); this.p = value; },
  m(...args) { log('obj.m', args.length); return args[0]; },
  n: { deep: null, f(x) { log('deep f', x); return 7; } },
  valueOf() { log('valueOf'); return 5; },
  toString() { log('toString'); return 'obj'; },
};
const arr = [1, , 3, 'x'];
const iter = {
  [Symbol.iterator]() {
    let i = 0;
    return {
      next() { log('next', i); return { done: i >= 3, value: i++ }; },
      return(value) { log('return'); return {}; },
    };
  },
};
const sym = Symbol.for('s');
function id(x) { log('id', x); return x; }
function add(a, b = log('default b', 2), ...rest) { log('add', a, rest.length); return a + b; }
function boom(x) { log('boom'); throw new Error('E:boom'); }
function* gen(n) {
  try {
    const sent = yield n;
    log('sent', sent);
    yield 2;
  } finally {
    log('gen finally');
  }
  return 3;
}
function poke(g) {
  log('poke', g.next(1), g.next(2));
  try {
    log('poked', g.throw(new Error('E:poke')));
  } catch (error) {
    log('poke failed', nameOf(error));
  }
  log('returned', g.return(9));
  return g.next(3);
}
async function wait(x) { log('wait', x); const y = await x; if (y === 0) throw new Error('E:zero'); return y; }
class Base {
  kept = 'field';
  constructor(...args) { log('Base', args.length); this.a = args[0]; }
  m(x) { log('Base.m', x); return x; }
  get g() { log('Base.g'); return 'base'; }
  set g(value) { log('Base.g =', value); }
  static s(x) { log('Base.s', x); return this === Base; }
}
`;

export const preludeValues = ['obj', 'arr', 'iter', 'sym', 'id', 'obj', 'arr'];
export const preludeFunctions = [
  { name: 'id', async: false, generator: false },
  { name: 'add', async: false, generator: false },
  { name: 'boom', async: false, generator: false },
  { name: 'gen', async: false, generator: true },
  { name: 'wait', async: true, generator: false },
];
export const preludeClasses = ['Base'];
