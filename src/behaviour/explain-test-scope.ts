import type { Program } from 'oxc-parser';
import type { LoadedProgram } from '#ir/load-program';
import { childNodes } from '#replay/child-nodes';
import { analyzeScopes, type ScopeTable, type Variable } from '#syntax/scopes';
import type { SyntaxNode } from '#syntax/parse';
import { readExpression, type Callee, type WrittenCall } from './explain-call';
import { SetUp, type Imported, type TestNames } from './explain-test-setup';

/** A call taken out of its test, or why it cannot be. */
export type TakenCall =
  | { readonly path: string; readonly call: WrittenCall; readonly setup: readonly string[] }
  | { readonly call: string; readonly reason: string };

/** What the names in a test file mean, and what a call in it needs of the statements before it. */
export class TestScope implements TestNames {
  readonly #path: string;
  readonly #text: string;
  readonly #head: LoadedProgram;
  readonly #scopes: ScopeTable;
  readonly #parents = new Map<SyntaxNode, SyntaxNode>();

  constructor(path: string, text: string, tree: Program, head: LoadedProgram) {
    this.#path = path;
    this.#text = text;
    this.#head = head;
    this.#scopes = analyzeScopes(tree);
    this.#collectParents(tree);
  }

  /** Null for a call of something that is not of the project. */
  callOf(node: SyntaxNode): TakenCall | null {
    const read = readExpression(node, (start, end) => ({ start, end, text: this.#text.slice(start, end) }));
    if (read.kind === 'no-call') return null;
    const meant = this.#meaning(node, read.call.callee);
    if (meant === null) return null;
    const call: WrittenCall = { ...read.call, callee: meant.callee };
    const needs = new SetUp(this, node, meant.path);
    const reason = needs.collect();
    return reason === null ? { path: meant.path, call, setup: needs.statements() } : { call: call.text, reason };
  }

  variableOf(identifier: SyntaxNode): Variable | undefined {
    const index = this.#scopes.variableOf(identifier);
    return index === undefined ? undefined : this.#scopes.variables[index];
  }

  textOf({ start, end }: { readonly start: number; readonly end: number }): string {
    return this.#text.slice(start, end);
  }

  parentOf(node: SyntaxNode): SyntaxNode | undefined {
    return this.#parents.get(node);
  }

  /** What an imported name means: through files that only hand it on, to the module that declares it. */
  importOf(variable: Variable): Imported | null {
    for (const def of variable.defs) {
      if (def.type !== 'ImportBinding' || def.parent?.type !== 'ImportDeclaration') continue;
      const source = def.parent.source.value;
      const { node } = def;
      const imported =
        node.type === 'ImportSpecifier'
          ? node.imported.type === 'Identifier'
            ? node.imported.name
            : node.imported.value
          : node.type === 'ImportDefaultSpecifier'
            ? 'default'
            : '*';
      const found = this.#head.snapshot.resolve(this.#path, source);
      return found.kind === 'file' ? this.#declaredAs(found.path, imported, 0) : { path: null, name: imported };
    }
    return null;
  }

  /** Whether a module has a name in scope that means the same. */
  hasInScope(path: string, local: string, imported: Imported): boolean {
    const module = this.#head.module(path);
    return (
      module?.imports.some(({ binding, source, imported: name }) => {
        if (module.bindings[binding]?.name !== local) return false;
        const found = this.#head.snapshot.resolve(path, source);
        if (found.kind !== 'file') return imported.path === null;
        return this.#declaredAs(found.path, name, 0).path === imported.path;
      }) ?? false
    );
  }

  #declaredAs(path: string, name: string, depth: number): Imported {
    const module = this.#head.module(path);
    if (module === null || name === '*' || depth > deepestExport) return { path, name };
    for (const record of module.exports) {
      if (record.kind === 'star' || record.exported !== name) continue;
      if (record.kind === 'local') return { path, name: module.bindings[record.binding]?.name ?? name };
      const found = this.#head.snapshot.resolve(path, record.source);
      return found.kind === 'file' ? this.#declaredAs(found.path, record.imported, depth + 1) : { path: null, name };
    }
    for (const record of module.exports) {
      if (record.kind !== 'star') continue;
      const found = this.#head.snapshot.resolve(path, record.source);
      if (found.kind !== 'file') continue;
      const declared = this.#declaredAs(found.path, name, depth + 1);
      const known = declared.path === null ? null : this.#head.module(declared.path);
      if (known?.bindings.some((binding) => binding.owner === 0 && binding.name === declared.name) === true)
        return declared;
    }
    return { path, name };
  }

  #meaning(node: SyntaxNode, callee: Callee): { readonly path: string; readonly callee: Callee } | null {
    const name = rootOf(callee);
    const identifier = name === null ? null : this.#identifier(node, name);
    const variable = identifier === null ? undefined : this.variableOf(identifier);
    if (variable === undefined) return null;
    const imported = this.importOf(variable);
    if (imported !== null)
      return imported.path === null ? null : { path: imported.path, callee: renamed(callee, imported) };
    if (callee.kind !== 'member') return null;
    return this.#meaningOfReceiver(variable, callee);
  }

  /** `const cart = new Cart()`, or made by a function of the project. */
  #meaningOfReceiver(
    variable: Variable,
    callee: Extract<Callee, { kind: 'member' }>,
  ): { readonly path: string; readonly callee: Callee } | null {
    for (const { node } of variable.defs) {
      if (node.type !== 'VariableDeclarator' || node.init === null) continue;
      const made = readExpression(node.init as unknown as SyntaxNode, (start, end) => ({
        start,
        end,
        text: this.#text.slice(start, end),
      }));
      if (made.kind === 'no-call') continue;
      const origin = this.#meaning(node.init as unknown as SyntaxNode, made.call.callee);
      if (origin === null) continue;
      const className = origin.callee.kind === 'constructor' ? origin.callee.className : null;
      return { path: origin.path, callee: { ...callee, className } };
    }
    return null;
  }

  #identifier(node: SyntaxNode, name: string): SyntaxNode | null {
    if (node.type === 'Identifier') return node.name === name ? node : null;
    for (const child of childNodes(node)) {
      const found = this.#identifier(child, name);
      if (found !== null) return found;
    }
    return null;
  }

  #collectParents(node: SyntaxNode): void {
    for (const child of childNodes(node)) {
      this.#parents.set(child, node);
      this.#collectParents(child);
    }
  }
}

const deepestExport = 16;

function rootOf(callee: Callee): string | null {
  switch (callee.kind) {
    case 'function':
      return callee.name;
    case 'constructor':
      return callee.className.split('.')[0] ?? null;
    case 'member':
      return (callee.className ?? callee.receiverName)?.split('.')[0] ?? null;
  }
}

/** Under the name that its own module has for it. */
function renamed(callee: Callee, { name }: Imported): Callee {
  switch (callee.kind) {
    case 'function':
      return { ...callee, name };
    case 'constructor':
      return { ...callee, className: callee.className.replace(/^[^.]+/, name) };
    case 'member':
      if (callee.className !== null) return { ...callee, className: callee.className.replace(/^[^.]+/, name) };
      // A namespace is no object that its functions are called on.
      if (name === '*') return { kind: 'function', name: callee.key };
      return { ...callee, receiverName: callee.receiverName?.replace(/^[^.]+/, name) ?? null };
  }
}
