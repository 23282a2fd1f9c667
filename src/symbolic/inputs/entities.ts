import type { Node, TSImportTypeQualifier, TSTypeName } from 'oxc-parser';
import type { Variable } from '#syntax/scopes';
import type { DocTypedef } from './doc-typedefs';
import { declaredBy } from './export-table';
import type { TypeSource } from './type-source';
import { declarationsOf, typedModule, variableAt, type TypedModule } from './typed-module';

/** What a name means, wherever it is declared. */
export type Entity =
  | { readonly kind: 'declared'; readonly module: TypedModule; readonly variable: Variable }
  | { readonly kind: 'module'; readonly module: TypedModule }
  /** The blocks of a namespace with a dotted name, which is no variable of its module. */
  | { readonly kind: 'blocks'; readonly module: TypedModule; readonly blocks: readonly DottedBlock[] }
  /** A value without a name. */
  | { readonly kind: 'node'; readonly module: TypedModule; readonly node: Node }
  | { readonly kind: 'typedef'; readonly module: TypedModule; readonly typedef: DocTypedef }
  /** A name of a module that is not part of the program. */
  | { readonly kind: 'outside'; readonly source: string; readonly name: string }
  | { readonly kind: 'library'; readonly name: string };

type Block = Extract<Node, { type: 'TSModuleDeclaration' }>;

interface DottedBlock {
  readonly node: Block;
  /** Names between the namespace and the block. */
  readonly path: readonly string[];
}

/** Names → declarations, through imports, re-exports, namespaces and global declarations of the program. */
export class Entities {
  #globals: ReadonlyMap<string, Entity> | null = null;

  constructor(private readonly source: TypeSource) {}

  ofIdentifier(module: TypedModule, identifier: Node & { name: string }): Entity {
    const variable = variableAt(module, identifier);
    return variable === undefined ? this.ofName(module, identifier.name) : this.#ofVariable(module, variable);
  }

  /** A name that its module does not declare around the place of use. */
  ofName(module: TypedModule, name: string): Entity {
    const outer = module.host?.module ?? module;
    const variable = module.host === null ? undefined : outer.topLevel().get(name);
    if (variable !== undefined) return this.#ofVariable(outer, variable);
    const typedef = outer.typedefs().get(name);
    if (typedef !== undefined) return { kind: 'typedef', module: outer, typedef };
    const blocks = dottedBlocks(outer.tree.body, name, outer);
    return blocks ?? this.#global(name) ?? { kind: 'library', name };
  }

  ofTypeName(module: TypedModule, name: TSTypeName | TSImportTypeQualifier): Entity | null {
    if (name.type === 'Identifier') return this.ofIdentifier(module, name);
    if (name.type !== 'TSQualifiedName') return null;
    const left = this.ofTypeName(module, name.left);
    return left === null ? null : this.memberOf(left, name.right.name);
  }

  /** `import('./x').A.B` */
  ofImport(module: TypedModule, specifier: string, qualifier: TSImportTypeQualifier | null): Entity | null {
    const names: string[] = [];
    for (let part = qualifier; part !== null; part = part.type === 'TSQualifiedName' ? part.left : null) {
      names.unshift(part.type === 'TSQualifiedName' ? part.right.name : part.name);
    }
    let entity: Entity | null = this.ofModule(module, specifier);
    for (const name of names) entity = entity === null ? null : this.memberOf(entity, name);
    return entity;
  }

  ofModule(from: TypedModule, specifier: string): Entity {
    const path = this.source.resolve(from.path, specifier);
    const ir = path === null ? null : this.source.moduleAt(path);
    return ir === null
      ? { kind: 'outside', source: specifier, name: '*' }
      : { kind: 'module', module: typedModule(ir) };
  }

  /** What a name means as a type: a namespace of the same name does not hide a type from outside. */
  ofTypeIdentifier(module: TypedModule, identifier: Node & { name: string }): Entity {
    const entity = this.ofIdentifier(module, identifier);
    if (hasTypeMeaning(entity)) return entity;
    return this.#global(identifier.name) ?? { kind: 'library', name: identifier.name };
  }

