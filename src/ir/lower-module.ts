import type { Node } from 'oxc-parser';
import { tooDeeplyNested, type Diagnostic } from '#core/diagnostics';
import { hasModuleSyntax } from '#syntax/module-syntax';
import { namespaceMembers } from '#syntax/namespace-members';
import { parseModule, type ParsedModule } from '#syntax/parse';
import { analyzeScopes, valueDefinition, type ScopeTable, type Variable } from '#syntax/scopes';
import type { BindingKind, ClassIr, FunctionIr, ModuleIr } from './cfg';
import { lowerAssignment } from './lower/assignments';
import { lowerCall } from './lower/calls';
import { lowerChain, lowerChainCallee } from './lower/chains';
import { lowerClass } from './lower/classes';
import { lowerCondition, lowerEffect, lowerExpr, lowerExprs, lowerNamed, lowerTo } from './lower/expressions';
import { lowerKey } from './lower/operands';
import { lowerFunction, openFunction } from './lower/functions';
import { lowerJsx } from './lower/jsx';
import { jsxFactoryOf } from './lower/jsx-factory';
import type { Lower, ModuleScope, MutableBinding } from './lower/lowerer';
import { namespaceRoots } from './lower/namespace-roots';
import { lowerPattern } from './lower/patterns';
import { lowerBlock, lowerStatement } from './lower/statements';
import { isAnnotated, isPrimitive, typeDeclaration, variableOutline } from './lower/types';
import type { TypeDeclaration } from './type-outline';

/** Text → tree → one control-flow graph per function. */
export function lowerSource(path: string, text: string): { module: ModuleIr | null; problems: readonly Diagnostic[] } {
  const parsed = parseModule(path, text);
  if (parsed.tree === null) return { module: null, problems: parsed.problems };
  try {
    return { module: lowerModule(parsed, parsed.tree), problems: parsed.problems };
  } catch (error) {
    // Generated sources can nest expressions deeper than the engine's stack.
    if (error instanceof RangeError && /call stack/.test(error.message)) {
      return { module: null, problems: [...parsed.problems, tooDeeplyNested(path)] };
    }
    throw error;
  }
}

const lower: Lower = {
  expr: lowerExpr,
  exprTo: lowerTo,
  effect: lowerEffect,
  condition: lowerCondition,
  exprs: lowerExprs,
  named: lowerNamed,
  key: lowerKey,
  call: lowerCall,
  chain: lowerChain,
  chainCallee: lowerChainCallee,
  assignment: lowerAssignment,
  pattern: lowerPattern,
  jsx: lowerJsx,
  fn: lowerFunction,
  klass: lowerClass,
  statement: lowerStatement,
  block: lowerBlock,
};

function lowerModule(parsed: ParsedModule, tree: NonNullable<ParsedModule['tree']>): ModuleIr {
  const scopes = analyzeScopes(tree);
  const isTyped = /\.[cm]?tsx?$/.test(parsed.path);
  const bindings = scopes.variables.map((variable, index) => bindingOf(variable, index, isTyped));
  const module: ModuleScope = {
    path: parsed.path,
    text: parsed.text,
    tree,
    format: parsed.format,
    scopes,
    bindings,
    owned: ownedBindings(scopes),
    functions: [],
    classes: [],
    imports: [],
    typeImports: [],
    exports: [],
    typeExports: [],
    specifiers: new Set(),
    unsupported: [],
    names: new Map(),
    declared: new Set(),
    mirrored: new Map(),
    namespaceRoots:
      parsed.format === 'esm' || hasModuleSyntax(tree) ? namespaceRoots(tree, scopes, bindings) : new Map(),
    namespaceMembers: namespaceMembers(tree, scopes),
    namespaceObjects: new Map(),
    jsxFactory: jsxFactoryOf(parsed.text, tree, scopes),
    effectful: new Map(),
  };
  openFunction({ module, lower }, { node: tree, name: '<module>', kind: 'module' }, '<module>', (f) => {
    f.lower.block(f, tree.body, tree);
    annotateTypes(module);
  });
  let firstNode = 0;
  const functions = module.functions.map((fn): FunctionIr => {
    if (fn === null) throw new Error('invariant: every opened function is closed');
    const numbered = { ...fn, firstNode };
    firstNode += fn.nodes.length;
    return numbered;
  });
  return {
    path: parsed.path,
    text: parsed.text,
    functions,
    classes: module.classes.filter((c): c is ClassIr => c !== null),
    bindings: module.bindings,
    imports: module.imports,
    typeImports: module.typeImports,
    exports: module.exports,
    typeExports: module.typeExports,
    types: declaredTypes(module),
    specifiers: [...module.specifiers],
    format: parsed.format,
    nodeCount: firstNode,
    unsupported: module.unsupported,
  };
}

