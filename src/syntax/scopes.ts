import { analyze, type Reference, type Scope, type Variable } from '@typescript-eslint/scope-manager';
import type { Node, Program } from 'oxc-parser';

/**
 * Which declaration each identifier of a module means. Scope analysis is the scope manager's; this
 * module only turns it into the tables that lowering looks up.
 */
export interface ScopeTable {
  readonly variables: readonly Variable[];
  /** Uses of names that the module does not declare. */
  readonly unresolved: readonly Reference[];
  /** Index in `variables` of the declaration that an identifier (use or definition) refers to. */
  variableOf(identifier: Node): number | undefined;
  /** Indexes of the variables that a syntax node declares in the scopes it opens. */
  declaredBy(block: Node): readonly number[];
  /** Whether a function, or an arrow function within it, reads its `arguments`. */
  readsArguments(fn: Node): boolean;
}

export function analyzeScopes(tree: Program): ScopeTable {
  // The scope manager types its input by its own parser's tree, which has the same shape.
  const manager = analyze(tree as unknown as Parameters<typeof analyze>[0], {
    sourceType: 'module',
    lib: [],
    jsxPragma: null,
  });
  const variables: Variable[] = [];
  // By offset: where an identifier stands only one name can stand, and a number is a much cheaper key than an object.
  const ofStart = new Map<number, number>();
  const declared = new Map<unknown, number[]>();
  for (const scope of manager.scopes) collect(scope, variables, ofStart, declared);
  const readers = new Set<unknown>(manager.scopes.filter(hasReadArguments).map(({ block }) => block));
  return {
    variables,
    unresolved: manager.globalScope?.through ?? [],
    variableOf: ({ start }) => ofStart.get(start),
    declaredBy: (block) => declared.get(block) ?? [],
    readsArguments: (fn) => readers.has(fn),
  };
}

function hasReadArguments({ variables }: Scope): boolean {
  return variables.some(
    ({ name, defs, references }) => name === 'arguments' && defs.length === 0 && references.length > 0,
  );
}

function collect(scope: Scope, variables: Variable[], ofStart: Map<number, number>, declared: Map<unknown, number[]>) {
  for (const variable of scope.variables) {
    if (variable.defs.length === 0) continue; // `arguments` and library names
    const index = variables.push(variable) - 1;
    // The name of a class declaration defines a variable outside of the class and one inside; it stands for the first.
    for (const { name } of variable.defs) if (!ofStart.has(name.range[0])) ofStart.set(name.range[0], index);
    for (const { range } of variable.identifiers) if (!ofStart.has(range[0])) ofStart.set(range[0], index);
    for (const { identifier } of variable.references) ofStart.set(identifier.range[0], index);
    const list = declared.get(scope.block);
    if (list === undefined) declared.set(scope.block, [index]);
    else list.push(index);
  }
}

/** What a name stands for at run time: where the module declares it, a type or an import of that name is a type only. */
export function valueDefinition({ defs }: Variable): Variable['defs'][number] | undefined {
  return defs.find(({ type }) => !typeOnly.has(type)) ?? defs[0];
}

const typeOnly: ReadonlySet<string> = new Set(['ImportBinding', 'Type']);

export type { Variable } from '@typescript-eslint/scope-manager';
