/**
 * The texts that the instrumenter puts into a module, for one of two questions: which functions ran first and last
 * (`after`, EAT's F and L), or in which order all of them were entered and left (`paths`, PathImpact's traces).
 * Functions are written by their number in the module; no text has a line break.
 */
export interface Probes {
  /** At the start of the module, after its directives. */
  readonly prologue: string;
  /** At the end of the module's body. */
  readonly epilogue: string;
  /** Around the statements of a function, when the whole may be put into a `try`, and when not. */
  body(fn: number, mayWrap: boolean): Brackets;
  /** Around what an arrow function returns. */
  arrow(fn: number): ArrowBrackets;
  /** Around the value of a field: enters, or leaves, the function of the fields. */
  firstField(fn: number): Brackets;
  lastField(fn: number): Brackets;
  /** Around a call; null where calls need no probe. */
  call(fn: number): Brackets | null;
  /** Around a call where the function has a variable of its own for what calls return, which `hold` declares. */
  heldCall(fn: number): Brackets | null;
  readonly hold: string;
  /** Around a call whose result nobody uses. */
  statementCall(fn: number, once: boolean): Brackets | null;
  /** An expression that tells that control came back; null where calls need no probe. */
  arrival(fn: number): string | null;
  /** Around what has brackets, where it is taken apart: `failAsWritten` has the meaning of `call` and `form`. */
  checked(inner: Brackets, call: string | null, form: string): Brackets;
  /** Around a call among the parameters of a function, where its body has not begun. */
  parameterCall(fn: number): Brackets | null;
  /** Around the operand of `await` or `yield`, and around the whole. */
  suspension(fn: number): { readonly operand: Brackets | null; readonly whole: Brackets };
  /** The same in the body of a module. */
  readonly moduleSuspension: { readonly operand: Brackets; readonly whole: Brackets };
  /** An expression that tells what a function is called with. */
  called(fn: number, call: CalledWith): string;
  /** Around what `import()` is asked for. */
  readonly importing: Brackets;
  /** Statements where control comes back: `catch`, `finally`, the body of a loop over an iterator. */
  landing(fn: number): string;
}

/** What a function can say of a call of it at the start of its body, as source text. */
export interface CalledWith {
  /** `this`, or `undefined` where it does not matter or is not there yet. */
  readonly receiver: string;
  /** A list of what was handed in, or `null` where that is not to be had any more. */
  readonly args: string;
}

export interface Brackets {
  readonly open: string;
  readonly close: string;
}

export interface ArrowBrackets extends Brackets {
  /** Around the expression, or from `=>` on: a body of statements in its place. */
  readonly from: 'expression' | 'arrow';
}

export interface ProbeSite {
  /** Free in the module. */
  readonly prefix: string;
  readonly path: string;
  readonly hash: string;
  /** What `encodeFunctions` makes of the functions. */
  readonly table: string;
  /** How many these are. */
  readonly functions: number;
  readonly format: 'esm' | 'commonjs';
  readonly reach: Reach;
}

/**
 * How a module finds the runtime: as a global variable, or on the module `node:v8`, which is the same object in every
 * context of a process.
 */
export type Reach = 'global' | 'v8';

export const runtimeName = '__wingbeat__';

/** Bits of a word: what the engine keeps as a small integer everywhere. */
const wordSize = 30;

/**
 * The optimising compiler puts functions of up to 460 bytes of its code into their callers, up to a sum: what a probe calls
 * now and then must not take the room of the program's own functions, and the time to compile it at every probe.
 */
const tooLargeToInline = `if(n<0)return[${'n,'.repeat(60)}];`;

/**
 * Entering a function and coming back into it are the same event: it sets L, and F if there was none. A bit says that
 * the function had an event under the present reading of the clock: another one would change nothing, and the probe ends
 * with the test of the bit. Bits are in variables of the module, which even code that is not optimised reads fast.
 * Variables and functions are hoisted, so that a call before the module's body finds them.
 */
