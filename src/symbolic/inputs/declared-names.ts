import type { Class, Node, TSTypeParameter } from 'oxc-parser';
import type { Entity } from './entities';
import { classReference, classShape } from './classes';
import { constructionOf } from './construction';
import {
  emptyShape,
  once,
  single,
  stringType,
  anyType,
  type Construction,
  type DeclaredType,
  type Lazy,
  type Member,
  type ObjectType,
  type Shape,
} from './declared-type';
import { enumType } from './enums';
import { argumentOf, isTelling, shortened } from './labels';
import { callSignatureOf, extendShape, field, functionOf, mergeDeclared, shapeOfMembers } from './members';
import { shapeOf } from './keys';
import { bind, scopeOf, type NamedType, type Scope, type TypeArgument, type TypeReader, type Use } from './reader';
import { declarationsOf, docModule, type TypedModule } from './typed-module';

type Interface = Extract<Node, { type: 'TSInterfaceDeclaration' }>;
type Known = Map<object, Map<string, DeclaredType>>;

/** The types that declarations of the program give to their names, each instance once. */
export class DeclaredNames {
  readonly #known: Known = new Map();

  constructor(private readonly r: TypeReader) {}

  typeOf(
    entity: Extract<Entity, { kind: 'declared' | 'node' | 'typedef' }>,
    args: readonly TypeArgument[],
    use: Use,
  ): DeclaredType {
    switch (entity.kind) {
      case 'declared':
        return this.#ofDeclarations(entity.module, declarationsOf(entity.variable), args, use);
      case 'node':
        return isClass(entity.node)
          ? this.#named(entity.module, [entity.node], entity.node.id?.name ?? `class@${entity.node.start}`, args)
          : this.r.widen(use, 'a value is used as a type');
      case 'typedef': {
        const { module, typedef } = entity;
        const doc = docModule(typedef.declaration, { module, start: typedef.start, end: typedef.end });
        const [alias] = doc?.tree.body ?? [];
        if (doc === null || alias?.type !== 'TSTypeAliasDeclaration') return this.r.widen(use, 'not understood');
        return this.#remembered(typedef, args, () => this.#alias(doc, alias, args, use));
      }
    }
  }

