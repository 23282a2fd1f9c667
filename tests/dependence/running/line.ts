import type { Choices } from './choices';
import { Expressions } from './expressions';
import { type Pair, plainList, tracedList } from './pair';
import type { Scope, Variable } from './scope';

/** One line of a program while it is written. */
export class Line {
  readonly expressions: Expressions;

  constructor(
    readonly choices: Choices,
    /** Its name. */
    readonly at: string,
    readonly fresh: (prefix: string) => string,
  ) {
    this.expressions = new Expressions(choices, at);
  }

  /** A traced operation of this line: the tracer learns where it happens. */
  traced(operation: string, ...pairs: readonly Pair[]): string {
    return `$.${operation}(${[`'${this.at}'`, ...pairs.map((pair) => pair.traced)].join(', ')})`;
  }

  /** A call: callee and arguments are evaluated first, then what happens until it returns belongs to this line. */
  call(plainCallee: string, run: string, parts: readonly Pair[], args: readonly Pair[]): Pair {
    const names = [...parts.map((_, i) => `part${i}`), '...args'].join(', ');
    return {
      plain: `${plainCallee}(${plainList(args)})`,
      traced: `$.call('${this.at}', ((${names}) => () => ${run}(...args))(${tracedList([...parts, ...args])}))`,
    };
  }

  /** The usual arguments of every function of the program. */
  args(scope: Scope): [Pair, Pair] {
    return [this.expressions.number(scope, 1), this.expressions.object(scope, 1)];
  }

  declare(sort: Variable['sort'], value: Pair): Statement {
    const name = this.fresh('v');
    return {
      text: { plain: `let ${name} = ${value.plain};`, traced: `let ${name} = ${this.traced('box', value)};` },
      declares: [{ name, sort }],
    };
  }
}

export interface Statement {
  readonly text: Pair;
  readonly declares: readonly Variable[];
}

/** Null where the scope has nothing to make the statement of. */
export type WriteStatement = (line: Line, scope: Scope) => Statement | null;

export function statement(plain: string, traced: string): Statement {
  return { text: { plain, traced }, declares: [] };
}