export function afterProbes(site: ProbeSite): Probes {
  const { prefix: p } = site;
  const word = (fn: number): number => Math.floor(fn / wordSize);
  const event = (fn: number): string => `${p}W${word(fn)}&${1 << (fn % wordSize)}||${p}F(${fn})`;
  const returned = (fn: number): Brackets => ({ open: `${p}I${word(fn)}(${fn},`, close: ')' });
  const words = Array.from({ length: word(Math.max(site.functions, 1) - 1) + 1 }, (_, w) => w);
  const bit = (w: number): string => `1<<n-${w * wordSize}`;
  return {
    prologue:
      registration(site) +
      `,${words.map((w) => `${p}W${w}=0`).join()};` +
      `function ${p}F(n){${tooLargeToInline}(${p}M||${p}R()).event(n,${p}Z);switch(n/${wordSize}|0){${words.map((w) => `case ${w}:${p}W${w}|=${bit(w)};break;`).join('')}}}` +
      `function ${p}Z(){${words.map((w) => `${p}W${w}=`).join('')}0}` +
      words.map((w) => `function ${p}I${w}(n,v){${p}W${w}&${bit(w)}||${p}F(n);return v}`).join('') +
      `${p}M.begin();${event(0)};`,
    epilogue: `;${event(0)};${p}M.end();`,
    body: (fn) => ({ open: `${event(fn)};`, close: '' }),
    arrow: (fn) => ({ from: 'expression', open: `(${event(fn)},`, close: ')' }),
    firstField: (fn) => ({ open: `(${event(fn)},`, close: ')' }),
    lastField: () => ({ open: '', close: '' }),
    call: returned,
    heldCall: (fn) => ({ open: `(${p}T=`, close: `,${event(fn)},${p}T)` }),
    hold: `;var ${p}T;`,
    statementCall: (fn, once) => (once ? returned(fn) : { open: '', close: `,${event(fn)}` }),
    arrival: event,
    checked: checkedBy(p),
    parameterCall: (fn) => {
      const { open, close } = returned(fn);
      return { open: `${open}(${event(fn)},`, close: `)${close}` };
    },
    suspension: (fn) => ({ operand: null, whole: returned(fn) }),
    moduleSuspension: {
      operand: { open: `${p}M.suspend(`, close: ')' },
      whole: { open: `${p}M.resume(`, close: ')' },
    },
    called: calledBy(p),
    importing: importingBy(p),
    landing: (fn) => `${event(fn)};`,
  };
}

export function pathProbes(site: ProbeSite): Probes {
  const { prefix: p } = site;
  const enter = (fn: number): string => `${p}E(${fn})`;
  const leave = (fn: number): string => `${p}L(${fn})`;
  const event = (name: string, params: string, method: string, result: string): string =>
    `function ${p}${name}(${params}){(${p}M||${p}R()).${method}(n);return ${result}}`;
  return {
    prologue:
      event('E', 'n', 'enter', 'n') +
      event('L', 'n,v', 'leave', 'v') +
      event('T', 'n,v', 'enter', 'v') +
      `${registration(site)};${p}M.begin();${enter(0)};`,
    epilogue: `;${leave(0)};${p}M.end();`,
    body: (fn, mayWrap) =>
      mayWrap
        ? { open: `${enter(fn)};try{`, close: `}finally{${leave(fn)}}` }
        : { open: `${enter(fn)};`, close: `;${leave(fn)};` },
    arrow: (fn) => ({ from: 'arrow', open: `{${enter(fn)};try{return(`, close: `)}finally{${leave(fn)}}}` }),
    firstField: (fn) => ({ open: `(${enter(fn)},`, close: ')' }),
    lastField: (fn) => ({ open: `${p}L(${fn},`, close: ')' }),
    call: () => null,
    heldCall: () => null,
    hold: '',
    statementCall: () => null,
    arrival: () => null,
    checked: checkedBy(p),
    parameterCall: () => null,
    suspension: (fn) => ({
      operand: { open: `${p}L(${fn},`, close: ')' },
      whole: { open: `${p}T(${fn},`, close: ')' },
    }),
    moduleSuspension: {
      operand: { open: `${p}M.suspend(${p}L(0,`, close: '))' },
      whole: { open: `${p}T(0,${p}M.resume(`, close: '))' },
    },
    called: calledBy(p),
    importing: importingBy(p),
    landing: () => '',
  };
}

function importingBy(prefix: string): Probes['importing'] {
  return { open: `${moduleOf(prefix)}.importing(`, close: ')' };
}

function checkedBy(prefix: string): Probes['checked'] {
  return ({ open, close }, call, form) => ({
    open: `${moduleOf(prefix)}.checked(${open}`,
    close: `${close},${JSON.stringify(call)},${JSON.stringify(form)},${prefix}R)`,
  });
}

function calledBy(prefix: string): Probes['called'] {
  return (fn, { receiver, args }) => `${moduleOf(prefix)}.called(${fn},${receiver},${args})`;
}

/** Code that runs before the module's body registers the module, if need be. */
function moduleOf(prefix: string): string {
  return `(${prefix}M||${prefix}R())`;
}

/** Ends inside a `var` declaration. */
function registration({ prefix, path, hash, table, format, reach }: ProbeSite): string {
  const args = [path, hash, table].map((text) => JSON.stringify(text)).join(',');
  const runtime =
    reach === 'global' ? runtimeName : `${format === 'esm' ? `${prefix}V` : 'require("node:v8")'}.${runtimeName}`;
  const imported = reach === 'v8' && format === 'esm' ? `import ${prefix}V from"node:v8";` : '';
  return `${imported}function ${prefix}R(){return ${runtime}.module(${args})}var ${prefix}M=${prefix}R()`;
}