  /** A name inside a namespace or module; null where there is none. */
  memberOf(entity: Entity, name: string): Entity | null {
    switch (entity.kind) {
      case 'module':
        return this.#exported(entity.module, name, new Set());
      case 'declared':
        return this.#inBlocks(entity.module, declarationsOf(entity.variable).filter(isBlock), name);
      case 'blocks':
        return this.#inDottedBlocks(entity.module, entity.blocks, name);
      case 'outside':
        return { kind: 'outside', source: entity.source, name };
      case 'library':
        return { kind: 'library', name: `${entity.name}.${name}` };
      case 'node':
      case 'typedef':
        return null;
    }
  }

  #ofVariable(module: TypedModule, variable: Variable): Entity {
    const definition = variable.defs[0];
    const node = definition?.node as unknown as Node | undefined;
    switch (node?.type) {
      case 'ImportSpecifier':
      case 'ImportDefaultSpecifier':
      case 'ImportNamespaceSpecifier': {
        const parent = definition?.parent as unknown as Extract<Node, { type: 'ImportDeclaration' }>;
        const target = this.ofModule(module, parent.source.value);
        if (node.type === 'ImportNamespaceSpecifier') return this.#wholeOf(target) ?? target;
        const imported = node.type === 'ImportDefaultSpecifier' ? 'default' : exportName(node.imported);
        return this.memberOf(target, imported) ?? { kind: 'outside', source: parent.source.value, name: imported };
      }
      case 'TSImportEqualsDeclaration': {
        const reference = node.moduleReference;
        if (reference.type === 'TSExternalModuleReference') {
          const target = this.ofModule(module, reference.expression.value);
          return this.#wholeOf(target) ?? target;
        }
        return this.ofTypeName(module, reference) ?? { kind: 'declared', module, variable };
      }
      case 'VariableDeclarator': {
        const required = requiredModule(node);
        if (required === null) return { kind: 'declared', module, variable };
        const target = this.ofModule(module, required.source);
        if (required.name !== null) return this.memberOf(target, required.name(variable.name)) ?? target;
        return this.#wholeOf(target) ?? target;
      }
      default:
        return { kind: 'declared', module, variable };
    }
  }

  /** What `export =` names; null where a module has none. */
  #wholeOf(entity: Entity): Entity | null {
    if (entity.kind !== 'module') return null;
    const { whole } = entity.module.exports();
    if (whole === null || whole.type === 'ObjectExpression') return null;
    if (whole.type === 'Identifier') return this.ofIdentifier(entity.module, whole);
    return { kind: 'node', module: entity.module, node: whole };
  }

  #exported(module: TypedModule, name: string, seen: Set<TypedModule>): Entity | null {
    if (seen.has(module)) return null;
    seen.add(module);
    const table = module.exports();
    const target = table.names.get(name);
    if (target !== undefined) {
      switch (target.kind) {
        case 'local':
          return target.identifier.type === 'Identifier' ? this.ofIdentifier(module, target.identifier) : null;
        case 'node':
          return { kind: 'node', module, node: target.node };
        case 'from': {
          const from = this.ofModule(module, target.source);
          if (target.name === '*') return from;
          return from.kind === 'module'
            ? this.#exported(from.module, target.name, seen)
            : this.memberOf(from, target.name);
        }
      }
    }
    const typedef = module.typedefs().get(name);
    if (typedef !== undefined) return { kind: 'typedef', module, typedef };
    const whole = this.#wholeOf({ kind: 'module', module });
    if (whole !== null) return name === 'default' ? whole : this.memberOf(whole, name);
    let outside: Entity | null = null;
    for (const source of name === 'default' ? [] : table.stars) {
      const from = this.ofModule(module, source);
      if (from.kind !== 'module') outside ??= this.memberOf(from, name);
      else {
        const found = this.#exported(from.module, name, seen);
        if (found !== null) return found;
      }
    }
    return outside;
  }

  #inBlocks(module: TypedModule, blocks: readonly Block[], name: string): Entity | null {
    for (const { body } of blocks) {
      if (body === null || !('body' in body)) continue;
      const found = this.#inStatements(module, body.body, name);
      if (found !== null) return found;
    }
    return null;
  }

  #inDottedBlocks(module: TypedModule, blocks: readonly DottedBlock[], name: string): Entity | null {
    const deeper = blocks.filter(({ path }) => path[0] === name);
    if (deeper.length > 0) {
      return { kind: 'blocks', module, blocks: deeper.map(({ node, path }) => ({ node, path: path.slice(1) })) };
    }
    const here = blocks.flatMap(({ node, path }) => (path.length === 0 ? [node] : []));
    return this.#inBlocks(module, here, name);
  }

  #inStatements(module: TypedModule, statements: readonly Node[], name: string): Entity | null {
    for (const statement of statements) {
      const declaration = unexported(statement);
      const id = declaredBy(declaration).find((declared) => declared.name === name);
      if (id !== undefined) return this.ofIdentifier(module, id);
      if (statement.type !== 'ExportNamedDeclaration') continue;
      const specifier = statement.specifiers.find(({ exported }) => exportName(exported) === name);
      if (specifier?.local.type === 'Identifier') return this.ofIdentifier(module, specifier.local);
    }
    return dottedBlocks(statements, name, module);
  }

  #global(name: string): Entity | undefined {
    this.#globals ??= this.#collectGlobals();
    return this.#globals.get(name);
  }

  #collectGlobals(): ReadonlyMap<string, Entity> {
    const globals = new Map<string, Entity>();
    for (const ir of this.source.ambientModules()) {
      const module = typedModule(ir);
      const isScript = !module.tree.body.some((s) => /^(?:Import|Export|TSExport)/.test(s.type));
      const blocks = module.tree.body.flatMap((s) =>
        s.type === 'TSModuleDeclaration' && s.kind === 'global' && s.body !== null ? s.body.body : [],
      );
      for (const statement of isScript ? [...module.tree.body, ...blocks] : blocks) {
        for (const id of declaredBy(unexported(statement))) {
          const variable = variableAt(module, id);
          if (variable !== undefined && !globals.has(id.name)) {
            globals.set(id.name, { kind: 'declared', module, variable });
          }
        }
      }
    }
    return globals;
  }
}

