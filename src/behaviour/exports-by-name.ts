import type { LoadedProgram } from '#ir/load-program';
import { parseModule, type SyntaxNode } from '#syntax/parse';
import { isOnlyName, isTarget, memberName, nameOfKey, placed, type Placed } from './placed-nodes';

/** What code does with what a module exports, where all of it goes by the names of exports. */
export interface ExportUses {
  /** All names that are read or written. */
  readonly names: ReadonlySet<string>;
  /** Those in functions, which may run when modules are loaded. */
  readonly later: ReadonlySet<string>;
}

/** Whether functions at a place of a module are left out, because no code that is asked about runs them. */
export type IsLeftOut = (path: string, position: number) => boolean;

/**
 * How modules use what one of them exports, as CommonJS does: by `exports.name`, `require('./a').name`, a constant for
 * `require('./a')` of which only names are read, or by taking names out of it. Null where the object itself may be seen, so that
 * it may be asked what else it has, be given away, or become the `this` of something that is not written here; and where exports are
 * written twice or after loading.
 */
export class ExportsByName {
  readonly #loaded: LoadedProgram;
  readonly #isLeftOut: IsLeftOut;
  readonly #known = new Map<string, ExportUses | null>();

  constructor(loaded: LoadedProgram, isLeftOut: IsLeftOut) {
    this.#loaded = loaded;
    this.#isLeftOut = isLeftOut;
  }

  /** Of what a module exports, by some modules. */
  usesOf(path: string, modules: Iterable<string>): ExportUses | null {
    const [names, later] = [new Set<string>(), new Set<string>()];
    for (const each of modules) {
      const key = `${path}\n${each}`;
      const known = this.#known.get(key);
      const uses = known === undefined ? this.#usesBy(each, path) : known;
      this.#known.set(key, uses);
      if (uses === null) return null;
      for (const name of uses.names) names.add(name);
      for (const name of uses.later) later.add(name);
    }
    return { names, later };
  }

  #usesBy(module: string, path: string): ExportUses | null {
    const { snapshot, program } = this.#loaded;
    const text = snapshot.read(module)?.text ?? '';
    const { tree, format } = parseModule(module, text);
    if (tree === null || /\b(?:eval|createRequire|mainModule)\b/.test(text)) return null;
    const isOf = (specifier: string): boolean => {
      const target = snapshot.resolve(module, specifier);
      return target.kind === 'file' && target.path === path;
    };
    const uses = new Uses();
    if (!/\.c?js$/.test(module) || format !== 'commonjs') {
      const index = program.moduleIndex(module);
      const imports = index === undefined ? [] : (program.modules[index]?.specifiers ?? []);
      return index === undefined || module === path || imports.some(isOf) ? null : uses;
    }
    const isLeftOut = (position: number): boolean => this.#isLeftOut(module, position);
    return new Reader(tree, uses, module === path, isOf, isLeftOut).read() ? uses : null;
  }
}

class Uses implements ExportUses {
  readonly names = new Set<string>();
  readonly later = new Set<string>();
  readonly written = new Set<string>();

  add(name: string, isLater: boolean): void {
    this.names.add(name);
    if (isLater) this.later.add(name);
  }
}

class Reader {
  readonly #all: readonly Placed[];
  readonly #uses: Uses;
  readonly #isOwn: boolean;
  readonly #isOf: (specifier: string) => boolean;
  readonly #isLeftOut: (position: number) => boolean;
  /** Constants for the exports, and the nodes that declare them. */
  readonly #aliases = new Map<string, SyntaxNode>();

  constructor(
    tree: SyntaxNode,
    uses: Uses,
    isOwn: boolean,
    isOf: (specifier: string) => boolean,
    isLeftOut: (position: number) => boolean,
  ) {
    this.#all = placed(tree);
    this.#uses = uses;
    this.#isOwn = isOwn;
    this.#isOf = isOf;
    this.#isLeftOut = isLeftOut;
  }

  /** False where the object itself may be seen. */
  read(): boolean {
    const requires = this.#all.filter(({ node }) => this.#isRequire(node));
    return (
      requires.every((each) => this.#readsNames(each) || this.#isNamed(each)) &&
      this.#all.every((each) => this.#isHarmless(each))
    );
  }

  #isRequire(node: SyntaxNode): boolean {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require')
      return false;
    const [specifier] = node.arguments;
    return specifier?.type === 'Literal' && typeof specifier.value === 'string' && this.#isOf(specifier.value);
  }

