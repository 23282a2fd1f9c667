import { childNodes } from '#replay/child-nodes';
import type { SyntaxNode } from '#syntax/parse';
import type { Variable } from '#syntax/scopes';

/** Statements that a call needs, each with those that it needs itself. */
export class SetUp {
  readonly #scope: TestNames;
  readonly #call: SyntaxNode;
  readonly #path: string;
  readonly #included = new Set<SyntaxNode>();
  readonly #aliases = new Map<string, string>();
  readonly #candidates: readonly SyntaxNode[];

  constructor(scope: TestNames, call: SyntaxNode, path: string) {
    this.#scope = scope;
    this.#call = call;
    this.#path = path;
    this.#candidates = statementsBefore(scope, call);
  }

  /** Null when everything that is needed can be had, else why not. */
  collect(): string | null {
    const needed = new Set<Variable>();
    const waiting: SyntaxNode[] = [this.#call];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      for (const identifier of identifiersIn(node)) {
        const variable = this.#scope.variableOf(identifier);
        if (variable === undefined) {
          if (identifier.type === 'Identifier' && testGlobals.has(identifier.name))
            return `it needs ${identifier.name}`;
          continue;
        }
        if (needed.has(variable) || isDeclaredIn(variable, [this.#call, ...this.#included])) continue;
        needed.add(variable);
        const imported = this.#scope.importOf(variable);
        if (imported !== null) {
          const problem = this.#import(variable, imported);
          if (problem !== null) return problem;
          continue;
        }
        const about = this.#candidates.filter(
          (statement) => !this.#included.has(statement) && mentions(this.#scope, statement, variable),
        );
        for (const statement of about) this.#included.add(statement);
        waiting.push(...about);
        if (!isDeclaredIn(variable, [...this.#included])) return `${variable.name} is not set by statements before it`;
      }
    }
    return null;
  }

  statements(): readonly string[] {
    const aliases = [...this.#aliases].map(([local, name]) => `const ${local} = ${name};`);
    const inOrder = this.#candidates.filter((statement) => this.#included.has(statement));
    return [...aliases, ...inOrder.map((statement) => this.#scope.textOf(statement))];
  }

  #import(variable: Variable, imported: Imported): string | null {
    const { name: local } = variable;
    if (imported.path === this.#path) {
      if (imported.name !== local && imported.name !== '*') this.#aliases.set(local, imported.name);
      return imported.name === '*' && !isCalleeOf(this.#call, local) ? `it uses ${local} as a value` : null;
    }
    return this.#scope.hasInScope(this.#path, local, imported)
      ? null
      : `it uses ${local}, which ${this.#path} does not have in scope`;
  }
}

/** What the names in a test file mean. */
export interface TestNames {
  variableOf(identifier: SyntaxNode): Variable | undefined;
  importOf(variable: Variable): Imported | null;
  hasInScope(path: string, local: string, imported: Imported): boolean;
  textOf(node: SyntaxNode): string;
  parentOf(node: SyntaxNode): SyntaxNode | undefined;
}

/** Where an imported name is declared. */
export interface Imported {
  /** Null for packages. */
  readonly path: string | null;
  readonly name: string;
}

/** Names that only a test runner gives. */
const testGlobals: ReadonlySet<string> = new Set(['expect', 'vi', 'jest', 'sinon', 'cy']);
const checks: ReadonlySet<string> = new Set([
  'expect',
  'assert',
  'it',
  'test',
  'describe',
  'specify',
  'suite',
  'context',
]);

/** In the blocks around a node, what stands before it; the bodies of functions that run before each test are among it. */
function statementsBefore(scope: TestNames, node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  let inner = node;
  for (let at = scope.parentOf(node); at !== undefined; at = scope.parentOf(at)) {
    if (at.type === 'Program' || at.type === 'BlockStatement') {
      const { start } = inner;
      const before = (at.body as readonly SyntaxNode[]).filter((statement) => statement.end <= start);
      found.unshift(...before.flatMap(asSetUp));
    }
    inner = at;
  }
  return found;
}

function asSetUp(statement: SyntaxNode): readonly SyntaxNode[] {
  if (statement.type === 'ImportDeclaration') return [];
  if (statement.type !== 'ExpressionStatement') return [statement];
  const { expression } = statement;
  const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
  if (call.type !== 'CallExpression') return [statement];
  const word = firstName(call);
  if (word !== null && /^before(?:Each|All)?$/.test(word)) {
    const hook = call.arguments.find(({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression');
    const body = hook !== undefined && 'body' in hook ? (hook.body as SyntaxNode | null) : null;
    return body?.type === 'BlockStatement' ? [...body.body] : [];
  }
  return word !== null && checks.has(word) ? [] : [statement];
}

function firstName(node: SyntaxNode): string | null {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'CallExpression') return firstName(node.callee);
  return node.type === 'MemberExpression' ? firstName(node.object) : null;
}

function* identifiersIn(node: SyntaxNode): Generator<SyntaxNode> {
  if (node.type === 'Identifier') yield node;
  for (const child of childNodes(node)) yield* identifiersIn(child);
}

function mentions(scope: TestNames, statement: SyntaxNode, variable: Variable): boolean {
  for (const identifier of identifiersIn(statement)) if (scope.variableOf(identifier) === variable) return true;
  return false;
}

function isDeclaredIn(variable: Variable, nodes: readonly SyntaxNode[]): boolean {
  return variable.defs.some(({ name }) =>
    nodes.some(({ start, end }) => start <= name.range[0] && name.range[1] <= end),
  );
}

function isCalleeOf(call: SyntaxNode, name: string): boolean {
  return call.type === 'CallExpression' && firstName(call.callee) === name;
}