/** Namespaces, functions and variables are no types; JavaScript may still mean a class by them. */
function hasTypeMeaning(entity: Entity): boolean {
  if (entity.kind === 'module' || entity.kind === 'blocks') return false;
  if (entity.kind !== 'declared' || entity.module.isJavaScript) return true;
  return declarationsOf(entity.variable).some(
    (node) => !/^(?:TSModuleDeclaration|VariableDeclarator|FunctionDeclaration|TSDeclareFunction)$/.test(node.type),
  );
}

function isBlock(node: Node): node is Block {
  return node.type === 'TSModuleDeclaration';
}

function unexported(statement: Node): Node {
  if (statement.type === 'ExportNamedDeclaration' && statement.declaration !== null) return statement.declaration;
  return statement;
}

/** `namespace name.rest {…}` */
function dottedBlocks(statements: readonly Node[], name: string, module: TypedModule): Entity | null {
  const blocks = statements.flatMap((statement): DottedBlock[] => {
    const node = unexported(statement);
    if (node.type !== 'TSModuleDeclaration' || node.id.type !== 'TSQualifiedName') return [];
    const dotted = module.text.slice(node.id.start, node.id.end);
    const [first, ...path] = dotted.split('.').map((part) => part.trim());
    return first === name ? [{ node, path }] : [];
  });
  return blocks.length === 0 ? null : { kind: 'blocks', module, blocks };
}

interface Required {
  readonly source: string;
  /** From the name of the variable to that of the export, where the module is taken apart. */
  readonly name: ((local: string) => string) | null;
}

/** `const x = require('y')`, `const { a: b } = require('y')`. */
function requiredModule(node: Extract<Node, { type: 'VariableDeclarator' }>): Required | null {
  const { init, id } = node;
  if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'require') {
    return null;
  }
  const [argument] = init.arguments;
  if (argument?.type !== 'Literal' || typeof argument.value !== 'string') return null;
  const source = argument.value;
  if (id.type === 'Identifier') return { source, name: null };
  if (id.type !== 'ObjectPattern') return null;
  const names = new Map<string, string>();
  for (const property of id.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
    if (property.value.type === 'Identifier') names.set(property.value.name, property.key.name);
  }
  return { source, name: (local) => names.get(local) ?? local };
}

function exportName(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : '';
}