  /** `require('./a').name`, `const { name } = require('./a')`, `require('./a');` */
  #readsNames(at: Placed): boolean {
    const around = at.around?.node;
    if (around?.type === 'ExpressionStatement') return true;
    if (around?.type === 'VariableDeclarator' && around.id.type === 'ObjectPattern') {
      return around.id.properties.every((property) => {
        const name = property.type === 'Property' && !property.computed ? nameOfKey(property.key) : null;
        if (name !== null) this.#use(name, at);
        return name !== null;
      });
    }
    return this.#readsMember(at);
  }

  /** `const a = require('./a')` */
  #isNamed({ around }: Placed): boolean {
    const [declarator, list] = [around?.node, around?.around?.node];
    if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return false;
    if (list?.type !== 'VariableDeclaration' || list.kind !== 'const' || this.#aliases.has(declarator.id.name))
      return false;
    this.#aliases.set(declarator.id.name, declarator);
    return true;
  }

  #isHarmless(at: Placed): boolean {
    const { node } = at;
    if (node.type === 'ThisExpression') return !this.#isOwn || hasOwnThis(at);
    if (node.type === 'ImportExpression') return false;
    if (node.type !== 'Identifier' || isOnlyName(at)) return true;
    const declarator = this.#aliases.get(node.name);
    if (declarator !== undefined) return at.around?.node === declarator || this.#readsMember(at);
    switch (node.name) {
      case 'module':
        return memberName(at) === 'exports' && (!this.#isOwn || this.#isOwnUse(at.around));
      case 'exports':
        return !this.#isOwn || this.#isOwnUse(at);
      case 'arguments':
        return at.isInside || !this.#isOwn;
      case 'require':
        return asksForOne(at);
      default:
        return true;
    }
  }

  /** `exports.name`, read anywhere or written once as the module is loaded; `exports = module.exports = { … }`. */
  #isOwnUse(at: Placed | null): boolean {
    if (at === null) return false;
    const name = memberName(at);
    if (name === null) return this.#isSetWhole(at);
    const member = at.around;
    if (member === null || !isTarget(member)) return this.#readsMember(at);
    const around = member.around?.node;
    if (around?.type !== 'AssignmentExpression' || around.operator !== '=' || at.isInside) return false;
    return this.#write(name);
  }

  #isSetWhole(at: Placed): boolean {
    const { node, around } = at;
    const assignment = around?.node;
    if (assignment?.type !== 'AssignmentExpression' || assignment.left !== node || assignment.operator !== '=')
      return false;
    const outer = around?.around?.node;
    const isAlone = outer?.type === 'ExpressionStatement' || outer?.type === 'AssignmentExpression';
    if (at.isInside || !isAlone) return false;
    // A chain: what is assigned last is looked at by itself, as is what the outer one assigns it to.
    if (outer.type === 'AssignmentExpression' && !isExports(outer.left)) return false;
    if (assignment.right.type === 'AssignmentExpression') return isExports(assignment.right.left);
    if (assignment.right.type !== 'ObjectExpression' || !this.#write('')) return false;
    return assignment.right.properties.every((property) => {
      const key = property.type === 'Property' && !property.computed ? nameOfKey(property.key) : null;
      return key !== null && key !== '__proto__' && this.#write(key);
    });
  }

  /** Each once: what is there in the end is all that ever was. */
  #write(name: string): boolean {
    if (this.#uses.written.has(name)) return false;
    this.#uses.written.add(name);
    if (name !== '') this.#uses.add(name, false);
    return true;
  }

  #readsMember(at: Placed): boolean {
    const name = memberName(at);
    if (name === null || at.around === null || isTarget(at.around)) return false;
    this.#use(name, at);
    return true;
  }

  #use(name: string, { node, isInside }: Placed): void {
    this.#uses.add(name, isInside && !this.#isLeftOut(node.start));
  }
}

/** Arrow functions have the `this` of the module. */
function hasOwnThis({ around }: Placed): boolean {
  for (let at = around; at !== null; at = at.around) if (ownThis.has(at.node.type)) return true;
  return false;
}

const ownThis: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'PropertyDefinition',
  'AccessorProperty',
  'StaticBlock',
]);

/** `require('./a')`: which module it gives is written there. */
function asksForOne({ node, around }: Placed): boolean {
  const call = around?.node;
  if (call?.type !== 'CallExpression' || call.callee !== node) return false;
  const [specifier] = call.arguments;
  return specifier?.type === 'Literal' && typeof specifier.value === 'string';
}

function isExports(node: SyntaxNode): boolean {
  if (node.type === 'Identifier') return node.name === 'exports';
  if (node.type !== 'MemberExpression' || node.computed || node.object.type !== 'Identifier') return false;
  return node.object.name === 'module' && node.property.type === 'Identifier' && node.property.name === 'exports';
}