function bindingOf(variable: Variable, index: number, isTyped: boolean): MutableBinding {
  const definition = valueDefinition(variable);
  const name = definition?.name as { range?: [number, number] } | undefined;
  const writes = variable.references.filter((r) => r.isWrite() && r.init !== true).length;
  return {
    index,
    name: variable.name,
    kind: kindOf(variable),
    owner: 0,
    captured: false,
    constant: writes === 0 && variable.defs.length === 1,
    start: name?.range?.[0] ?? 0,
    end: name?.range?.[1] ?? 0,
    type: null,
    annotated: isAnnotated(variable),
    primitive: isPrimitive(variable, isTyped),
    ambient: variable.defs.length > 0 && variable.defs.every(isAmbient),
  };
}

function isAmbient({ node, parent }: Variable['defs'][number]): boolean {
  return [node, parent].some((each) => each !== null && each !== undefined && 'declare' in each && each.declare);
}

function kindOf(variable: Variable): BindingKind {
  const definition = valueDefinition(variable);
  // Inside its own scope the name of a class or function expression cannot be assigned to.
  const scope = variable.scope.type as string;
  if (scope === 'class' || scope === 'function-expression-name') return 'const';
  switch (definition?.type as string | undefined) {
    case 'Parameter':
      return 'param';
    case 'FunctionName':
      return 'function';
    case 'ClassName':
      return 'class';
    case 'CatchClause':
      return 'catch';
    case 'ImportBinding':
      return isAlias(definition?.node as Node | undefined) ? 'var' : 'import';
    case 'TSEnumName':
      return 'enum';
    case 'TSModuleName':
      return 'namespace';
    case 'Type':
      return 'type';
    case 'TSEnumMember':
    case 'TSEnumMemberName':
      return 'const';
    default: {
      const kind = (definition?.parent as { kind?: string } | null | undefined)?.kind;
      return kind === 'let' ? 'let' : kind === 'var' || kind === undefined ? 'var' : 'const';
    }
  }
}

/** `import a = N.b` is another name for something of the module. */
function isAlias(node: Node | undefined): boolean {
  return node?.type === 'TSImportEqualsDeclaration' && node.moduleReference.type !== 'TSExternalModuleReference';
}

/** Which function's activation holds a variable, by the syntax node that opens the function. */
function ownedBindings(scopes: ScopeTable): Map<Node, number[]> {
  const owned = new Map<Node, number[]>();
  scopes.variables.forEach((variable, index) => {
    const { scope } = variable;
    const own = (scope.type as string) === 'function-expression-name';
    const block = (own ? scope.block : scope.variableScope.block) as unknown as Node;
    const list = owned.get(block);
    if (list === undefined) owned.set(block, [index]);
    else list.push(index);
  });
  return owned;
}

/** Declared types of variables, for call targets. */
function annotateTypes({ scopes, bindings }: ModuleScope): void {
  scopes.variables.forEach((variable, index) => {
    const record = bindings[index];
    if (record !== undefined) record.type = variableOutline(scopes, variable);
  });
}

function declaredTypes({ scopes }: ModuleScope): TypeDeclaration[] {
  const found = scopes.variables.map((variable, index) => typeDeclaration(scopes, variable, index));
  return found.filter((declaration) => declaration !== null);
}
