import type { Node } from 'oxc-parser';
import type { Brackets, Probes } from './probes';
import { nextLink } from './syntax-parts';

/** What is put around calls, by where they stand. */
export class CallBrackets {
  readonly #probes: Probes;
  /** Calls that messages of the engine may name: what is put around them is a call, too. */
  readonly #named = new Set<Node>();
  /** Where the last statement began that is an expression: a bracket there could continue the statement before. */
  #statementStart = -1;
  #holds = false;
  /** Functions that are given to a call of code that runs once, as bodies of suites and tests are. */
  readonly #givenOnce = new Set<Node>();

  constructor(probes: Probes) {
    this.#probes = probes;
  }

  /** A statement that is an expression comes next. */
  beginStatement(statement: Node): void {
    this.#statementStart = statement.start;
  }

  /** A call comes next: what it calls may be the result of another. */
  beginCall(call: Node): void {
    const named = namedByEngine(call);
    if (named !== null) this.#named.add(named);
  }

  /** A call comes next that is a statement. */
  beginStatementCall(call: Node, { once }: CallPlace): void {
    if (once && 'arguments' in call) for (const argument of call.arguments) this.#givenOnce.add(argument);
  }

  /** Whether a function is likely to. */
  runsOnce(fn: Node): boolean {
    return this.#givenOnce.has(fn);
  }

  /** Does something for a function, and says whether its calls need the variable that the function then has to have. */
  holding(body: () => void): boolean {
    const outer = this.#holds;
    this.#holds = false;
    body();
    const holds = this.#holds;
    this.#holds = outer;
    return holds;
  }

  around(call: Node, { fn, at, mayHold }: CallPlace, isStatement: boolean): Brackets | null {
    if (at === 'parameters') return this.#probes.parameterCall(fn);
    if (isStatement) return this.#probes.statementCall(fn);
    if (!mayHold || call.start === this.#statementStart || this.#named.has(call)) return this.#probes.call(fn);
    this.#holds = true;
    return this.#probes.heldCall(fn);
  }
}

export interface CallPlace {
  /** The function whose code this is. */
  readonly fn: number;
  readonly at: 'module' | 'parameters' | 'body';
  /** Whether the function may have a variable for what calls return. */
  readonly mayHold: boolean;
  /** Whether this is likely to run once: then what is put around a call should be short rather than fast. */
  readonly once: boolean;
}

/** The call whose text the engine writes when what is called turns out not to be a function: `f()` of `f().g.h()`. */
function namedByEngine(call: Node): Node | null {
  let link: Node | null = 'callee' in call ? call.callee : 'tag' in call ? call.tag : null;
  while (link !== null && link.type !== 'CallExpression') link = nextLink(link);
  return link;
}