  #ofDeclarations(module: TypedModule, nodes: readonly Node[], args: readonly TypeArgument[], use: Use): DeclaredType {
    for (const node of nodes) {
      switch (node.type) {
        case 'TSTypeParameter':
          return use.scope.bound.get(node)?.type() ?? this.#unbound(node, { ...use.scope, module }, use);
        case 'TSMappedType':
          return use.scope.bound.get(node)?.type() ?? this.r.read(node.constraint, use.scope);
        case 'TSTypeAliasDeclaration':
          return this.#remembered(node, args, () => this.#alias(module, node, args, use));
        case 'TSEnumDeclaration': {
          const parts = nodes.filter((other) => other.type === 'TSEnumDeclaration');
          // Not remembered: every place that uses it says how it is taken.
          return enumType(this.r, module, parts, use);
        }
        case 'TSInterfaceDeclaration':
        case 'ClassDeclaration':
        case 'ClassExpression': {
          const parts = nodes.filter((other) => other.type === 'TSInterfaceDeclaration' || isClass(other));
          return this.#named(module, parts, node.id?.name ?? `class@${node.start}`, args);
        }
        case 'TSEnumMember':
          return this.r.widen(use, 'a member of an enum without the enum');
        case 'VariableDeclarator':
          if (node.init !== null && isClass(node.init))
            return this.#named(module, [node.init], module.text.slice(node.id.start, node.id.end), args);
          break;
        case 'FunctionDeclaration':
          if (module.isJavaScript) return this.r.widen(use, 'a constructor that is a plain function');
          break;
        default:
      }
    }
    return this.r.widen(use, 'not the name of a type');
  }

  /** A type parameter that nothing is known of stands for all that its constraint allows: any type, with any keys, without one. */
  #unbound(node: TSTypeParameter, scope: Scope, use: Use): DeclaredType {
    const { constraint } = node;
    if (constraint === null) return anyType;
    return (
      this.r.guarded(node, () => this.r.read(constraint, scope)) ?? this.r.widen(use, 'a constraint that needs itself')
    );
  }

  #alias(
    module: TypedModule,
    node: Extract<Node, { type: 'TSTypeAliasDeclaration' }>,
    args: readonly TypeArgument[],
    use: Use,
  ): DeclaredType {
    const scope = this.#instantiate(scopeOf(module), node.typeParameters?.params ?? [], args);
    const key = args.length === 0 ? node : null;
    if (key === null) return this.r.read(node.typeAnnotation, scope);
    return (
      this.r.guarded(key, () => this.r.read(node.typeAnnotation, scope)) ??
      this.r.widen(use, 'a type that needs itself')
    );
  }

  /** Arguments in the order of parameters; what is not given is the default. */
  #instantiate(scope: Scope, params: readonly TSTypeParameter[], args: readonly TypeArgument[]): Scope {
    let inner = scope;
    for (const [i, param] of params.entries()) {
      const given = args[i];
      const { default: fallback } = param;
      const at = inner;
      if (given !== undefined) inner = bind(inner, [[param, given]]);
      else if (fallback !== null) inner = bind(inner, [[param, argumentOf(fallback, at, this.r.lazy(fallback, at))]]);
    }
    return inner;
  }

  /** An interface, a class, or both under one name. */
  #named(module: TypedModule, parts: readonly Node[], name: string, args: readonly TypeArgument[]): DeclaredType {
    const [first] = parts;
    if (first === undefined) return anyType;
    return this.#remembered(first, args, () => {
      const label = args.length === 0 ? '' : `<${args.map((arg) => arg.label).join(', ')}>`;
      const full = shortened(`${module.path}#${name}${label}`);
      const scopes = parts.map((part) => this.#instantiate(scopeOf(module), typeParametersOf(part), args));
      return single(this.#instance(full, parts, scopes, args));
    });
  }

  #instance(name: string, parts: readonly Node[], outer: readonly Scope[], args: readonly TypeArgument[]): Member {
    const self: Lazy = () => single(member);
    const scopes = outer.map((scope) => ({ ...scope, self }));
    const shape = once(() => this.r.guarded(scopes, () => this.#shape(parts, scopes)) ?? this.#cutOff(parts, scopes));
    const member = this.#special(parts, scopes, shape) ?? this.#object({ name, args, self }, parts, scopes, shape);
    return member;
  }

  #object(of: NamedType, parts: readonly Node[], scopes: readonly Scope[], shape: () => Shape): ObjectType {
    const classPart = parts.findIndex(isClass);
    const [node, scope] = [parts[classPart], scopes[classPart]];
    const reference = node !== undefined && isClass(node) && scope !== undefined ? classReference(node, scope) : null;
    const construction: () => Construction | null = once(() =>
      reference === null || node === undefined || !isClass(node) || scope === undefined
        ? null
        : this.r.guarded(construction, () => constructionOf(this.r, node, scope)),
    );
    const subclasses = once(() =>
      reference === null || node === undefined || !isClass(node) ? [] : this.r.subclassesOf(node, of),
    );
    const args = of.args.map(({ type }) => type);
    const instance = { declaration: parts[0] ?? shape, args, construction, subclasses };
    return { kind: 'object', name: of.name, shape, class: reference, instance };
  }

  /** Interfaces that can be called, and those that extend what is more than an object: arrays, maps, errors. */
  #special(parts: readonly Node[], scopes: readonly Scope[], shape: () => Shape): Member | null {
    for (const [i, part] of parts.entries()) {
      const scope = scopes[i];
      if (part.type !== 'TSInterfaceDeclaration' || scope === undefined) continue;
      const signature = callSignatureOf(this.r, part.body.body, scope);
      if (signature !== null) return functionOf(signature, shape);
      for (const heritage of part.extends) {
        const [parent] = this.r.guarded(heritage, () => this.#heritage(heritage, scope))?.members ?? [];
        if (parent === undefined || parent.kind === 'object' || parent.kind === 'anything') continue;
        if (parent.kind === 'function') return { ...parent, properties: shape };
        const addsMembers = part.body.body.length > 0 || part.extends.length > 1;
        if (addsMembers && (parent.kind === 'error' || isProtocol(heritage.expression))) continue;
        if (part.body.body.length > 0)
          this.r.narrow({ node: part, scope }, `further members of a value that is a built-in ${parent.kind}`);
        return parent;
      }
    }
    return null;
  }

  #shape(parts: readonly Node[], scopes: readonly Scope[]): Shape {
    const shapes = parts.flatMap((part, i) => {
      const scope = scopes[i];
      if (scope === undefined) return [];
      if (isClass(part)) return [classShape(this.r, part, scope)];
      return part.type === 'TSInterfaceDeclaration' ? [this.#interfaceShape(part, scope)] : [];
    });
    return shapes.length === 0 ? emptyShape : mergeDeclared(shapes);
  }

  /** Of a declaration that inherits from itself, or without end. */
  #cutOff([node]: readonly Node[], [scope]: readonly Scope[]): Shape {
    if (node !== undefined && scope !== undefined) this.r.note({ node, scope }, 'a declaration that needs itself');
    return emptyShape;
  }

  #interfaceShape(node: Interface, scope: Scope): Shape {
    const own = shapeOfMembers(this.r, node.body.body, scope);
    const inherited = node.extends.flatMap((heritage) => {
      const parent = this.r.guarded(heritage, () => this.#heritage(heritage, scope));
      return (parent?.members ?? []).flatMap((member) =>
        member.kind === 'error' ? errorShape : (shapeOf(member) ?? []),
      );
    });
    return inherited.reduceRight((all, shape) => extendShape(shape, all), own);
  }

  #heritage(heritage: Interface['extends'][number], scope: Scope): DeclaredType {
    const { expression, typeArguments } = heritage;
    const use = { node: heritage, scope };
    const args = (typeArguments?.params ?? []).map((arg) => argumentOf(arg, scope, this.r.lazy(arg, scope)));
    const entity = this.#entityOf(expression, scope);
    return entity === null ? this.r.widen(use, 'an interface that is computed') : this.r.typeOf(entity, args, use);
  }

  #entityOf(node: Node, scope: Scope): Entity | null {
    if (node.type === 'Identifier') return this.r.entities.ofTypeIdentifier(scope.module, node);
    if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return null;
    const object = this.#entityOf(node.object, scope);
    return object === null ? null : this.r.entities.memberOf(object, node.property.name);
  }

  #remembered(declaration: object, args: readonly TypeArgument[], read: () => DeclaredType): DeclaredType {
    const key = args.map((arg) => arg.key).join('|');
    if (!isTelling(key)) return read();
    let instances = this.#known.get(declaration);
    if (instances === undefined) this.#known.set(declaration, (instances = new Map()));
    const known = instances.get(key);
    if (known !== undefined) return known;
    const type = read();
    instances.set(key, type);
    return type;
  }
}

/** What an object can be beside other things: such a parent does not make it an array or a promise. */
function isProtocol(node: Node): boolean {
  return node.type === 'Identifier' && /^(?:Iterable|ArrayLike|PromiseLike)$/.test(node.name);
}

const errorShape: Shape = {
  ...emptyShape,
  properties: new Map(['name', 'message'].map((name) => [name, field(() => stringType)])),
};

export function isClass(node: Node): node is Class {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
}

function typeParametersOf(node: Node): readonly TSTypeParameter[] {
  if (!('typeParameters' in node) || node.typeParameters === null || node.typeParameters === undefined) return [];
  const declaration = node.typeParameters as { readonly params?: readonly TSTypeParameter[] };
  return declaration.params ?? [];
}
