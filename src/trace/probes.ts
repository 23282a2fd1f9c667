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
  body(fn: number, early: boolean, mayWrap: boolean): Brackets;
  /** Around what an arrow function returns. */
  arrow(fn: number, early: boolean): ArrowBrackets;
  /** Around the value of a field: enters, or leaves, the function of the fields. */
  firstField(fn: number): Brackets;
  lastField(fn: number): Brackets;
  /** Around a call; null where calls need no probe. */
  call(fn: number, early: boolean): Brackets | null;
  /** Around a call among the parameters of a function, where its body has not begun. */
  parameterCall(fn: number, early: boolean): Brackets | null;
  /** Around the operand of `await` or `yield`, and around the whole. */
  suspension(fn: number, early: boolean): { readonly operand: Brackets | null; readonly whole: Brackets };
  /** The same in the body of a module. */
  readonly moduleSuspension: { readonly operand: Brackets; readonly whole: Brackets };
  /** An expression that tells what a function is called with. */
  called(fn: number, early: boolean, call: CalledWith): string;
  /** Around what `import()` is asked for. */
  importing(early: boolean): Brackets;
  /** Statements where control comes back: `catch`, `finally`, the body of a loop over an iterator. */
  landing(fn: number, early: boolean): string;
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
  readonly format: 'esm' | 'commonjs';
  readonly reach: Reach;
  /** Whether a function may be called before the module's body has begun. */
  readonly early: boolean;
}

/**
 * How a module finds the runtime: as a global variable, or on the module `node:v8`, which is the same object in every
 * context of a process.
 */
export type Reach = 'global' | 'v8';

export const runtimeName = '__wingbeat__';

/**
 * Entering a function and coming back into it are the same event: it sets L, and F if there was none. All but the
 * first event under one reading of the clock end with the comparison.
 */
export function afterProbes(site: ProbeSite): Probes {
  const { prefix: p } = site;
  const event = (fn: number | 'n'): string => `${p}A[${fn}]===${p}C[0]||${p}F(${fn})`;
  const guarded = (fn: number | 'n'): string => `try{${event(fn)}}catch{${p}R().event(${fn})}`;
  const statement = (fn: number, early: boolean): string => (early ? guarded(fn) : `${event(fn)};`);
  const returned = (fn: number, early: boolean): Brackets => ({ open: `${p}${early ? 'J' : 'I'}(${fn},`, close: ')' });
  const entered = (fn: number, early: boolean): string => (early ? `${p}J(${fn})` : event(fn));
  return {
    prologue:
      registration(site) +
      `,${p}A=${p}M.last,${p}C=${p}M.clock,${p}F=${p}M.event,${p}I=(n,v)=>{${event('n')};return v};` +
      (site.early ? `function ${p}J(n,v){${guarded('n')}return v}` : '') +
      `${p}M.begin();${event(0)};`,
    epilogue: `;${event(0)};${p}M.end();`,
    body: (fn, early) => ({ open: statement(fn, early), close: '' }),
    arrow: (fn, early) => ({ from: 'expression', open: `(${entered(fn, early)},`, close: ')' }),
    firstField: (fn) => ({ open: `(${event(fn)},`, close: ')' }),
    lastField: () => ({ open: '', close: '' }),
    call: returned,
    parameterCall: (fn, early) => {
      const { open, close } = returned(fn, early);
      return { open: `${open}(${entered(fn, early)},`, close: `)${close}` };
    },
    suspension: (fn, early) => ({ operand: null, whole: returned(fn, early) }),
    moduleSuspension: {
      operand: { open: `${p}M.suspend(`, close: ')' },
      whole: { open: `${p}M.resume(`, close: ')' },
    },
    called: calledBy(p),
    importing: importingBy(p),
    landing: statement,
  };
}

export function pathProbes(site: ProbeSite): Probes {
  const { prefix: p } = site;
  const enter = (fn: number): string => `${p}E(${fn})`;
  const leave = (fn: number): string => `${p}L(${fn})`;
  const event = (name: string, params: string, method: string, result: string): string =>
    `function ${p}${name}(${params}){try{${p}M.${method}(n)}catch{${p}R().${method}(n)}return ${result}}`;
  return {
    // Hoisted functions, so that a call before the module's body finds them.
    prologue:
      event('E', 'n', 'enter', 'n') +
      event('L', 'n,v', 'leave', 'v') +
      event('T', 'n,v', 'enter', 'v') +
      `${registration({ ...site, early: true })};${p}M.begin();${enter(0)};`,
    epilogue: `;${leave(0)};${p}M.end();`,
    body: (fn, _early, mayWrap) =>
      mayWrap
        ? { open: `${enter(fn)};try{`, close: `}finally{${leave(fn)}}` }
        : { open: `${enter(fn)};`, close: `;${leave(fn)};` },
    arrow: (fn) => ({ from: 'arrow', open: `{${enter(fn)};try{return(`, close: `)}finally{${leave(fn)}}}` }),
    firstField: (fn) => ({ open: `(${enter(fn)},`, close: ')' }),
    lastField: (fn) => ({ open: `${p}L(${fn},`, close: ')' }),
    call: () => null,
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
  return (early) => ({ open: `${prefix}${early ? 'R()' : 'M'}.importing(`, close: ')' });
}

function calledBy(prefix: string): Probes['called'] {
  // What a function that may be called early is reached by registers the module, if need be.
  return (fn, early, { receiver, args }) => `${prefix}${early ? 'R()' : 'M'}.called(${fn},${receiver},${args})`;
}

/** Ends inside a `const` declaration. */
function registration({ prefix, path, hash, table, format, reach, early }: ProbeSite): string {
  const args = [path, hash, table].map((text) => JSON.stringify(text)).join(',');
  const runtime =
    reach === 'global' ? runtimeName : `${format === 'esm' ? `${prefix}V` : 'require("node:v8")'}.${runtimeName}`;
  const imported = reach === 'v8' && format === 'esm' ? `import ${prefix}V from"node:v8";` : '';
  const made = `${runtime}.module(${args})`;
  if (!early) return `${imported}const ${prefix}M=${made}`;
  return `${imported}function ${prefix}R(){return ${made}}const ${prefix}M=${prefix}R()`;
}
