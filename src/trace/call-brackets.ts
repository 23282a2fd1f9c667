import type { Node } from 'oxc-parser';
import { namedByCall, takenApart, type TakenApart } from './named-by-engine';
import type { Brackets, Probes } from './probes';
import type { CallKinds } from './quiet-calls';

/** What is put around calls, by where they stand. */
export class CallBrackets {
  readonly #probes: Probes;
  readonly #calls: CallKinds;
  readonly #text: string;
  /** Calls that messages of the engine may name: what is put around them is a call, too. */
  readonly #named = new Set<Node>();
  /** Those that have nothing around them: the arguments of who uses their result tell of them. */
  readonly #bare = new Set<Node>();
  readonly #takenApart = new Map<Node, TakenApart>();
  /** Where the last statement began that is an expression: a bracket there could continue the statement before. */
  #statementStart = -1;
  #holds = false;
  /** Functions that are given to a call of code that runs once, as bodies of suites and tests are. */
  readonly #givenOnce = new Set<Node>();

  constructor(probes: Probes, calls: CallKinds, text: string) {
    this.#probes = probes;
    this.#calls = calls;
    this.#text = text;
  }

  /** A node comes next. */
  begin(node: Node): void {
    if (node.type === 'ExpressionStatement') this.#statementStart = node.start;
    const taken = takenApart(node);
    if (taken !== null) this.#takenApart.set(taken.node, taken);
  }

  /**
   * A call comes next: what it calls may be the result of another, which messages of the engine then write out. That is left
   * as it is, and returned is what the arguments of this call have to begin with instead.
   */
  beginCall(call: Node, place: CallPlace): string | null {
    const named = namedByCall(call);
    if (named === null || !this.#hasProbe(named.node, place)) return null;
    const arrival =
      named.isPlain && mayCarry(call, this.#text) && place.at !== 'parameters' ? this.#probes.arrival(place.fn) : null;
    (arrival === null ? this.#named : this.#bare).add(named.node);
    return arrival;
  }

  #hasProbe(result: Node, { fn, at, quiet }: CallPlace): boolean {
    if (quiet) return false;
    if (/^(?:Await|Yield)Expression$/.test(result.type)) return at !== 'module' || fn !== 0;
    return this.#calls.kindOf(result, at === 'module') === 'probed';
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

  around(call: Node, { fn, at, mayHold, once }: CallPlace, isStatement: boolean): Brackets | null {
    if (this.#bare.has(call)) return null;
    if (at === 'parameters') return this.#probes.parameterCall(fn);
    if (isStatement) return this.#probes.statementCall(fn, once);
    const taken = this.#takenApart.get(call);
    if (taken !== undefined) return this.#checked(taken, this.#probes.call(fn));
    if (!mayHold || call.start === this.#statementStart || this.#named.has(call)) return this.#probes.call(fn);
    this.#holds = true;
    return this.#probes.heldCall(fn);
  }

  /** Around what was waited for. */
  aroundResumed(node: Node, whole: Brackets): Brackets | null {
    if (this.#bare.has(node)) return null;
    const taken = this.#takenApart.get(node);
    return taken === undefined ? whole : this.#checked(taken, whole);
  }

  /** Around what comes of calls, and is none itself. */
  aroundPart(node: Node): Brackets | null {
    const taken = this.#takenApart.get(node);
    return taken === undefined ? null : this.#checked(taken, { open: '', close: '' });
  }

  #checked({ call, form }: TakenApart, inner: Brackets | null): Brackets | null {
    return inner === null ? null : this.#probes.checked(inner, call, form);
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
  /** Decorators are left as they are: frameworks read them as text. */
  readonly quiet: boolean;
}

/** Whether something can be put among the arguments of a call. */
function mayCarry(call: Node, text: string): boolean {
  if (call.type === 'CallExpression') return true;
  if (call.type === 'NewExpression') return /\([^)]*\)$/.test(text.slice(call.callee.end, call.end));
  return call.type === 'TaggedTemplateExpression' && call.quasi.expressions.length > 0;
}
