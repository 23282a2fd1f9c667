import type { SyntaxNode } from '#syntax/parse';
import type { Argument } from './trials/argument';
import { literalOf, type NamedLiterals } from './written-value';

/** Calls that a test makes on one instance, one after the other. */
export interface MinedSession {
  readonly self: readonly Argument[];
  readonly calls: readonly MinedCall[];
}

export interface MinedCall {
  readonly name: string;
  readonly args: readonly Argument[];
}

/** Follows instances that the text of a file makes and keeps in variables; nodes are seen in the order of the text. */
export class SessionMiner {
  /** By the name of the class. */
  readonly #found: Map<string, MinedSession[]>;
  /** By the variable; of two of one name, the later counts. */
  readonly #open = new Map<string, MinedCall[]>();

  constructor(found: Map<string, MinedSession[]>) {
    this.#found = found;
  }

  see(node: SyntaxNode, text: string, names: NamedLiterals): void {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') {
      this.#open.delete(node.id.name);
      const self = node.init?.type === 'NewExpression' ? literals(node.init.arguments, text, names) : null;
      const callee = node.init?.type === 'NewExpression' ? node.init.callee : null;
      if (self === null || callee?.type !== 'Identifier') return;
      const [calls, known]: [MinedCall[], MinedSession[]] = [[], this.#found.get(callee.name) ?? []];
      if (known.length >= mostSessions) return;
      this.#found.set(callee.name, [...known, { self, calls }]);
      this.#open.set(node.id.name, calls);
    } else if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') this.#call(node, text, names);
  }

  #call(node: Extract<SyntaxNode, { type: 'CallExpression' }>, text: string, names: NamedLiterals): void {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return;
    const calls = callee.object.type === 'Identifier' ? this.#open.get(callee.object.name) : undefined;
    const args = calls === undefined ? null : literals(node.arguments, text, names);
    if (args !== null && calls !== undefined && calls.length < mostCalls)
      calls.push({ name: callee.property.name, args });
  }
}

const mostSessions = 120;
const mostCalls = 40;

/** Null where one of them is computed. */
function literals(nodes: readonly SyntaxNode[], text: string, names: NamedLiterals): readonly Argument[] | null {
  const found = nodes.map((node) => literalOf(node, text, names));
  return found.every((each) => each !== null) ? found : null;
}
